"""What a side does together: joint plans proposed by CP-SAT, for the search to weigh."""
