"""Impacts on the fast time scale: what waves and vibrations in the bodies leave of the speed of approach."""

from linkwork.library.impacts.blow import Blow, blow, restitution_table
from linkwork.library.impacts.fast_scale import fast_scale
from linkwork.library.impacts.hertz import hertz_stiffness
from linkwork.library.impacts.meshed import FlexibleBody, HalfPlate
from linkwork.library.impacts.modes import ModesToKeep, ResponseBounds, modes_to_keep, response_bounds
from linkwork.library.impacts.ringing import Ringing, ringing
from linkwork.library.impacts.struck import Beam, Rod, Sphere, Struck

__all__ = [
    "Beam",
    "Blow",
    "FlexibleBody",
    "HalfPlate",
    "ModesToKeep",
    "ResponseBounds",
    "Ringing",
    "Rod",
    "Sphere",
    "Struck",
    "blow",
    "fast_scale",
    "hertz_stiffness",
    "modes_to_keep",
    "response_bounds",
    "restitution_table",
    "ringing",
]
