"""Exact distributions of rolls."""
