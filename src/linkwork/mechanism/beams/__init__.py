"""Beams and cables as a user describes them, and the bodies and forces that they become."""
