"""Paths of muscles that have no closed form."""
