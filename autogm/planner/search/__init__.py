"""Several turns: the beam, rollouts, and the graph of a small conflict; budgets and threads."""
