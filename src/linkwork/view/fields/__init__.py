"""Pages of what is spread over a place: forces along a belt, stiffness over a workspace."""
