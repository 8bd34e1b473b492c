"""A report on conflicts and other games: one page that a GM reads and sends around, with every
chart as a picture beside it. `conflict` and `scenes` find out, `sections` lays out, `drawings`
draws, `pages` writes the page.
"""
