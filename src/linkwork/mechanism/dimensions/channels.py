"""The dimension of a channel, a variable of a law or a held value, told by the last word of its name."""

from __future__ import annotations

from linkwork.expression import dimensions as dim
from linkwork.expression.dimensions import Dimension

_WORDS: dict[str, Dimension] = {
    **dict.fromkeys(("x", "y", "z", "position", "length", "distance", "depth", "gap"), dim.LENGTH),
    **dict.fromkeys(("vx", "vy", "vz", "speed", "slip", "gap_rate"), dim.SPEED),
    **dict.fromkeys(("ax", "ay", "az", "acceleration"), dim.ACCELERATION),
    **dict.fromkeys(("angle", "roll", "pitch", "yaw", "rx", "ry", "rz"), dim.PLAIN),
    **dict.fromkeys(("omega", "omega_x", "omega_y", "omega_z", "wx", "wy", "wz"), dim.RATE),
    **dict.fromkeys(("alpha",), dim.ANGULAR_ACCELERATION),
    **dict.fromkeys(("fx", "fy", "fz", "force", "friction", "normal", "along", "across"), dim.FORCE),
    **dict.fromkeys(("torque", "tx", "ty", "tz", "bending"), dim.TORQUE),
    **dict.fromkeys(("energy", "kinetic", "potential", "total", "lost"), dim.TORQUE),
    "voltage": dim.VOLTAGE,
    "current": dim.CURRENT,
    "pressure": dim.PRESSURE,
    "temperature": dim.TEMPERATURE,
    "flow": dim.times(dim.VOLUME, dim.TIME, -1),
    **dict.fromkeys(("power", "lost_power", "given_power"), dim.POWER),
}


def channel_dimension(name: str) -> Dimension | None:
    """That of a channel such as `slider.x`; None where its name does not tell."""
    head, dot, last = name.rpartition(".")
    whole = head.rpartition(".")[2]
    if whole in ("omega", "alpha") and last in ("x", "y", "z"):
        return _WORDS[whole]
    return _WORDS.get(last) if dot and head else None


def variable_dimension(name: str) -> Dimension | None:
    """That of a variable of a law, such as `length`; `speed` may be of a turn, too."""
    if name == "t":
        return dim.TIME
    if "." in name:
        return channel_dimension(name)
    return _WORDS.get(name) if name in ("x", "y", "z", "length", "position", "angle", "depth") else None
