"""The graph of a mechanism: which bodies hang on which, and the groups that must be solved together."""
