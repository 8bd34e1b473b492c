"""One turn: its choices, the duel of invokes, resolution to its end, the tactician."""
