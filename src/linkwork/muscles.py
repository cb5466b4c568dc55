"""Muscles; the public names of `library/muscles/`."""

from linkwork.library.muscles import *
from linkwork.library.muscles import __all__ as __all__
