"""Cars: tyres as formulas, and models of different depth with the same names."""

from linkwork.library.vehicles.manoeuvres import LaneChange, Route, follow, ramp_steer, sine_with_dwell
from linkwork.library.vehicles.single_track import SingleTrack
from linkwork.library.vehicles.tyres import Dugoff, LinearTyre, MagicFormula, TyreLaw

__all__ = [
    "Dugoff",
    "LaneChange",
    "LinearTyre",
    "MagicFormula",
    "Route",
    "SingleTrack",
    "TyreLaw",
    "follow",
    "ramp_steer",
    "sine_with_dwell",
]
