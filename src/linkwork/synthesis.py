"""Synthesis: the dimensions with which a mechanism goes where it is wanted; the public names of `design/synthesis/`."""

from linkwork.design.synthesis import *
from linkwork.design.synthesis import __all__ as __all__
