"""Singular positions of a simulation: starts at them, passages, and what is told of both."""
