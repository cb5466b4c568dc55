"""Impacts whose restitution is computed; the public names of `library/impacts/`."""

from linkwork.library.impacts import *
from linkwork.library.impacts import __all__ as __all__
