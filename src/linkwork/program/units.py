"""Units of what goes into a program and comes out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.names import unquoted

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.program.work import Recorded

_BY_LABEL = {
    **dict.fromkeys(("x", "y", "z", "position", "slide"), "m"),
    **dict.fromkeys(("vx", "vy", "vz", "position_rate", "slide_rate"), "m/s"),
    **dict.fromkeys(("ax", "ay", "az"), "m/s^2"),
    **dict.fromkeys(("angle", "rx", "ry", "rz"), "rad"),
    **dict.fromkeys(("omega", "omega.x", "omega.y", "omega.z"), "rad/s"),
    **dict.fromkeys(("alpha", "alpha.x", "alpha.y", "alpha.z"), "rad/s^2"),
    **dict.fromkeys(("fx", "fy", "fz"), "N"),
    **dict.fromkeys(("torque", "tx", "ty", "tz"), "N m"),
}


def unit_of(mechanism: Mechanism, recorded: Recorded, name: str) -> str:
    """The unit of a coordinate, rate, state, input or output; nothing where it has none or none is known."""
    plain = unquoted(name)
    signal = mechanism.signals.get(plain)
    if signal is not None:
        return getattr(signal, "unit", "")
    if plain in recorded.units:
        return recorded.units[plain]
    parts = plain.split(".")
    for count in (2, 1):
        unit = _BY_LABEL.get(".".join(parts[-count:])) if len(parts) > count else None
        if unit is not None:
            return unit
    return "m" if plain.startswith("distance(") and plain.endswith(")") else ""
