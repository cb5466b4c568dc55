"""Curvature of outlines, sampled: where a cam is convex, concave or sharp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from linkwork.places.row import Row

Array = NDArray[np.float64]
Span = tuple[float, float]

SAMPLES = 4001
SHARP = 2e-3  # a radius of curvature below this share of the outline's size counts as a sharp point


@dataclass(frozen=True)
class Bend:
    """Points of an outline over its parameter and its curvature, positive where it is convex seen from outside.

    An open outline has no inside: its curvature is positive where it turns left.
    """

    alpha: Array
    points: Array
    curvature: Array
    closed: bool

    @property
    def size(self) -> float:
        """Width or height of the outline, whichever is larger."""
        return float(np.ptp(self.points, axis=0).max())

    def spans(self, chosen: NDArray[np.bool_]) -> list[Span]:
        """Ranges of the parameter in which the samples are chosen, joined over the closure."""
        edges = np.flatnonzero(np.diff(np.concatenate([[0], chosen.astype(int), [0]])))
        spans = [(float(self.alpha[a]), float(self.alpha[b - 1])) for a, b in edges.reshape(-1, 2)]
        if self.closed and len(spans) > 1 and chosen[0] and chosen[-1]:
            spans = [(spans[-1][0], spans[0][1]), *spans[1:-1]]
        return spans

    def sharp(self) -> list[Span]:
        """Where the radius of curvature all but vanishes."""
        return self.spans(~(np.abs(self.curvature) * SHARP * self.size < 1.0))


def bend_of(row: Row, reference: str) -> Bend:
    """The sampled outline of a reference such as `cam.profile`, with real numbers."""
    from linkwork.functions.sample import CURVE, sample

    env = {name: value.real for name, value in row.scope.env.items()}
    outline = row.scope.outline(reference)[1]
    closed = outline.period(env) is not None
    alpha = np.linspace(*(outline.range(env) or (-1.0, 1.0)), SAMPLES)
    # sampled between the joints of formulas, where one-sided values would be a matter of rounding
    alpha = (alpha[1:] + alpha[:-1]) / 2
    x, y, dx, dy, ddx, ddy = sample(outline.pack(env), alpha, CURVE)[:, :6].T
    with np.errstate(divide="ignore", invalid="ignore"):
        curvature = (dx * ddy - dy * ddx) / np.hypot(dx, dy) ** 3
    turned = np.sign(np.sum(x * dy - y * dx)) if closed else 1.0
    return Bend(alpha, np.column_stack([x, y]), turned * curvature, closed)
