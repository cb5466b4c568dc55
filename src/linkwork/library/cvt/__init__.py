"""Push-belt drives: forces along the belt, steady states, and the pieces they are made of."""

from linkwork.library.cvt import data
from linkwork.library.cvt.contacts import compliant_contacts
from linkwork.library.cvt.drive import PushBeltDrive
from linkwork.library.cvt.parts import Fineness, Pulley, PushBelt
from linkwork.library.cvt.run import DriveRun
from linkwork.library.cvt.shaft import SteppedShaft
from linkwork.library.cvt.sheave import SheaveFlexibility
from linkwork.library.cvt.steady import SteadyState
from linkwork.library.cvt.strand import MovingStrand

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
