"""Exact synthesis: all four-bars that meet as many positions as they can, found as solutions of polynomial systems."""
