"""Groups of bodies as polynomial systems: all their positions, counted and proven where they can be."""
