"""Push-belt drives; the public names of `library/cvt/`."""

from linkwork.library.cvt import *
from linkwork.library.cvt import __all__ as __all__
