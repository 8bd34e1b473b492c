"""What a side does together: CP-SAT proposes joint plans, and the search weighs them."""
