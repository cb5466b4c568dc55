"""Limits of joints, ligaments and spheres under feet."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Metres, public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton


@public
@publicly_made
@dataclass(frozen=True)
class JointLimit:
    """What holds a coordinate in its range: a moment -stiffness (q - high) above it, and -damping u; both begin over a
    `transition` beyond the limit (rad or m)."""

    coordinate: str
    low: float
    high: float
    stiffness: float
    damping: float = 0.0
    transition: float = math.radians(5)
    low_stiffness: float | None = None
    """Below the range, if it is another."""

    def __post_init__(self) -> None:
        where = f"limit of '{self.coordinate}'"
        require_positive(where, stiffness=self.stiffness, transition=self.transition)
        require_not_negative(where, "a damping", damping=self.damping)
        if not self.low < self.high:
            raise MechanismError(f"{where}: low ({self.low:g}) is not below high ({self.high:g})")


@public
@publicly_made
@dataclass(frozen=True)
class ContactSphere:
    """A ball under a foot: the ground, a plane through the origin across gravity, presses on it with
    stiffness depth^1.5 (1 - 1.5 dissipation v), and rubs with friction tanh(slip / slow) of that."""

    body: str
    center: tuple[Metres, Metres, Metres]
    radius: Metres
    stiffness: float = 1e6
    """In N/m^1.5."""
    dissipation: float = 1.0
    """In s/m."""
    friction: float = 0.8
    slow: float = 0.02
    """In m/s: about the speed from which it slips."""

    def __post_init__(self) -> None:
        where = f"a contact sphere of '{self.body}'"
        require_positive(where, radius=self.radius, stiffness=self.stiffness, slow=self.slow)
        require_not_negative(where, "a number", dissipation=self.dissipation, friction=self.friction)


def passive_tables(skeleton: Skeleton) -> tuple[Array, ...]:
    """The tables that the kernels read."""
    from linkwork.library.biomechanics.laws.rows import own_rows

    limits, feet, ligaments = skeleton.limits, skeleton.feet, skeleton.ligaments
    numbers = np.zeros((len(limits), 6))
    for row, one in enumerate(limits):
        low = one.stiffness if one.low_stiffness is None else one.low_stiffness
        numbers[row] = one.low, one.high, low, one.stiffness, one.damping, one.transition
    spheres = [(*one.center, one.radius, one.stiffness, one.dissipation, one.friction, one.slow) for one in feet]
    curves = [own_rows(one.curve) for one in ligaments]
    longest = max((len(rows) for rows in curves), default=1)
    laws = np.zeros((len(curves), longest, 10))
    for row, rows in enumerate(curves):
        laws[row] = np.vstack([rows, np.repeat(rows[-1:], longest - len(rows), axis=0)])
    weight = np.array(skeleton.gravity, dtype=float)
    up = -weight / np.linalg.norm(weight) if np.any(weight) else np.array([0.0, 1.0, 0.0])
    return (
        np.array([skeleton.index("coordinate", one.coordinate) for one in limits], dtype=np.int64), numbers,
        np.array([skeleton.index("body", one.body) for one in feet], dtype=np.int64),
        np.array(spheres, dtype=float).reshape(-1, 8),
        np.array([[one.strength, one.slack_length] for one in ligaments], dtype=float).reshape(-1, 2), laws, up,
    )  # fmt: skip
