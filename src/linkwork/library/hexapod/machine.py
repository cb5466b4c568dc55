"""A carrier on struts: their lengths for a pose, Jacobian, stiffness and workspace over many positions at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin, tan
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_numbers, require_positive, require_row
from linkwork.library.hexapod import data
from linkwork.library.hexapod.maps import StrutMap

_RAYS = 720
_FAR = 100.0  # times the size of the machine: what is farther away was meant in mm
_HALVINGS = 50


@public
@publicly_made
@takes(stiffness="STIFFNESS")
@dataclass(frozen=True)
class StrutMachine:
    """Joints on the carrier (`inner`, in its frame) and on the frame of the machine (`outer`), a row each, m; the
    stiffness of every strut, N/m.

    Actuators hold the lengths that belong to a target; struts carry no load there, and their joints are elastic. The
    carrier is not turned.
    """

    inner: Any
    outer: Any
    stiffness: float

    def __post_init__(self) -> None:
        require_positive("StrutMachine", stiffness=self.stiffness)
        try:
            inner, outer = np.asarray(self.inner, float), np.asarray(self.outer, float)
        except (ValueError, TypeError):
            raise MechanismError("StrutMachine: joints are rows of three coordinates") from None
        if not (np.isfinite(inner).all() and np.isfinite(outer).all()):
            raise MechanismError("StrutMachine: joints must be at finite places")
        if inner.shape != outer.shape or inner.ndim != 2 or inner.shape[1] != 3:
            raise MechanismError("StrutMachine: inner and outer joints are rows of three coordinates, one each a strut")

    def struts(self, positions: Any) -> tuple[Array, Array]:
        """For every position of the carrier the lengths of its struts and their directions, outwards (inverse
        kinematics)."""
        at = require_numbers("StrutMachine: positions", positions)
        if at.ndim < 1 or at.shape[-1] != 3 or not np.isfinite(at).all():
            raise AnalysisError("StrutMachine: positions are rows of three finite coordinates")
        size, away = float(np.max(np.abs(self.outer))), float(np.max(np.abs(at), initial=0.0))
        if away > _FAR * size:
            raise AnalysisError(
                f"StrutMachine: a position is {away:g} m from the middle of a machine of {size:g} m; positions are in m"
            )
        along = np.asarray(self.outer, float) - np.asarray(self.inner, float) - at[..., None, :]
        lengths = np.linalg.norm(along, axis=-1)
        if np.any(lengths == 0.0):
            raise AnalysisError("StrutMachine: a strut has no length at one of the positions")
        return lengths, along / lengths[..., None]

    def jacobian(self, positions: Any) -> Array:
        """How lengths change with displacements and rotations of the carrier: a matrix (struts, 6) a position."""
        along = self.struts(positions)[1]
        lever = np.cross(np.broadcast_to(np.asarray(self.inner, float), along.shape), along)
        return -np.concatenate([along, lever], axis=-1)

    def stiffness_at(self, positions: Any) -> Array:
        """Forces and torques of small displacements and rotations, K = k J' J: a matrix (6, 6) a position."""
        slopes = self.jacobian(positions)
        stiffness: Array = self.stiffness * np.swapaxes(slopes, -1, -2) @ slopes
        return stiffness

    @takes(at="LENGTH", length="LENGTH")
    def stiffness_map(
        self, first: Any, second: Any, plane: str = "xy", at: float = 0.0, length: float = 1.0
    ) -> StrutMap:
        """Stiffness over a plane of positions: values of its two coordinates, and that of the third, m.

        Rotations count as displacements at `length`, the characteristic length in m.
        """
        require_positive("stiffness_map", length=length)
        if sorted(plane) not in (["x", "y"], ["x", "z"], ["y", "z"]):
            raise AnalysisError(f"stiffness_map: the plane is xy, xz or yz, not {plane!r}")
        one, two = (require_row("stiffness_map", np.atleast_1d(values)) for values in (first, second))
        if not (len(one) and len(two)):
            raise AnalysisError("stiffness_map: give one value or more of both coordinates")
        positions = np.full((len(one), len(two), 3), float(at))
        positions[..., "xyz".index(plane[0])] = one[:, None]
        positions[..., "xyz".index(plane[1])] = two[None, :]
        return StrutMap(plane, one, two, self.stiffness_at(positions), length, self.inner, self.outer, at)

    @takes(pivot="PLAIN", stroke="LENGTH")
    def reachable(self, positions: Any, pivot: float | None = None, stroke: float | None = None) -> Array:
        """Whether all struts stay within their stroke (m, the centre in its middle) and their joints on the carrier
        within the pivot (rad, of the strut seen along z from the radial direction of the joint). One of both or both
        have to be given."""
        if pivot is None and stroke is None:
            raise AnalysisError("reachable: without a pivot and a stroke nothing ends; give one of them, or both")
        require_positive("reachable", **{n: v for n, v in (("pivot", pivot), ("stroke", stroke)) if v is not None})
        if pivot is not None:
            _require_angle("reachable: pivot", pivot)
        lengths, along = self.struts(positions)
        good = np.ones(lengths.shape, bool) if pivot is None else self._pivots(along) <= pivot
        if stroke is not None:
            good = good & (np.abs(lengths - self.struts(np.zeros(3))[0]) <= stroke / 2)
        reachable: Array = np.all(good, axis=-1)
        return reachable

    def _pivots(self, along: Array) -> Array:
        """The angles of struts, seen along z, from the radial directions of their joints, rad."""
        radial = np.asarray(self.inner, float)[:, :2]
        sizes, flat = np.linalg.norm(radial, axis=1), np.linalg.norm(along[..., :2], axis=-1)
        for number, size in enumerate(sizes, start=1):
            if size == 0.0 or np.any(flat[..., number - 1] == 0.0):
                what = "its joint lies on the axis" if size == 0.0 else "it stands along z at one of the positions"
                raise AnalysisError(f"strut {number}: {what}, so that no pivot is known of it; leave the pivot out")
        cosines = np.sum(along[..., :2] * radial, axis=-1) / (flat * sizes)
        angles: Array = np.arccos(np.clip(cosines, -1.0, 1.0))
        return angles

    @takes(pivot="PLAIN", stroke="LENGTH", largest="LENGTH")
    def inscribed_radius(self, pivot: float | None = None, stroke: float | None = None, largest: float = 1.0) -> float:
        """The radius in m of the largest disc about the centre, in the plane z = 0, that is reachable throughout."""
        require_positive("inscribed_radius", largest=largest)
        if pivot is None and stroke is None:
            raise AnalysisError(
                "inscribed_radius: without a pivot and a stroke nothing ends; give one of them, or both"
            )
        turn = 2 * np.pi * np.arange(_RAYS) / _RAYS
        rays = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])

        def good(radius: float) -> bool:
            return bool(np.all(self.reachable(radius * rays, pivot, stroke)))

        if not good(0.0):
            return 0.0
        if good(largest):
            raise AnalysisError(
                f"inscribed_radius: all is reachable up to {largest:g} m; give a larger `largest`, or limits"
            )
        low, high = 0.0, largest
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if good(middle) else (low, middle)
        return low


def _require_angle(name: str, angle: float) -> None:
    """Refuse what is more than half a turn: it was meant in degrees."""
    if not abs(angle) <= np.pi:
        raise MechanismError(
            f"{name} is an angle in rad, at most half a turn, not {angle:g}; in degrees '{angle:g} deg'"
        )


@public
@takes(zeta="PLAIN")
def hexact(design: str = "I", zeta: float = 0.0, struts: str = "inward") -> StrutMachine:
    """The machine of `data`: the inner joints turned by zeta (rad), in design I all alike, in II front against back."""
    if design not in ("I", "II") or struts not in data.INNER_HEIGHT:
        raise MechanismError(f"hexact: designs are I and II, struts inward and outward; found {design!r}, {struts!r}")
    _require_angle("hexact: zeta", zeta)
    height = data.INNER_HEIGHT[struts]
    rise = (data.OUTER_RADIUS - data.INNER_RADIUS) * tan(data.INCLINATION) * (1 if struts == "outward" else -1)
    inner, outer = [], []
    for number in range(6):
        side = 1 if number % 2 == 0 else -1
        angle = number * np.pi / 3
        turned = angle + (side if design == "II" else 1) * zeta
        inner.append((data.INNER_RADIUS * cos(turned), data.INNER_RADIUS * sin(turned), side * height))
        outer.append((data.OUTER_RADIUS * cos(angle), data.OUTER_RADIUS * sin(angle), side * (height + rise)))
    return StrutMachine(inner, outer, data.STIFFNESS)
