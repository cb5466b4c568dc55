"""Machines on struts; the public names of `library/hexapod/`."""

from linkwork.library.hexapod import *
from linkwork.library.hexapod import __all__ as __all__
