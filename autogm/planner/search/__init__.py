"""Several turns: the beam, its budgets and threads."""
