"""Loops of hinges that move although counting says that they are stiff, and their motion by Lagrange's equation.

The hinge angles are closed forms of one coordinate x. Hinges turn the bodies behind them one after the other,

    T(x, x') = 1/2 M(x) x'^2,   M x'' + 1/2 M' x'^2 + V' = 0,

with M' and V' by a complex step: nothing of the program is used, and no constraint is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import asin, atan, pi, sin, tan
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.base.arrays import Array

GRAVITY = 9.81


@dataclass(frozen=True)
class HingeLoop:
    """Hinges (point, axis) where it is drawn; bodies (mass, centre, inertia about axes of the world) between them."""

    points: Array
    axes: Array
    masses: Array
    centres: Array
    inertias: Array
    gravity: Array
    start: float
    angles: Callable[[Any], tuple[Array, Array]]  # turns of the hinges since the drawing, and their derivatives by x

    def energies(self, x: Any) -> tuple[Any, Any]:
        """M and V."""
        turns, slopes = self.angles(x)
        place, turn = np.zeros(3, complex), np.eye(3, dtype=complex)
        kinetic, potential, hinges = 0.0j, 0.0j, list[tuple[Array, Array]]()
        for body in range(len(self.masses)):
            axis, point = self.axes[body], self.points[body]
            hinges.append((turn @ axis, place + turn @ point))
            own = _turned(axis, turns[body])
            place, turn = place + turn @ (point - own @ point), turn @ own
            centre = place + turn @ self.centres[body]
            spin = sum(slope * a for slope, (a, _) in zip(slopes, hinges, strict=False))
            speed = sum(slope * np.cross(a, centre - p) for slope, (a, p) in zip(slopes, hinges, strict=False))
            local = turn.T @ spin
            kinetic += self.masses[body] * (speed @ speed) + local @ self.inertias[body] @ local
            potential -= self.masses[body] * (self.gravity @ centre)
        return kinetic, potential

    def gap(self, x: float) -> float:
        """How far the last hinge is off where it stands on the ground."""
        turns, _ = self.angles(complex(x))
        place, turn = np.zeros(3, complex), np.eye(3, dtype=complex)
        for axis, point, angle in zip(self.axes, self.points, turns, strict=True):
            own = _turned(axis, angle)
            place, turn = place + turn @ (point - own @ point), turn @ own
        return float(np.max(np.abs(np.append(turn - np.eye(3), place))))

    def motion(self, times: Array) -> Array:
        """x at the times, from rest."""
        from scipy.integrate import solve_ivp

        def rates(_: float, y: Array) -> list[float]:
            kinetic, potential = self.energies(complex(y[0], 1e-30))
            return [y[1], -(0.5 * kinetic.imag * y[1] ** 2 + potential.imag) / 1e-30 / kinetic.real]

        found = solve_ivp(
            rates, (times[0], times[-1]), [self.start, 0.0], "DOP853", times, rtol=1e-13, atol=1e-14, max_step=0.1
        )
        return np.asarray(found.y[0])

    def model(self, name: str) -> lw.Spatial:
        """The mechanism: links between the ground and the ground again, hinges J1, J2, ..."""
        m = lw.Spatial(name)
        m.set_gravity(*self.gravity)
        links = [m.ground]
        for number, centre in enumerate(self.centres):
            inertia = {"mass": float(self.masses[number]), "inertia": self.inertias[number].tolist()}
            end = {"end": tuple(self.points[number + 1] - centre)}
            links.append(m.body(f"link{number + 1}", tuple(centre), mass=inertia, points=end))
        for number, (point, axis) in enumerate(zip(self.points, self.axes, strict=True)):
            last = links[(number + 1) % len(links)]
            m.revolute(f"J{number + 1}", links[number], last, at=tuple(point), axis=tuple(axis))
        return m


def _turned(axis: Array, angle: Any) -> Array:
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * (cross @ cross))


def bennett(length: float = 1.0, twist: float = np.deg2rad(40.0), other: float = 1.5, start: float = 0.7) -> HingeLoop:
    """Bennett's linkage (1903): opposite links alike, lengths as the sines of their twists; x is the first angle.

    tan(x/2) tan(y/2) = sin((b + a)/2) / sin((b - a)/2) with the twists a and b; the others are -x and -y.
    """
    second = asin(other * sin(twist) / length)
    ratio = sin((second + twist) / 2) / sin((second - twist) / 2)
    lengths, twists = [length, other] * 2, [twist, second] * 2
    y = 2.0 * atan(ratio / tan(start / 2))

    def angles(x: Any) -> tuple[Array, Array]:
        now = 2.0 * np.arctan(ratio / np.tan(x / 2))
        slope = -np.sin(now) / np.sin(x)
        turns = np.array([x - start, now - y, start - x, y - now])
        return turns, np.array([1.0, slope, -1.0, -slope])

    place, turn = np.zeros(3), np.eye(3)
    points, axes, centres, inertias = [], [], [], []
    for theta, a, alpha in zip([start, y, -start, -y], lengths, twists, strict=True):
        points.append(place.copy())
        axes.append(turn[:, 2].copy())
        turn = turn @ _turned(np.array([0.0, 0.0, 1.0]), theta)
        centres.append(place + 0.5 * a * turn[:, 0])
        place = place + a * turn[:, 0]
        turn = turn @ _turned(np.array([1.0, 0.0, 0.0]), alpha)
        own = np.diag([0.01, a * a / 12 + 0.01, a * a / 12 + 0.01])
        own = turn @ own @ turn.T
        inertias.append(0.5 * (own + own.T))
    gravity = np.array([0.3, 0.2, -GRAVITY])
    return HingeLoop(*_arrays(points, axes, [1.0] * 3, centres[:3], inertias[:3]), gravity, start, angles)


CORNERS = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))


def cube_bricard() -> HingeLoop:
    """Bricard's linkage of the IFToMM library of multibody benchmarks (A04): five rods along edges of a cube, 10 s.

    Every other angle is the same; cos a cos b + cos a + cos b = 0 (Chen, You and Tarnai 2005), a = b = 90 deg at the
    start.
    """

    def angles(x: Any) -> tuple[Array, Array]:
        a = 0.5 * pi - x
        b = np.arccos(-np.cos(a) / (1.0 + np.cos(a)))
        slope = -np.sin(a) * (1.0 + np.cos(b)) / (np.sin(b) * (1.0 + np.cos(a)))
        return np.array([x, 0.5 * pi - b] * 3), np.array([1.0 + 0.0 * x, slope] * 3)

    points = np.array(CORNERS, float)
    axes = np.array([{"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}[name] for name in "yzxyzx"], float)
    inertias = []
    for number in range(5):
        moments = np.full(3, (1.0 + 0.1**2) / 12)
        moments[int(np.argmax(np.abs(points[number + 1] - points[number])))] = 2 * 0.1**2 / 12
        inertias.append(np.diag(moments))
    centres = 0.5 * (points[:5] + points[1:])
    return HingeLoop(points, axes, np.ones(5), centres, np.array(inertias), np.array([0.0, -GRAVITY, 0.0]), 0.0, angles)


def _arrays(*lists: Any) -> tuple[Array, ...]:
    return tuple(np.array(values) for values in lists)
