"""The benchmark problems in space as Linkwork models, with the data of `bench.peers.references`."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.dynamic_problems import Problem
from bench.peers import common

Array = NDArray[np.float64]
SIZES = (10, 50, 100, 200)


class SpaceProblem(Problem):
    """A problem in space: six coordinates a body, x, y, z and the rotation vector."""

    columns_a_body = 6


def _axis(vectors: Array) -> Array:
    """Where the x axis of a body points, from its rotation vector: the first column of exp."""
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    sine, cosine = np.sinc(angle / np.pi), np.sinc(angle / (2 * np.pi)) ** 2 / 2
    x, y, z = np.moveaxis(vectors, -1, 0)
    turned = np.stack([np.zeros_like(x), z, -y], -1)
    twice = np.stack([-(y * y + z * z), x * y, x * z], -1)
    return np.array([1.0, 0.0, 0.0]) + sine * turned + cosine * twice


def balls(count: int) -> lw.Spatial:
    """Chain of rods with ball joints, drawn straight at 30 degrees below the horizontal; x' along a rod."""
    m = lw.Spatial(f"chain of {count} rods with ball joints")
    m.set_gravity(0, 0, -common.G)
    half = common.LL / 2
    before = m.ground.at(0, 0, 0)
    for i in range(count):
        middle = tuple(float(each) for each in (2 * i + 1) * half * common.BALL_U0)
        rod = m.body(f"rod{i}", middle, orientation=lw.orient.axis_angle((0, 1, 0), -common.TH0))
        m.mass(rod, mass=common.ML, inertia=(common.BALL_JA, common.BALL_JT, common.BALL_JT))
        m.spherical(f"J{i}", before, rod.at(-half, 0, 0))
        before = rod.at(half, 0, 0)
    return m


def ball_speeds(count: int) -> dict[str, float]:
    """All rods turn about the vertical as one, and each spins about its axis."""
    own = common.ball_omega()[1]
    return {
        f"rod{i}.{name}": float(own[k])
        for i in range(count)
        for k, name in enumerate(("omega.x", "omega.y", "omega.z"))
    }


def _ball_points(columns: dict[str, int], q: Array) -> Array:
    places = [q[:, c : c + 3] + common.LL / 2 * _axis(q[:, c + 3 : c + 6]) for c in columns.values()]
    return np.stack(places, 1)


def with_balls(count: int) -> SpaceProblem:
    """A chain of rods with ball joints."""
    return SpaceProblem(f"balls{count}", lambda: balls(count), common.BALLS_T, _ball_points, ball_speeds(count))


def revolutes(count: int = 10) -> lw.Spatial:
    """Chain of the same rods with hinges, whose axes are skew: each is turned by 50 degrees about the rod before it."""
    m = lw.Spatial(f"chain of {count} rods with hinges")
    m.set_gravity(0, 0, -common.G)
    half, start = common.LL / 2, {"at": (0, 0, 0)}
    before = m.ground
    for i in range(count):
        twist = math.radians(50.0 * i)
        axis, along = (0.0, math.cos(twist), math.sin(twist)), (1, 0, 0)
        rod = m.body(f"rod{i}", ((2 * i + 1) * half, 0, 0))
        m.mass(rod, mass=common.ML, inertia=(common.BALL_JA, common.BALL_JT, common.BALL_JT))
        m.revolute(f"J{i}", before.frame(**start, axis=axis, x=along), rod.frame(at=(-half, 0, 0), axis=axis, x=along))
        before, start = rod, {"at": (half, 0, 0)}
    return m


def slider_crank() -> lw.Spatial:
    """The spatial slider-crank of Haug 10.2: crank 0.08 m, rod 0.3 m, the crank turns once a second."""
    length = 0.3
    m = lw.Spatial("slider-crank in space")
    crank = m.body("crank", (0, 0.1, 0.12), orientation={"parameters": (0.71, 0, 0)})
    rod = m.body("rod", (0.1, 0.05, 0.1), orientation={"parameters": (-0.21, 0.40, -0.1)})
    slider = m.body("slider", (0.2, 0, 0))
    m.revolute(
        "A",
        m.ground.frame(P=(0, 0.1, 0.12), Q=(1, 0.1, 0.12), R=(0, 0.1, 1.12)),
        crank.frame(P=(0, 0, 0), Q=(1, 0, 0), R=(0, 0, 1)),
    )
    m.spherical("B", crank.at(0, 0.08, 0), rod.at(-length / 2, 0, 0))
    m.revolute_cylindrical(
        "C",
        rod.frame(P=(length / 2, 0, 0), Q=(length / 2, 1, 0), R=(1 + length / 2, 0, 0)),
        slider.frame(P=(0.2, 0, 0), Q=(1.2, 0, 0), R=(0.2, 1, 0)),
    )
    m.translational(
        "D",
        m.ground.frame(P=(0.2, 0, 0), Q=(1.2, 0, 0), R=(0.2, 1, 0)),
        slider.frame(P=(0, 0, 0), Q=(1, 0, 0), R=(0, 1, 0)),
    )
    m.distance("E", rod.at(length / 2, 0, 0), slider.at(1, 0, 0), 1.0)
    m.drive("motor", joint="A", angle="pi/2 - 2*pi*t")
    return m


def four_bar() -> lw.Spatial:
    """The spatial four-bar of Haug 10.3: revolute, universal, ball and revolute, the crank turns once in 2 s."""
    m = lw.Spatial("four-bar in space")
    crank = m.body("crank", (0, 0, 0), orientation={"parameters": (0, 0, 0)})
    coupler = m.body(
        "coupler", (-3.75, -4.25, 4.25), orientation={"parameters": (0.91863, -0.17660, 0.06686, -0.34706)}
    )
    rocker = m.body("rocker", (-5.75, -8.5, 3.25), orientation={"parameters": (-0.36, 0.36, -0.61)})
    m.revolute(
        "A", m.ground.frame(P=(0, 0, 0), Q=(1, 0, 0), R=(0, 0, 1)), crank.frame(P=(0, 0, 0), Q=(1, 0, 0), R=(0, 0, 1))
    )
    m.revolute(
        "D",
        m.ground.frame(P=(-4, -8.5, 0), Q=(-4, -9.5, 0), R=(-3, -8.5, 0)),
        rocker.frame(P=(0, 3.7, 0), Q=(1, 3.7, 0), R=(0, 2.7, 0)),
    )
    m.universal(
        "B",
        crank.frame(P=(0, 0, 2), Q=(0.75, -0.662, 2), R=(0.244, 0.277, 2.929)),
        coupler.frame(P=(0, 6.1, 0), Q=(0, 6.1, 1), R=(1, 6.1, 0)),
    )
    m.spherical("C", coupler.at(0, -6.1, 0), rocker.at(0, -3.7, 0))
    m.drive("motor", joint="A", angle="pi*t")
    return m


def problems() -> dict[str, SpaceProblem]:
    """The chains with ball joints by name."""
    found = [with_balls(count) for count in SIZES]
    return {problem.name: problem for problem in found}
