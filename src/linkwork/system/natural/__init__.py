"""Natural coordinates: points and unit vectors that neighbouring bodies share (Garcia de Jalon and Bayo 1994)."""
