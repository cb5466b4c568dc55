"""Paths of muscles: points, and surfaces that they go round."""
