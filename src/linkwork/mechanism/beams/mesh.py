"""Where the nodes of a beam lie along it, what they are called, and which share of its mass each of them has.

Shares are the weights of Gregory's rule on every stretch of equal elements, h (3/8, 7/6, 23/24, 1, 1, ...) from both of
its ends: Simpson's rule for two elements, three eighths for three. They integrate cubics exactly, so that mass, mass
centre and inertia of a straight beam are those of the whole, and frequencies converge with the fourth power. Nodes may
lie at Gauss-Lobatto points instead (`lobatto.py`), whose weights need fewer of them for the same error.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.mechanism.beams.lobatto import lobatto

SAME = 1e-9  # of the length: places that are one
ENDS = {"root": 0.0, "tip": 1.0}
MOST_LOBATTO = 100  # elements between two places: those at the ends have a share of about 3.6/n^2
_GREGORY = (-1.0 / 8.0, 1.0 / 6.0, -1.0 / 24.0)


@dataclass(frozen=True)
class Node:
    """A node: its label, where it is from 0 at the root to 1 at the tip, its share of the whole mass."""

    label: str
    at: float
    share: float


def mesh(elements: int, places: Mapping[str, float], spacing: str = "even") -> list[Node]:
    """Elements with a node at every place.

    Equal ones are split by a place that falls between two nodes; with Lobatto's points each stretch between two places
    has its own, as many elements as its length is of the whole.
    """
    if spacing == "lobatto":
        labels, weights = _lobatto_nodes(elements, places)
    else:
        labels, weights = {number / elements: str(number) for number in range(elements + 1)}, None
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
    return [Node(labels[at], at, share) for at, share in zip(ordered, weights or shares(ordered), strict=True)]


def _lobatto_nodes(elements: int, places: Mapping[str, float]) -> tuple[dict[float, str], list[float]]:
    """Numbers of nodes by where they lie, and their weights; some lie at the given places, which are to be named."""
    ends = [0.0]
    for place in sorted(at for at in places.values() if SAME < at < 1.0 - SAME):
        if place - ends[-1] > SAME:
            ends.append(place)
    ends.append(1.0)
    where, weights = [0.0], [0.0]
    for first, last in pairwise(ends):
        count = max(1, round(elements * (last - first)))
        if count > MOST_LOBATTO:
            raise MechanismError(
                f"{count} elements between two places are too many for spacing 'lobatto', which puts the nodes at the "
                f"ends ever closer together; take at most {MOST_LOBATTO}, or spacing 'even'"
            )
        points, shares = lobatto(count)
        weights[-1] += (last - first) * shares[0]
        where += [first + (last - first) * point for point in points[1:-1]] + [last]
        weights += [(last - first) * share for share in shares[1:]]
    return {at: str(number) for number, at in enumerate(where)}, weights


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
            for place, more in enumerate(_GREGORY):
                shares[first + place] += h * more
                shares[last - place] += h * more
        first = last
    return shares
