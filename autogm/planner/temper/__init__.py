"""Temper: what a fighter leans to where two choices are nearly as good."""
