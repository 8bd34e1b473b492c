"""The two sides of a game of any kind, which has no names for them."""

CALLED = {"players": "the players", "gm": "the GM"}
WON = {"players": "the players won", "gm": "the GM won", "undecided": "nobody won"}


def says(side: str, many: str, one: str) -> str:
    """A side with its verb: `the players win`, `the GM wins`."""
    return f"{CALLED[side]} {many if side == 'players' else one}"
