"""Beams and cables in space."""
