"""Muscles; the public names of `library/muscles/`."""

from linkwork.library.muscles import AmbrosioSilva, DeGroote, Muscle, Thelen, at_rest

__all__ = ["AmbrosioSilva", "DeGroote", "Muscle", "Thelen", "at_rest"]
