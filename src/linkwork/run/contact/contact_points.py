"""Where contact points are in a run, and with which force they press on their second body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.places.interfaces import owner_of

if TYPE_CHECKING:
    from linkwork.run.run import Run


@dataclass(frozen=True)
class ClosedPoint:
    """A contact point that is closed in one row of a run."""

    name: str
    body: str
    """The second body, on which the force acts."""
    mode: int
    at: NDArray[np.float64]
    force: NDArray[np.float64]
    """In the plane with friction; in space the normal force."""


def point_names(run: Run) -> list[tuple[str, Any]]:
    """Every contact point as channels name it, with the part it belongs to; time-stepping follows none."""
    parts, names = run.mechanism.touching_parts, run.touches.names.points
    point_names = [(f"{name}[{slot + 1}]" if slot else name, parts[name]) for name, slot in names if name in parts]
    followed = set(run.channels()) if point_names else set()
    return [(name, part) for name, part in point_names if f"{name}.mode" in followed]


def channel_of(run: Run, name: str) -> str:
    """Under which name a point has its channels: the first of several, which the log calls C, is C[1]."""
    several = any(contact == name and slot > 0 for contact, slot in run.touches.names.points)
    return f"{name}[1]" if several else name


def closed_points(run: Run, row: int) -> list[ClosedPoint]:
    """The contact points that are closed in a row of the run."""
    closed_points = []
    axes = "xyz"[: run.mechanism.world.dimensions]
    for name, part in point_names(run):
        own = channel_of(run, name)
        mode = int(np.real(run[f"{own}.mode"][row]))
        if mode == 0:
            continue
        at, normal = (np.array([float(np.real(run[f"{own}.{p}{axis}"][row])) for axis in axes]) for p in ("", "n"))
        force = float(np.real(run[f"{own}.force"][row])) * normal
        if len(axes) == 2:
            force = force + float(np.real(run[f"{own}.friction"][row])) * np.array([-normal[1], normal[0]])
        closed_points.append(ClosedPoint(name, part.bodies()[1], mode, at, force))
    return closed_points


def plane_of_body(run: Run, body: str) -> int:
    """Number of the plane in which a body moves; the ground's is the first."""
    mechanism: Any = run.mechanism
    plane = mechanism.bodies_by_name[owner_of(body)].plane
    return list(mechanism.planes).index(plane) if plane in mechanism.planes else 0
