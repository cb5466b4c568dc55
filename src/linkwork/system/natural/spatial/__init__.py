"""Natural coordinates in space."""
