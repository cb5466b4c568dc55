"""Garcia de Jalon and Bayo 10.4, Examples 10.3 and 10.4: a four-bar with fixed pivots through five points, and more.

A position has six coordinates (crank, coupler) and five equations (two pins, the rocker as a rod), a point two; with
five points and the design l2, l3, l4, px, py that is 35 equations for 35 unknowns.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.design.synthesis.bounds import read_free
from linkwork.design.synthesis.problem import Problem
from linkwork.design.synthesis.synthesise import improved

KNOWN = {"l2": 0.3, "l3": 0.8, "l4": 0.7, "px": 0.4, "py": 0.3}
FREE = {"l2": (0.1, 0.6), "l3": (0.4, 1.2), "l4": (0.4, 1.2), "px": (0, 0.8), "py": (0, 0.8)}


def linkage(**values: float) -> lw.Planar:
    m = lw.Planar("five points")
    l2, l3, l4, px, py = m.parameters(**(KNOWN | values))
    crank = m.body("crank", estimate=(0, 0, 0.5))
    coupler = m.body("coupler", estimate=(0.26, 0.14, 0.4), points={"P": (px, py)})
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("pin", crank.at(l2, 0), coupler.at(0, 0))
    m.revolute_revolute("rocker", coupler.at(l3, 0), m.ground.at(1, 0), l4)
    m.drive("motor", joint="A", angle="0.5 + 2*pi*t")
    return m


@cache
def motion() -> Any:
    return linkage().kinematics(1.0, 101, progress=False)


def points_at(frames: list[int]) -> list[tuple[float, float]]:
    return [(float(motion()["coupler.P.x"][i]), float(motion()["coupler.P.y"][i])) for i in frames]


@cache
def five() -> Any:
    m = linkage(l2=0.2, l3=0.6, l4=0.9, px=0.1, py=0.1)
    targets = lw.synthesis.path("coupler.P", points_at([0, 11, 24, 37, 52]))
    return m.synthesise(targets, FREE, starts=8, progress=False)


def test_five_points_give_35_equations_for_35_unknowns() -> None:
    m = linkage()
    problem = Problem(m, lw.synthesis.path("coupler.P", points_at([0, 11, 24, 37, 52])), read_free(m, FREE))
    q = np.tile(problem.system.start, (5, 1))
    rows = problem.rows(problem.design(np.array(list(KNOWN.values()))), q)
    assert rows.equal.size + rows.wanted.size == 35
    assert q.size + len(FREE) == 35


def test_the_equations_are_solved_to_1e_12() -> None:
    exact = [one for one in five() if one.error < 1e-24]
    assert len(exact) >= 1
    for one in exact:
        assert one.largest < 1e-12
        problem = Problem(one.mechanism, one.targets, read_free(one.mechanism, FREE))
        rows = problem.rows(problem.design(np.array(list(one.parameters.values()))), one.positions)
        assert np.max(np.abs(rows.equal)) < 1e-12


def test_the_known_linkage_is_among_the_solutions() -> None:
    apart = [max(abs(one.parameters[name] - value) for name, value in KNOWN.items()) for one in five()]
    nearest = five()[int(np.argmin(apart))]
    assert min(apart) < 1e-12
    assert not nearest.defects


def test_more_than_five_points_are_met_by_least_squares() -> None:
    """Twelve points moved off the curve: the fit is nearer to them than the linkage they were taken from."""
    frames = list(range(0, 96, 8))
    noise = 0.01 * np.random.default_rng(4).normal(size=(len(frames), 2))
    moved = [
        tuple(float(value) for value in np.add(point, off)) for point, off in zip(points_at(frames), noise, strict=True)
    ]
    targets = lw.synthesis.path("coupler.P", moved)
    fitted = improved(linkage(), targets, tuple(KNOWN), motion().q[frames])
    held = improved(linkage(), targets, ("l2",), motion().q[frames])
    assert 0 < fitted.error < 0.9 * held.error < np.sum(noise**2)
    problem = Problem(fitted.mechanism, targets, read_free(fitted.mechanism, FREE))
    design = problem.design(np.array(list(fitted.parameters.values())))
    rows, slopes = problem.rows(design, fitted.positions), problem.slopes(design, fitted.positions)
    assert np.max(np.abs(rows.equal)) < 1e-11
    assert np.max(np.abs(reduced_gradient(rows, slopes))) < 1e-6


def reduced_gradient(rows: Any, slopes: Any) -> Any:
    """Gradient of the sum of squares by the design and along the freedom of every position, the joints kept closed."""
    found = np.zeros(slopes.wanted[1].shape[2])
    free = []
    for phi_q, phi_b, t_q, t_b, t in zip(*slopes.equal, *slopes.wanted, rows.wanted, strict=True):
        found += t @ (t_b - t_q @ np.linalg.pinv(phi_q) @ phi_b)
        free.append(t @ t_q @ np.linalg.svd(phi_q)[2][-1])
    return np.concatenate([found, free])
