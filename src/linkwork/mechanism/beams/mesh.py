"""Where the nodes of a beam lie along it, what they are called, and which share of its mass each of them has.

Shares are the weights of a rule of Gregory's kind on every stretch of equal elements: those of the trapezoidal rule
and, from both ends, h (-35, 57, -31, 11, -2)/240; Simpson's rule for two elements, three eighths for three. All such
rules integrate cubics exactly, so that mass, mass centre and inertia of a straight beam are those of the whole, and
frequencies converge with the fourth power. Third and fourth differences at the ends leave two numbers free: 1/80
and 1/120 are near those with which the first six frequencies of free, hinged and clamped beams of 12 to 20 elements err
least together. Gregory's own numbers are for smooth functions, and the third derivative of the flexibility jumps where
the load acts.
"""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass

SAME = 1e-9  # of the length: places that are one
ENDS = {"root": 0.0, "tip": 1.0}
_FEW = (-1.0 / 8.0, 1.0 / 6.0, -1.0 / 24.0)  # Gregory's, up to three elements
_MANY = (-35.0 / 240.0, 57.0 / 240.0, -31.0 / 240.0, 11.0 / 240.0, -2.0 / 240.0)  # third 1/80, fourth differences 1/120


@dataclass(frozen=True)
class Node:
    """A node: its label, where it is from 0 at the root to 1 at the tip, its share of the whole mass."""

    label: str
    at: float
    share: float


def mesh(elements: int, places: Mapping[str, float]) -> list[Node]:
    """Equal elements with a node at every place; one that falls between two nodes splits the element there."""
    labels = {number / elements: str(number) for number in range(elements + 1)}
    for label, at in {**ENDS, **places}.items():
        if label in ENDS and abs(at - ENDS[label]) > SAME:
            raise MechanismError(f"place '{label}' is always at {ENDS[label]:g} of the length; choose another name")
        if not -SAME <= at <= 1.0 + SAME:
            raise MechanismError(f"place '{label}' is at {at:g} of the length; it must lie between 0 and 1")
        near = min(labels, key=lambda known: abs(known - at))
        if abs(near - at) > SAME:
            labels[at] = label
            continue
        if not labels[near].isdigit():
            raise MechanismError(f"places '{labels[near]}' and '{label}' are one; leave one of them out")
        labels[near] = label
    ordered = sorted(labels)
    return [Node(labels[at], at, share) for at, share in zip(ordered, shares(ordered), strict=True)]


def shares(at: list[float]) -> list[float]:
    """Weights of the nodes; their sum is one."""
    shares = [0.0] * len(at)
    first = 0
    while first < len(at) - 1:
        h, last = at[first + 1] - at[first], first + 1
        while last < len(at) - 1 and abs(at[last + 1] - at[last] - h) < SAME:
            last += 1
        for number in range(first, last):
            shares[number] += 0.5 * h
            shares[number + 1] += 0.5 * h
        if last - first > 1:
            for place, more in enumerate(_MANY if last - first > 3 else _FEW):
                shares[first + place] += h * more
                shares[last - place] += h * more
        first = last
    return shares
