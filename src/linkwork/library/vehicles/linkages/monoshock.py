"""Linkages between a swing arm and its strut: the Monoshocks of Suzuki, Honda (Pro-link) and the full floater.

A knee of the swing arm, a joint and a pivot of the frame make a four-bar with the arm. One of its two bars is a link
that carries the strut, the other a rod:

    suzuki        the link is on the frame, the rod goes to the arm, the strut to the frame
    pro-link      the link is on the arm, the rod goes to the frame, the strut to the frame
    full-floater  the link is on the frame, the rod goes to the arm, the strut to the arm

(Sharp, Evangelou and Limebeer 2005, 4.2, Eqs. 19 to 33, in points instead of lengths and angles.) By the loop the joint
is where the circles of both bars meet, on the side where it is drawn; with the arm's angle th and turned vectors [v]:

    B' = [B - F] (B - A) . A' / ((B - A) . [B - F]),   l' = (U - L) . (U' - L') / l,   moment = -T l' of a strut of T
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import as_expression
from linkwork.expression.given import public, publicly_made
from linkwork.functions.polynomial import Polynomial
from linkwork.library.checks import require_positive
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial

Point = tuple[float, float]
Ends = tuple[tuple[float, float], tuple[float, float]]
_ON_ARM = {"suzuki": (False, False), "pro-link": (True, False), "full-floater": (False, True)}
"""Whether the link is on the arm, and the upper end of the strut."""
_ORDER = 5  # of the fitted polynomial
_FITTED = 61  # angles that it is fitted to
_FLAT = 1e-6  # of the bars: less is no triangle


@public
@publicly_made
@dataclass(frozen=True)
class Monoshock:
    """A linkage of a swing arm: points (x, z) in m as drawn, and how it is modelled.

    `literal` is the loop with a link without mass, `analytical` the closed form of the strut's length with its moment
    by virtual power, `fitted` a polynomial of fifth degree in its place, over the angles of `span`. The strut is that
    of the swing arm: its lower end is on the link, its upper one on the frame, of a full floater on the arm.
    """

    kind: Literal["suzuki", "pro-link", "full-floater"]
    knee: tuple[float, float]
    """On the swing arm (A)."""
    joint: tuple[float, float]
    """Between link and rod (B)."""
    frame: tuple[float, float]
    """On the frame (F)."""
    variant: Literal["literal", "analytical", "fitted"] = "literal"
    span: tuple[float, float] = (-0.12, 0.12)
    """Angles of the arm between which it is fitted, rad, positive in bump; beyond them the polynomial goes astray,
    which a note of the run says: then give more."""

    def __post_init__(self) -> None:
        bars = {"knee to joint": math.dist(self.knee, self.joint), "joint to frame": math.dist(self.joint, self.frame)}
        require_positive("a Monoshock", **bars)
        if abs(self._side()) < _FLAT * bars["knee to joint"] * bars["joint to frame"]:
            raise MechanismError("a Monoshock: knee, joint and frame lie in line as drawn; it may fold either way")
        if not self.span[0] < 0.0 < self.span[1]:
            raise MechanismError("a Monoshock: its span goes from an angle below zero to one above")

    def _side(self) -> float:
        """Above zero where the joint is to the left of the way from the knee to the frame."""
        (ax, az), (bx, bz), (fx, fz) = self.knee, self.joint, self.frame
        return (fx - ax) * (bz - az) - (fz - az) * (bx - ax)

    # ------------------------------------------------------------------ closed form

    def length(self, angle: float, pivot: Point, strut: Ends) -> float:
        """The length of the strut at an angle of the arm about its pivot, rad, positive in bump."""
        return self._moved(angle, pivot, strut)["length"]

    def slope(self, angle: float, pivot: Point, strut: Ends) -> float:
        """How much longer the strut gets a radian of the arm, m; below zero where bump presses it."""
        return self._moved(angle, pivot, strut)["slope"]

    def _moved(self, angle: float, pivot: Point, strut: Ends) -> dict[str, float]:
        known: dict[str, float] = {"angle": float(angle)}
        try:
            for name, formula in self._formulas(pivot, strut).items():
                known[name] = as_expression(formula).value(known)
        except ExpressionError:
            raise MechanismError(f"a Monoshock: its loop cannot be closed at an angle of {angle:g} rad") from None
        return known

    def _formulas(self, pivot: Point, strut: Ends) -> dict[str, str]:
        """Formulas of the angle of the arm, one after the other, up to `length` and `slope`."""
        link_on_arm, upper_on_arm = _ON_ARM[self.kind]
        a, f = math.dist(self.knee, self.joint), math.dist(self.joint, self.frame)
        side = math.copysign(1.0, self._side())
        text = {"c": "cos(angle)", "s": "sin(angle)"}
        text |= _turned("a", self.knee, pivot)
        text |= {"dx": f"({self.frame[0]!r} - ax)", "dz": f"({self.frame[1]!r} - az)", "d2": "(dx^2 + dz^2)"}
        text |= {"along": f"((d2 + {a * a - f * f!r})/(2*d2))", "up": f"({side!r}*sqrt({a * a!r}/d2 - along^2))"}
        text |= {"bx": "(ax + along*dx - up*dz)", "bz": "(az + along*dz + up*dx)"}
        text |= {"rx": "(bx - ax)", "rz": "(bz - az)"}
        text |= {"fx": f"(bx - ({self.frame[0]!r}))", "fz": f"(bz - ({self.frame[1]!r}))"}
        text["turns"] = "((rx*ax_v + rz*az_v)/(rz*fx - rx*fz))"  # of the bar on the frame, for one of the arm
        along, across = self._on_link(strut[0])
        bar = "r" if link_on_arm else "f"
        text["kx"] = f"({along!r}*{bar}x - ({across!r})*{bar}z)"
        text["kz"] = f"({along!r}*{bar}z + ({across!r})*{bar}x)"
        if link_on_arm:
            text["link_turns"] = f"((-rz*(-turns*fz - ax_v) + rx*(turns*fx - az_v))/{a * a!r})"
            text |= {"lx": "(ax + kx)", "lz": "(az + kz)"}
            text |= {"lx_v": "(ax_v - link_turns*kz)", "lz_v": "(az_v + link_turns*kx)"}
        else:
            text |= {"lx": f"({self.frame[0]!r} + kx)", "lz": f"({self.frame[1]!r} + kz)"}
            text |= {"lx_v": "(-turns*kz)", "lz_v": "(turns*kx)"}
        upper = strut[1]
        still = {"ux": repr(upper[0]), "uz": repr(upper[1]), "ux_v": "0", "uz_v": "0"}
        text |= _turned("u", upper, pivot) if upper_on_arm else still
        text |= {"wx": "(ux - lx)", "wz": "(uz - lz)", "length": "sqrt(wx^2 + wz^2)"}
        text["slope"] = "((wx*(ux_v - lx_v) + wz*(uz_v - lz_v))/length)"
        return text

    def _on_link(self, point: Point) -> tuple[float, float]:
        """A point of the link in parts of its bar, along it and to its left."""
        (x, z), (bx, bz) = (self.knee if _ON_ARM[self.kind][0] else self.frame), self.joint
        along, square = (bx - x, bz - z), (bx - x) ** 2 + (bz - z) ** 2
        there = point[0] - x, point[1] - z
        first = (there[0] * along[0] + there[1] * along[1]) / square
        return first, (there[1] * along[0] - there[0] * along[1]) / square

    def polynomial(self, pivot: Point, strut: Ends) -> Array:
        """Coefficients of the fitted length, rising powers of the angle."""
        angles = np.linspace(*self.span, _FITTED)
        lengths = [self.length(float(angle), pivot, strut) for angle in angles]
        fitted: Array = np.polynomial.polynomial.polyfit(angles, lengths, _ORDER)
        return fitted

    # ------------------------------------------------------------------ mechanism

    def add(
        self,
        m: Spatial,
        bodies: tuple[SpatialBodyHandle, SpatialBodyHandle],
        pivot: Point,
        strut: Ends,
        spring: dict[str, Any],
    ) -> None:
        """Put it between the frame and the arm; `spring` has stiffness, damping and free length of the strut."""
        if self.variant == "literal":
            self._add_loop(m, bodies, strut, spring)
            return
        if self.variant == "fitted":
            values = [float(value) for value in self.polynomial(pivot, strut)]
            slopes = tuple(n * value for n, value in enumerate(values))[1:]
            m.signal("monoshock_length", Polynomial(of="swing_arm.angle", coefficients=values, between=self.span))
            m.signal("monoshock_slope", Polynomial(of="swing_arm.angle", coefficients=slopes))
            text = dict[str, str]()
        else:
            text = self._formulas(pivot, strut)
        own = {name: f"monoshock_{name}" for name in text} | {"angle": "swing_arm.angle"}
        for name, formula in text.items():
            m.signal(own[name], _renamed(formula, own))
        length, slope = "monoshock_length", "monoshock_slope"
        pull = f"{spring['stiffness']!r}*({length} - {spring['free_length']!r})"
        pull += f" + {spring['damping']!r}*{slope}*swing_arm.omega"
        m.actuator("rear_strut", "swing_arm", force=f"-({pull})*{slope}")

    def _add_loop(
        self, m: Spatial, bodies: tuple[SpatialBodyHandle, SpatialBodyHandle], strut: Ends, spring: dict[str, Any]
    ) -> None:
        frame, arm = bodies
        link_on_arm, upper_on_arm = _ON_ARM[self.kind]
        carrier, held = (self.knee, self.frame) if link_on_arm else (self.frame, self.knee)
        first, other = (arm, frame) if link_on_arm else (frame, arm)
        link = m.body("link", ((carrier[0] + self.joint[0]) / 2, 0, (carrier[1] + self.joint[1]) / 2))
        m.revolute("link_hinge", first, link, at=(carrier[0], 0, carrier[1]), axis=(0, 1, 0))
        ends = link.drawn(self.joint[0], 0, self.joint[1]), other.drawn(held[0], 0, held[1])
        m.spherical_spherical("link_rod", *ends, length=math.dist(self.joint, held))
        (x, z), (top_x, top_z) = strut
        upper = arm if upper_on_arm else frame
        m.spring("rear_strut", upper.drawn(top_x, 0, top_z), link.drawn(x, 0, z), **spring)


def _turned(name: str, point: Point, pivot: Point) -> dict[str, str]:
    """Formulas of a point of the arm and of how it goes with the angle."""
    x, z = point[0] - pivot[0], point[1] - pivot[1]
    rates = f"(({z!r})*c - ({x!r})*s)", f"(-({x!r})*c - ({z!r})*s)"
    text = {
        f"{name}x": f"({pivot[0]!r} + ({x!r})*c + ({z!r})*s)",
        f"{name}z": f"({pivot[1]!r} + ({z!r})*c - ({x!r})*s)",
    }
    return text | {f"{name}x_v": rates[0], f"{name}z_v": rates[1]}


def _renamed(formula: str, names: dict[str, str]) -> str:
    """A formula with other names for its variables."""
    return re.sub(r"[a-z][a-z_0-9]*", lambda word: names.get(word[0], word[0]), formula)
