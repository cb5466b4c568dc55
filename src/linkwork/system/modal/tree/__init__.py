"""Joint coordinates of trees in which some bodies have elastic modes."""
