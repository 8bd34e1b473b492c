"""The battlefield as a picture."""
