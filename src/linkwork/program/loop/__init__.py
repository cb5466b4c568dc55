"""The right-hand side of one simulation as a program of its own, in place of the tables."""
