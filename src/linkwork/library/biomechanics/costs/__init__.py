"""Costs of sharing that are no sums over single muscles."""
