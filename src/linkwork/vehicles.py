"""Vehicles: tyres, models of cars; the public names of `library/vehicles/`."""

from linkwork.library.vehicles import (
    Dugoff,
    LaneChange,
    LinearTyre,
    MagicFormula,
    Route,
    SingleTrack,
    TyreLaw,
    follow,
    ramp_steer,
    sine_with_dwell,
)

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
