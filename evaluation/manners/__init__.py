"""How often an agent plays as no person would: `python -m evaluation.manners`. The named manners
stand in `table.py`, each with what it counts and out of how many opportunities; they are counted
from the events and states of battles (`battle.py`) and the exact chances of rolls (`chances.py`),
never from words. Nothing here is read by an agent: manners are mended in how agents think.
"""
