"""One game in progress: who sits where, what was chosen and rolled, undo, branches, and saving. A
session adds no rule of its own and draws nothing; pages and terminals are made of it.
"""
