"""The hexapod of Kuebler and others 2005: the builder of the example, and its statics along the circle."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from typing import Any

import linkwork as lw

_FILE = Path(__file__).resolve().parents[3] / "examples" / "hexapod.py"
_SPEC = importlib.util.spec_from_file_location("hexapod_example", _FILE)
assert _SPEC is not None and _SPEC.loader is not None
example: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(example)

hexapod = example.hexapod
"""`hexapod(design, zeta, struts)`: see examples/hexapod.py."""

RADIUS, TORQUE = 0.1, 1000.0
FITTED = 0.5  # the share of the stiffness that fits the printed numbers; nothing in the chapter says why


def loaded(m: lw.Spatial, angles: list[float], force: float = 0.0, radius: float = RADIUS) -> list[dict[str, float]]:
    """Displacements and rotation vector of the carrier at rest, with targets on the circle at these angles.

    The load, a torque of 1000 N m about z and a force (1, 1, 1) times `force`, is applied in five steps at the first
    target and kept from then on; the rotation vector's z is the angle gamma where the others are small.
    """
    rest: Any = {"carrier.rz": 0.05}  # off the singular position, where nothing yet holds the torque
    found = []
    for number, angle in enumerate(angles):
        target = {"x0": radius * math.cos(angle), "y0": radius * math.sin(angle), "z0": 0.0}
        for share in (0.2, 0.4, 0.6, 0.8, 1.0) if number == 0 else (1.0,):
            push = share * force
            m.set(tz=share * TORQUE, fx=push, fy=push, fz=push, **target)
            rest = m.equilibrium("equations", near=rest)
        moved = {axis: rest[f"carrier.{axis}"] - target[f"{axis}0"] for axis in "xyz"}
        found.append(moved | {name: rest[f"carrier.{name}"] for name in ("rx", "ry", "rz")})
    return found


def turning_compliance(design: str, zeta: float, struts: str = "inward", share: float = FITTED) -> float:
    """c_gg: mean rotation per torque over the circle, in degrees per N m; the machine repeats itself every 120 deg."""
    m = hexapod(design, zeta, struts)
    m.set(k=share * example.STIFFNESS)
    turns = [one["rz"] for one in loaded(m, [math.radians(20 * step) for step in range(6)])]
    return math.degrees(sum(map(abs, turns)) / len(turns)) / TORQUE
