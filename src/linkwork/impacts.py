"""Impacts whose restitution is computed; the public names of `library/impacts/`."""

from linkwork.library.impacts import (
    Beam,
    Blow,
    ModesToKeep,
    Rod,
    Sphere,
    Struck,
    blow,
    hertz_stiffness,
    modes_to_keep,
    restitution_table,
)

__all__ = [
    "Beam",
    "Blow",
    "ModesToKeep",
    "Rod",
    "Sphere",
    "Struck",
    "blow",
    "hertz_stiffness",
    "modes_to_keep",
    "restitution_table",
]
