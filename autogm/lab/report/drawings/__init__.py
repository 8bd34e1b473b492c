"""The charts of a report. Each is drawn from the very rows that stand in the table behind it; the
two sides have the colours that they have everywhere, and never the colour alone.
"""
