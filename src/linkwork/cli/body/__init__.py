"""`linkwork body`: what it takes, and its steps beside the usual ones."""
