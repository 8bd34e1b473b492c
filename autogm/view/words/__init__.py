"""The words of a conflict: choices, events, reasons, stunts, names and their grammar."""
