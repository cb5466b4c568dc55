"""Loads inside a link in space: axial force, shears, torsion and bendings along a line of a body, over a run.

The part of the body before a cut is a rigid body of its own; what the rest must do to it follows from Newton and Euler
(Haug 11.1.16, 11.1.20). With x from start to end of the line, z the body's z axis made square to it (its x axis where
z is along the line) and y = z x x, at a cut:

    axial                 force of the rest on this part along x: tension is positive
    shear_y, shear_z      sum of all loads on this part along y and z, inertia included
    torsion               moment of the rest on this part about x
    bending_y, bending_z  moment of the rest on this part about y and z through the cut; along the line bending_z grows
                          by shear_y and bending_y falls by shear_z, apart from moments that are spread along it

`shear` and `bending` are the sizes of the two together. In a planar mechanism shear_y and bending_z are those of the
plane.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.numerics.analytic import hypot, norm, number
from linkwork.places.spatial.places import Frame
from linkwork.run.link_load import NEAR, LineLoad, checked, shares_of
from linkwork.run.spatial.free_body import SpatialFreeBody, free_body
from linkwork.run.spatial.mass_along import Line, Piece, before, pieces_along

if TYPE_CHECKING:
    from linkwork.run.run import Run

_ALONG = 0.99
"""Cosine above which the body's z axis counts as lying along the line."""


@dataclass(frozen=True)
class SpatialLinkLoad(LineLoad):
    """The six loads (frames by stations) along a line of a body in space; `axes` are x, y, z of the line, one a row."""

    kinds: ClassVar[dict[str, str]] = {
        "axial": "N",
        "shear_y": "N",
        "shear_z": "N",
        "torsion": "N m",
        "bending_y": "N m",
        "bending_z": "N m",
    }
    sizes: ClassVar[tuple[str, ...]] = ("shear", "bending")

    axial: Array
    shear_y: Array
    shear_z: Array
    torsion: Array
    bending_y: Array
    bending_z: Array
    axes: Array

    @property
    def shear(self) -> Array:
        """Size of the shear force."""
        return hypot(self.shear_y, self.shear_z)

    @property
    def bending(self) -> Array:
        """Size of the bending moment."""
        return hypot(self.bending_y, self.bending_z)


def link_load(run: Run, body: str, start: str, end: str, stations: Any = 51) -> SpatialLinkLoad:
    """Loads inside a body along the line from one joint or point of it to another."""
    free = free_body(run, body)
    row = run.system.row(body, f"body '{body}'")
    line = _line(_place(free, row, start), _place(free, row, end), f"{start} to {end}")
    station = shares_of(stations) * line.length
    described: Any = run.mechanism.bodies_by_name[body]
    pieces, spread = pieces_along(described.mass, free, row, line)
    rest = free.imbalance().real
    sizes = np.linalg.norm(rest[:, :3], axis=1), np.linalg.norm(rest[:, 3:], axis=1)
    torques = [np.linalg.norm(one.torque.real, axis=1) for one in free.acting]
    imbalance = checked(free, sizes, torques, line.length.real)
    force, moment = _cut(free, pieces, line, station)
    loads = (-force[..., 0], force[..., 1], force[..., 2], -moment[..., 0], -moment[..., 1], -moment[..., 2])
    return SpatialLinkLoad(
        run.mechanism.name, body, (start, end), run.t, station, spread, imbalance, *loads, axes=line.axes
    )


def _place(free: SpatialFreeBody, row: Any, name: str) -> Array:
    """A joint, force, or named point or frame of the body, in its frame."""
    for one in free.acting:
        if one.name == name and one.kind != "gravity":
            if np.ptp(one.point.real, axis=0).max() > NEAR * (1.0 + np.abs(one.point.real).max()):
                raise AnalysisError(f"body '{free.body}': the place of '{name}' moves on it; name a fixed point")
            return one.point[0]
    if name == free.body:
        return np.zeros(3)
    try:
        point = row.scope.point(Frame(body=free.body, named=name))
    except MechanismError:
        described = row.scope.body(free.body)
        names = [one.name for one in free.acting if one.kind != "gravity"] + [*described.points, *described.frames]
        raise AnalysisError(
            f"body '{free.body}' has no joint, force or point '{name}'; there are: {', '.join(names)}"
        ) from None
    return np.array(point)


def _line(start: Array, end: Array, what: str) -> Line:
    """The line with its axes: z from that of the body, or from its x where the line lies along z."""
    length = number(norm(end - start))
    if length.real == 0.0:
        raise AnalysisError(f"the line from {what} has no length; name two different places")
    x = (end - start) / length
    upright = np.array([0.0, 0.0, 1.0] if abs(x[2].real) < _ALONG else [1.0, 0.0, 0.0])
    z = upright - (upright @ x) * x
    z = z / norm(z)
    return Line(start, np.array([x, np.cross(z, x), z]), length)


def _cut(free: SpatialFreeBody, pieces: list[Piece], line: Line, station: Array) -> tuple[Array, Array]:
    """Sum of all loads before each cut, inertia included, and their moment about it (frames by stations by 3)."""
    last = line.length.real * (1.0 - NEAR)
    limit = np.where(station.real >= last, last, station.real + line.length.real * NEAR)
    mass, first, inertia = before(pieces, station, limit)
    gravity = free.local(np.tile(free.gravity, (len(free.t), 1)))
    field, omega, alpha = (
        (vectors @ line.axes.T)[:, None, :]
        for vectors in (gravity - free.acceleration_at(line.start), free.omega, free.alpha)
    )
    force = mass[:, None] * field - np.cross(alpha, first) - np.cross(omega, np.cross(omega, first))
    momentum, rate = (np.einsum("sij,fkj->fsi", inertia, vectors) for vectors in (omega, alpha))
    moment = np.cross(first, field) - rate - np.cross(omega, momentum)
    for one in free.acting:
        if one.kind == "gravity":
            continue
        pull, torque = (free.local(vectors) @ line.axes.T for vectors in (one.force, one.torque))
        point = (one.point - line.start) @ line.axes.T
        counted = (point[:, :1].real <= limit[None, :])[..., None]
        force = force + counted * pull[:, None, :]
        moment = moment + counted * (torque + np.cross(point, pull))[:, None, :]
    cut = station[:, None] * np.array([1.0, 0.0, 0.0])
    return force, moment - np.cross(cut, force)
