"""Push-belt drives; the public names of `library/cvt/`."""

from linkwork.library.cvt import (
    DriveRun,
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
    "DriveRun",
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
