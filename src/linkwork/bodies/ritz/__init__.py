"""Straight beams by Ritz functions: bodies with elastic modes from sections and materials."""
