"""Push-belt drives; the public names of `library/cvt/`."""

from linkwork.library.cvt import (
    Fineness,
    MovingStrand,
    Pulley,
    PushBelt,
    PushBeltDrive,
    SheaveFlexibility,
    SteadyState,
    SteppedShaft,
    compliant_contacts,
    data,
)

__all__ = [
    "Fineness",
    "MovingStrand",
    "Pulley",
    "PushBelt",
    "PushBeltDrive",
    "SheaveFlexibility",
    "SteadyState",
    "SteppedShaft",
    "compliant_contacts",
    "data",
]
