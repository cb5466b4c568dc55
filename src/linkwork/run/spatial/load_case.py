"""Load cases of a body in space for a finite-element program: its forces and its inertial field, in its own frame.

In the frame of the body the forces and moments at their points and the field

    b(r) = gravity - (acceleration of the origin) - omega x (omega x r) - alpha x r      per unit of mass

are in balance, so the part needs only supports against rigid motion, whose reactions come out as zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.spatial.inertia import of_point
from linkwork.run.load_case import Times, chosen_frames, write_cases
from linkwork.run.spatial.free_body import SpatialFreeBody, free_body

if TYPE_CHECKING:
    from linkwork.run.run import Run

Vec = tuple[float, float, float]


@dataclass(frozen=True)
class SpatialPointLoad:
    """A force in N and a moment in N m at a point in m, in the body's frame."""

    name: str
    kind: str
    point: Vec
    force: Vec
    moment: Vec


@dataclass(frozen=True)
class SpatialLoadCase:
    """One instant of a body in space: point loads and the field of its inertia and weight, all in its frame."""

    body: str
    t: float
    why: str
    loads: tuple[SpatialPointLoad, ...]
    gravity: Vec  # m/s^2
    acceleration: Vec  # m/s^2, of the origin of the body's frame
    omega: Vec  # rad/s
    alpha: Vec  # rad/s^2
    mass: float
    centre: Vec
    inertia: tuple[Vec, Vec, Vec]  # about the mass centre

    def field(self) -> Array:
        """The uniform part of the field at the origin: gravity less acceleration."""
        return np.asarray(np.array(self.gravity) - np.array(self.acceleration))

    def inertial(self) -> tuple[Array, Array]:
        """Force of the field on the body and its moment about the origin (Haug 11.1.16, 11.1.20)."""
        c, w, alpha = (np.array(part) for part in (self.centre, self.omega, self.alpha))
        about = np.array(self.inertia) + of_point(self.mass, c)
        force = self.mass * (self.field() - np.cross(alpha, c) - np.cross(w, np.cross(w, c)))
        moment = self.mass * np.cross(c, self.field()) - about @ alpha - np.cross(w, about @ w)
        return force, moment

    def imbalance(self) -> float:
        """What is missing for balance, as a share of the largest force (moments over the largest lever)."""
        force, moment = self.inertial()
        forces = [force, *(np.array(load.force) for load in self.loads)]
        torques = [np.array(load.moment) for load in self.loads]
        moments = [np.cross(load.point, load.force) for load in self.loads]
        lever = max(_size(place) for place in (self.centre, *(load.point for load in self.loads))) or 1.0
        largest = max([*map(_size, forces), *(_size(torque) / lever for torque in (moment, *torques))])
        rest = max(_size(np.sum(forces, axis=0)), _size(np.sum([moment, *torques, *moments], axis=0)) / lever)
        return rest / largest if largest > 0.0 else 0.0


def _size(vector: Any) -> float:
    return float(np.linalg.norm(vector))


def load_cases(run: Run, body: str, times: Times = "worst") -> list[SpatialLoadCase]:
    """The load cases of a body at given times, or at the worst: where each force on it, and its field, is largest."""
    free = free_body(run, body)
    return [_case(free, frame, why) for frame, why in chosen_frames(free, times, _sizes(free)).items()]


def _sizes(free: SpatialFreeBody) -> dict[str, Array]:
    """Sizes of all forces, torques and of the acceleration of the mass centre, by what they say where largest."""
    sizes: dict[str, Array] = {}
    for one in free.acting:
        if one.kind != "gravity":
            sizes[f"largest force of {one.name}"] = np.linalg.norm(one.force, axis=1)
            sizes[f"largest torque of {one.name}"] = np.linalg.norm(one.torque, axis=1)
    sizes["largest acceleration"] = np.linalg.norm(free.acceleration_at(free.centre), axis=1)
    return sizes


def _case(free: SpatialFreeBody, frame: int, why: str) -> SpatialLoadCase:
    turn = free.turn[frame]
    loads = tuple(
        SpatialPointLoad(
            one.name, one.kind, _vec(one.point[frame]), _vec(one.force[frame] @ turn), _vec(one.torque[frame] @ turn)
        )
        for one in free.acting
        if one.kind != "gravity"
    )
    gravity = free.gravity @ turn if free.mass > 0.0 else np.zeros(3)
    return SpatialLoadCase(
        free.body,
        float(free.t[frame]),
        why,
        loads,
        _vec(gravity),
        _vec(free.acceleration[frame] @ turn),
        _vec(free.omega[frame]),
        _vec(free.alpha[frame]),
        free.mass,
        _vec(free.centre),
        (_vec(free.inertia[0]), _vec(free.inertia[1]), _vec(free.inertia[2])),
    )


def _vec(values: Array) -> Vec:
    x, y, z = (float(value) for value in values)
    return x, y, z


def to_load_case(run: Run, body: str, path: Any, times: Times = "worst") -> list[SpatialLoadCase]:
    """Write load cases as .csv, .json or an Abaqus and CalculiX deck (.inp), by the ending; returns them."""
    from linkwork.run.spatial.load_case_files import WRITERS

    return write_cases(load_cases(run, body, times), path, WRITERS)
