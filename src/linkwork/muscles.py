"""Muscles; the public names of `library/muscles/`."""

from linkwork.library.muscles import Muscle, Thelen

__all__ = ["Muscle", "Thelen"]
