"""Which channels can be read from many runs laid one after the other: those that depend on one point alone."""

from __future__ import annotations

import re

from linkwork.run.run import Run

_CALL = re.compile(r"(\w+)\(.*\)(?:\.\w+)?\Z")
_OF_POINTS = {"distance", "angle", "speed", "reaction"}
"""Calls that need nothing but the positions and forces at the point itself."""
_OF_BODIES = {"x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az", "wx", "wy", "wz", "wx_rate", "wy_rate", "wz_rate"}
_IN_BODIES = {f"{kind}.{axis}" for kind in ("omega", "alpha") for axis in "xyz"}
_ENERGIES = {f"energy.{name}" for name in ("kinetic", "gravity", "elastic", "potential", "total", "lost_power")}
_FORCES = {"force", "fx", "fy", "fz", "tx", "ty", "tz", "torque", "strength"}


def refusal(run: Run, name: str) -> str:
    """Why a channel cannot be read from many runs at once; nothing where it can."""
    mechanism = run.mechanism
    if name in mechanism.computed:
        return f"'{name}' is computed of one run at a time"
    call = _CALL.match(name)
    head, _, quantity = name.partition(".")
    if call:
        good = call[1] in _OF_POINTS and (mechanism.world.dimensions == 2 or call[1] in ("distance", "speed"))
    elif name == "t" or name in _ENERGIES:
        good = True
    elif head == "energy" or head == "violation" or head in mechanism.contact_groups:
        good = False
    elif mechanism.world.dimensions == 2:
        good = True
    elif head in mechanism.bodies_by_name:
        good = quantity.rpartition(".")[2] in _OF_BODIES or quantity in _IN_BODIES
    else:
        good = quantity in _FORCES or name in mechanism.signals
    return "" if good else f"'{name}' is known of one run at a time"
