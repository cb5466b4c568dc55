"""Impacts whose restitution is computed; the public names of `library/impacts/`."""

from linkwork.library.impacts import (
    Beam,
    Blow,
    FlexibleBody,
    HalfPlate,
    ModesToKeep,
    Rod,
    Sphere,
    Struck,
    blow,
    fast_scale,
    hertz_stiffness,
    modes_to_keep,
    restitution_table,
)

__all__ = [
    "Beam",
    "Blow",
    "FlexibleBody",
    "HalfPlate",
    "ModesToKeep",
    "Rod",
    "Sphere",
    "Struck",
    "blow",
    "fast_scale",
    "hertz_stiffness",
    "modes_to_keep",
    "restitution_table",
]
