"""Small conflicts solved exactly: all their states, and backward induction over them."""
