"""Crash and its optimisation; the public names of `library/crash/`."""

from linkwork.library.crash import *
from linkwork.library.crash import __all__ as __all__
