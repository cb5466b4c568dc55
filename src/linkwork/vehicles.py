"""Vehicles: the public names of `library/vehicles/`."""

from linkwork.library.vehicles import *
from linkwork.library.vehicles import __all__ as __all__
