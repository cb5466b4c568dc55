"""A rig for one tyre: it is rolled over a flat road with a load, slips and a camber, and its steady forces are told."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError, MechanismError, shown
from linkwork.expression import as_expression
from linkwork.library.checks import require_positive
from linkwork.mechanism.spatial.spatial import Spatial

FORCES = ("along", "across", "aligning")
_SEEN = ("load", "slip_ratio", *FORCES)
_TRIES, _EXACT = 30, 1e-10  # of the search for height and spin, and its relative accuracy
_SOFT = 2e5  # N/m, from which the search for the height begins where the fields have none
_STEP = 1e-6  # m and rad/s, by which slopes are found


def free_numbers(tyre: Mapping[str, Any], names: Sequence[str]) -> list[float]:
    """The numbers of these fields of a tyre; refused where one is none, as that of its model."""
    numbers = {name: value for name, given in _steady(tyre).items() if (value := _value(given)) is not None}
    for name in names:
        if name not in numbers:
            raise MechanismError(f"a tyre on a rig: '{name}' is no number of it; numbers are {', '.join(numbers)}")
    return [numbers[name] for name in names]


def _steady(tyre: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that may be free: without those of relaxation, and its radius, which the rig has."""
    return {name: value for name, value in tyre.items() if not name.startswith("relaxation") and name != "radius"}


def _number(name: str, given: Any) -> float:
    value = _value(given)
    if value is None:
        raise MechanismError(f"a tyre on a rig: {name} is a number, or one with its unit as text; found {shown(given)}")
    return value


def _value(given: Any) -> float | None:
    """What a number, or a quantity as text, is in SI units; none of what is neither."""
    if isinstance(given, bool):
        return None
    try:
        value = float(as_expression(given).value({}).real)
    except (LinkworkError, TypeError, ValueError, AttributeError):
        return None
    return value if math.isfinite(value) else None


class TyreRig:
    """A tyre as a program of arrays: all points of a map are rolled at once. `free` fields stay symbols."""

    def __init__(self, tyre: Mapping[str, Any], radius: float, speed: float, free: Sequence[str] = ()) -> None:
        steady = _steady(tyre)
        given = tyre.get("radius", radius)
        self.radius, self.speed = _number("radius", given), speed
        self._stiffness = _number("stiffness", steady.get("stiffness", _SOFT))
        require_positive("a tyre on a rig", radius=self.radius, speed=speed, stiffness=self._stiffness)
        free_numbers(tyre, free)
        m = Spatial("tyre rig")
        m.parameters(**{f"free_{name}": steady[name] for name in free})
        wheel = m.body("wheel", (0, 0, self.radius), mass={"mass": 20.0, "inertia": (1.0, 1.0, 1.0)})
        fields: Any = steady | {name: f"free_{name}" for name in free} | {"radius": given}
        m.tyre("tyre", m.ground, wheel.frame(axis=(0, 1, 0)), **fields)
        written = m.program(parameters=[f"free_{name}" for name in free], outputs=[f"tyre.{name}" for name in _SEEN])
        if written.recorded.states:
            raise MechanismError("a tyre on a rig: it has states of its own; leave its relaxation out")
        space: dict[str, Any] = {}
        exec(written.source("numpy"), space)  # our own text of the tyre's formulas: nothing of a file is in it as code
        self._outputs = space["outputs"]

    def forces(
        self, load: Any, slip_angle: Any, slip: Any = 0.0, camber: Any = 0.0, free: Sequence[float] = ()
    ) -> dict[str, Array]:
        """Steady forces and torque by name, for arrays of one shape, or that become one."""
        rows = np.broadcast_arrays(*(np.asarray(each, float) for each in (load, slip_angle, slip, camber)))
        shape = rows[0].shape
        load, angle, slip, camber = (np.array(each, float).ravel() for each in rows)
        if not (np.all(load > 0.0) and all(np.isfinite(each).all() for each in rows)):
            raise MechanismError("a tyre on a rig: loads are above zero, and all is finite")
        height = self.radius - load / self._stiffness
        spin = self.speed * np.cos(angle) * (1.0 + slip) / height
        height = self._solved(
            lambda z: self._told(z, spin, angle, camber, free)["load"] - load, height, np.max(load), "load"
        )
        spin = self._solved(
            lambda s: self._told(height, s, angle, camber, free)["slip_ratio"] - slip, spin, 1.0, "slip"
        )
        told = self._told(height, spin, angle, camber, free)
        return {name: told[name].reshape(shape) for name in FORCES}

    def _told(self, height: Array, spin: Array, angle: Array, camber: Array, free: Sequence[float]) -> dict[str, Array]:
        none = np.zeros_like(height)
        q = [none, none, height, np.cos(camber / 2), np.sin(camber / 2), none, none]
        v = [self.speed * np.cos(angle), -self.speed * np.sin(angle), none, none, spin, none]
        with np.errstate(all="ignore"), warnings.catch_warnings():  # both ways of a decision are computed
            warnings.simplefilter("ignore")
            row = self._outputs(0.0, q, v, par=list(free))
        return {
            name: np.broadcast_to(np.asarray(each, float), height.shape) for name, each in zip(_SEEN, row, strict=True)
        }

    def _solved(self, wrong: Any, at: Array, size: float, what: str) -> Array:
        """Newton's method with slopes by differences, for every point by itself."""
        for _ in range(_TRIES):
            error = wrong(at)
            if np.max(np.abs(error)) <= _EXACT * size:
                return at
            slope = (wrong(at + _STEP) - error) / _STEP
            at = at - error / np.where(slope == 0.0, np.inf, slope)
        raise MechanismError(f"a tyre on a rig: no height and spin have the {what} that is asked for")
