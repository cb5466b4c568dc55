"""Synthesis: the dimensions with which a mechanism goes where it is wanted. Public as `linkwork.synthesis`."""

from linkwork.synthesis.conditions import grashof, transmission
from linkwork.synthesis.targets import Position, function, path, poses, position

__all__ = ["Position", "function", "grashof", "path", "poses", "position", "transmission"]
