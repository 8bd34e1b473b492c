"""Battles kept for good: rows in a DuckDB file, a transaction at a time, so that whatever ends the
program, all that was stored is there and the same command goes on from it.
"""
