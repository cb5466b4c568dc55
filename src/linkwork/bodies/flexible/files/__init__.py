"""What other programs write: matrices, and tables of nodes, in files of each."""
