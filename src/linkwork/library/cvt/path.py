"""The reference path of a belt on two pulleys: two arcs and two spans, and where its stations are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import acos, cos, pi, sin

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.library.cvt.layout_kernel import PATH, PCURVE, PGROWTH

EASE = 0.004
"""m along which the curvature of an arc begins and ends, half of it on the span.

About as far as the belt needs to bend. With a curvature that jumps, what the deflection bends back would have to jump
between two stations, which no function does.
"""
_LONGEST = 0.5  # of the radius of an arc: the same where pulleys would be tiny
_MOST_SECANTS, _ROUNDING = 200, 1e-15
_KEPT = 64  # paths that were asked for last: a search asks for the same ones again and again
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


@dataclass(frozen=True)
class ReferencePath:
    """Arcs of the radii `driving` (about the origin) and `driven` (about x = `distance`), joined by their tangents.

    It runs counterclockwise: arc of the driving pulley, span t1 below, arc of the driven pulley, span t2 above. At
    both ends of an arc the curvature rises and falls smoothly along `ease`, half of which counts to the arc and half
    to the span.
    """

    driving: float
    driven: float
    distance: float
    ease: float = EASE

    @cached_property
    def _feet(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Of each pulley: how far the line of a span lies beyond its arc, and where on it the ease ends, counted from
        the foot of the perpendicular."""
        return _foot(self.driving, self.ease), _foot(self.driven, self.ease)

    @cached_property
    def opening(self) -> float:
        """Half the angle wrapped on the driven pulley, rad."""
        (one, _), (two, _) = self._feet
        return acos(max(-1.0, min(1.0, (self.driving + one - self.driven - two) / self.distance)))

    @cached_property
    def parts(self) -> tuple[float, float, float, float]:
        """Lengths of the four parts, m."""
        half = self.opening
        span = self.distance * sin(half) - self._feet[0][1] - self._feet[1][1] + self.ease
        return (self.driving * (2 * pi - 2 * half), span, self.driven * 2 * half, span)

    @property
    def length(self) -> float:
        """Of the whole path, m."""
        return sum(self.parts)

    def rows(self, places: Array) -> Array:
        """Place, tangent, curvature and its growth at coordinates along the path, a row of `PATH` numbers each."""
        arc, span, other, _ = self.parts
        at = np.asarray(places, float) % self.length
        table, half = np.zeros((len(at), PATH)), 0.5 * self.ease
        nearer = np.abs((at - 0.5 * arc + 0.5 * self.length) % self.length - 0.5 * self.length) < 0.5 * (arc + span)
        # each pulley has its arc, from the middle of which the belt runs out alike to both sides
        for here, centre, radius, middle, wrapped, angle in (
            (nearer, 0.0, self.driving, 0.5 * arc, arc, pi),
            (~nearer, self.distance, self.driven, arc + span + 0.5 * other, other, 0.0),
        ):
            offset = (at - middle + 0.5 * self.length) % self.length - 0.5 * self.length
            side = np.where(offset[here] < 0, -1.0, 1.0)
            begin, along = 0.5 * wrapped - half, np.abs(offset[here])
            outward, across, turned, curve, growth = _runs_out(radius, self.ease, along - begin)
            turn = angle + side * np.minimum(along, begin) / radius
            ex, ey = np.cos(turn), np.sin(turn)
            table[here, 0] = centre + (radius + outward) * ex - side * across * ey
            table[here, 1] = (radius + outward) * ey + side * across * ex
            table[here, 2] = -np.sin(turn + side * turned)
            table[here, 3] = np.cos(turn + side * turned)
            table[here, PCURVE], table[here, PGROWTH] = curve, side * growth
        return table


def _runs_out(radius: float, ease: float, beyond: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Behind the end of a circle: how far out (negative: inward) and along its last tangent the path has come, by
    which angle it has turned since, its curvature there and how that grows."""
    eased = np.clip(beyond, 0.0, ease)
    u = 0.5 * eased[:, None] * (_NODES + 1)
    turned = _turned(radius, ease, u)
    line = _turned(radius, ease, eased)
    straight = np.maximum(beyond - ease, 0.0)
    outward = -0.5 * eased * (np.sin(turned) @ _WEIGHTS) - straight * np.sin(line)
    across = 0.5 * eased * (np.cos(turned) @ _WEIGHTS) + straight * np.cos(line)
    share = eased / ease
    curve, growth = 1.0 - share * share * (3.0 - 2.0 * share), -6.0 * share * (1.0 - share) / ease
    return outward, across, line, curve / radius, growth / radius


def _turned(radius: float, ease: float, along: Array) -> Array:
    """The angle by which the eased path has turned: the integral of a cubic that falls from 1 / radius to zero."""
    share = along / ease
    return np.asarray(ease / radius * share * (1.0 - share * share * (1.0 - 0.5 * share)))


def _foot(radius: float, ease: float) -> tuple[float, float]:
    outward, across, turned, *_ = (float(each[0]) for each in _runs_out(radius, ease, np.array([ease])))
    line = (radius + outward) * cos(turned) + across * sin(turned)  # distance of the span's line from the axis
    return line - radius, across * cos(turned) - (radius + outward) * sin(turned)


@lru_cache(maxsize=_KEPT)
def path_of_ratio(length: float, distance: float, ratio: float) -> ReferencePath:
    """The path of a given length whose radii have the ratio driven over driving."""

    def path(driving: float) -> ReferencePath:
        least = driving * min(1.0, ratio)
        return ReferencePath(driving, ratio * driving, distance, min(EASE, _LONGEST * least))

    def lack(driving: float) -> float:
        return path(driving).length - length

    low = 1e-6 * distance
    high = distance / max(1.0, abs(1 - ratio)) * (1 - 1e-9)
    if lack(low) > 0 or lack(high) < 0:
        raise MechanismError(f"no belt of {length:g} m runs on pulleys {distance:g} m apart at the ratio {ratio:g}")
    return path(_root(lack, low, high))


def _root(lack: Callable[[float], float], low: float, high: float) -> float:
    """Where a growing function is zero, to rounding: by secants, the end that stays counting half (Illinois)."""
    below, above, last, side = lack(low), lack(high), low, 0
    for _ in range(_MOST_SECANTS):
        middle = high - above * (high - low) / (above - below)
        if abs(middle - last) <= _ROUNDING * middle:
            break
        last, here = middle, lack(middle)
        if here == 0.0:
            break
        if here < 0.0:
            low, below, above, side = middle, here, above * (0.5 if side < 0 else 1.0), -1
        else:
            high, above, below, side = middle, here, below * (0.5 if side > 0 else 1.0), 1
    return middle
