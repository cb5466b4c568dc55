"""Results of mechanisms in space."""
