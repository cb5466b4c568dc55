"""Optimisation of designs: one criterion or several, constraints, load cases, identification from measured data."""
