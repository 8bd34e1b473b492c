"""Other people's formats and frameworks. Each bridge is optional and imported by name."""
