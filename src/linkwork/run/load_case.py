"""Load cases of a body for a finite-element program: all its forces and its inertial field, in the body's own frame.

In the frame of the body the forces at their points and the field

    b(x, y) = gravity - (acceleration of the origin) + omega^2 (x, y) - alpha (-y, x)      per unit of mass

are in balance, so the part needs only supports against rigid motion, whose reactions come out as zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.bodies.mass import Resolved
from linkwork.run.free_body import FreeBody, free_body

if TYPE_CHECKING:
    from linkwork.run.run import Run

Times = str | float | Sequence[float]


@dataclass(frozen=True)
class PointLoad:
    """A force in N and a torque in N m at a point in m, in the body's frame."""

    name: str
    kind: str
    x: float
    y: float
    fx: float
    fy: float
    torque: float


@dataclass(frozen=True)
class LoadCase:
    """One instant of a body: point loads and the field of its inertia and weight."""

    body: str
    t: float
    why: str
    loads: tuple[PointLoad, ...]
    gravity: tuple[float, float]  # m/s^2, in the body's frame
    acceleration: tuple[float, float]  # m/s^2, of the origin of the body's frame, along its axes
    omega: float
    alpha: float
    mass: Resolved

    def field(self) -> tuple[float, float]:
        """The uniform part of the field at the origin: gravity less acceleration."""
        return self.gravity[0] - self.acceleration[0], self.gravity[1] - self.acceleration[1]

    def imbalance(self) -> float:
        """What is missing for balance, as a share of the largest force (moments over the largest lever)."""
        m, x, y = self.mass.mass, self.mass.x, self.mass.y
        (bx, by), square = self.field(), self.omega**2
        forces = [(load.fx, load.fy) for load in self.loads]
        forces.append((m * (bx + square * x + self.alpha * y), m * (by + square * y - self.alpha * x)))
        moment = sum(load.torque + load.x * load.fy - load.y * load.fx for load in self.loads)
        moment += m * (x * by - y * bx) - self.alpha * self.mass.about(0.0, 0.0)
        lever = max([*(np.hypot(load.x, load.y) for load in self.loads), float(np.hypot(x, y))]) or 1.0
        largest = max([*(np.hypot(*force) for force in forces), *(abs(load.torque) / lever for load in self.loads)])
        rest = max(np.hypot(*np.sum(forces, axis=0)), abs(moment) / lever)
        return float(rest / largest) if largest > 0.0 else 0.0


def load_cases(run: Run, body: str, times: Times = "worst") -> list[LoadCase]:
    """The load cases of a body at given times, or at the worst: where each force on it, and its field, is largest."""
    free = free_body(run, body)
    return [_case(free, frame, why) for frame, why in chosen_frames(free, times, _sizes(free)).items()]


def chosen_frames(free: Any, times: Times, sizes: dict[str, Array]) -> dict[int, str]:
    """Frames of a free body at given times, or where one of these sizes is largest, with the reason."""
    if isinstance(times, str) and times != "worst":
        raise AnalysisError(f"times: give numbers in s, or 'worst'; found {shown(times)}")
    return _worst(free, sizes) if isinstance(times, str) else _at(free, times)


def _sizes(free: FreeBody) -> dict[str, Array]:
    """Sizes of all forces, torques and of the acceleration of the mass centre, by what they say where largest."""
    sizes = {f"largest force of {one.name}": np.hypot(*one.force.T) for one in free.acting if one.kind != "gravity"}
    sizes |= {f"largest torque of {one.name}": np.abs(one.torque) for one in free.acting if np.any(one.torque)}
    sizes["largest acceleration"] = np.hypot(*free.acceleration_at(free.mass.x, free.mass.y).T)
    return sizes


def _worst(free: Any, sizes: dict[str, Array]) -> dict[int, str]:
    worst: dict[int, str] = {}
    scale = free.largest_force()
    for why, values in sizes.items():
        if np.max(values, initial=0.0) > 1e-9 * scale:
            frame = int(np.argmax(values))
            worst[frame] = f"{worst[frame]}, {why}" if frame in worst else why
    return dict(sorted(worst.items())) or {0: "start"}


def _at(free: Any, times: float | Sequence[float]) -> dict[int, str]:
    asked = np.atleast_1d(np.asarray(times, float))
    low, high = float(free.t[0]), float(free.t[-1])
    outside = asked[(asked < low) | (asked > high)]
    if len(outside):
        raise AnalysisError(f"time {outside[0]:g} s is outside the run, which goes from {low:g} to {high:g} s")
    return {int(np.argmin(np.abs(free.t - t))): "asked for" for t in asked}


def _case(free: FreeBody, frame: int, why: str) -> LoadCase:
    turn = free.turn[frame]
    loads = []
    for one in free.acting:
        if one.kind != "gravity":
            fx, fy = one.force[frame] @ turn
            x, y = one.point[frame]
            numbers = (float(value) for value in (x, y, fx, fy, one.torque[frame]))
            loads.append(PointLoad(one.name, one.kind, *numbers))
    ax, ay = free.acceleration[frame] @ turn
    gx, gy = free.gravity @ turn if free.mass.mass > 0.0 else (0.0, 0.0)
    return LoadCase(
        free.body,
        float(free.t[frame]),
        why,
        tuple(loads),
        (float(gx), float(gy)),
        (float(ax), float(ay)),
        float(free.omega[frame]),
        float(free.alpha[frame]),
        free.mass,
    )


def to_load_case(run: Run, body: str, path: Any, times: Times = "worst") -> list[LoadCase]:
    """Write load cases as .csv, .json or an Abaqus and CalculiX deck (.inp), by the ending; returns them."""
    from linkwork.run.load_case_files import WRITERS

    return write_cases(load_cases(run, body, times), path, WRITERS)


def write_cases(cases: list[Any], path: Any, writers: dict[str, Any]) -> list[Any]:
    """Write load cases with the writer that the ending of the file's name asks for."""
    from linkwork.base.aside import written_aside

    ending = Path(path).suffix.lower()
    if ending not in writers:
        raise AnalysisError(
            f"load case '{Path(path).name}': the ending '{ending}' is not known; use .csv, .json or .inp"
        )
    with written_aside(path) as aside:
        aside.write_text(writers[ending](cases), encoding="utf-8")
    return cases
