"""Studies: an analysis repeated for many designs, of which only numbers are kept."""
