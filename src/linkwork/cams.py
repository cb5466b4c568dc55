"""Cam design: motions of followers, profiles, advice, drawings; the public names of `design/cams/`."""

from linkwork.design.cams import *
from linkwork.design.cams import __all__ as __all__
