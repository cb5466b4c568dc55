"""The data of the beams that are compared with another program; it needs nothing installed."""

from __future__ import annotations

from typing import Any

_SIDE, _E, _RHO, _NU = 0.01, 2.1e8, 7850.0, 0.3

PENDULUM: dict[str, Any] = {
    "length": 1.0,
    "EA": _E * _SIDE**2,
    "EI": _E * _SIDE**4 / 12,
    "GA": 5 / 6 * _E / (2 * (1 + _NU)) * _SIDE**2,
    "mass": _RHO * _SIDE**2,
    "inertia": _RHO * _SIDE**4 / 12,
    "gravity": 9.81,
    "end": 1.0,
    "points": 100,
}
"""A soft square bar, hinged, released horizontally at rest."""

SPIN: dict[str, Any] = {
    "length": 10.0,
    "EA": 2.8e7,
    "EI": 1.4e4,
    "GA": 1e7,
    "mass": 1.2,
    "inertia": 6e-4,
    "gravity": 0.0,
    "end": 20.0,
    "points": 200,
}
"""Kane, Ryan and Banerjee's and Simo and Vu-Quoc's beam: its root is turned up to 6 rad/s within 15 s."""
