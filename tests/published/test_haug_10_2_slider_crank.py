"""Haug Sec. 10.2: slider-crank in space. Assembly, motion with three rods, lock-up; DADS project 10.1: no rod."""

from __future__ import annotations

from functools import cache
from math import sqrt as root

import numpy as np
import pytest
from scipy.optimize import brentq

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.closed_form import Jet, cos, sin, sqrt, time
from published.mechanisms.space_slider_cranks import driven, slider_crank_3, slider_crank_4

pytestmark = pytest.mark.both_coordinates

RODS, POINTS = (0.30, 0.27, 0.24), 1001
LOCK = root(0.1**2 + 0.12**2) + 0.08
TURN = (np.pi / 2 - np.arctan2(0.12, 0.1)) / (2 * np.pi)
"""When the crank points away from the origin, so that the slider turns back."""


def exact_x(t: object, l: float = 0.3) -> Jet:  # noqa: E741
    """x = sqrt(l^2 - y^2 - z^2) with the crank pin at y, z."""
    a = np.pi / 2 - 2 * np.pi * time(t)
    y, z = 0.1 + 0.08 * cos(a), 0.12 + 0.08 * sin(a)
    return sqrt(l**2 - y * y - z * z)


@cache
def assembled(how: str) -> Assembly:
    """Freely from the estimates of Table 10.2.6, with the driver, or with the crank held where Table 10.2.7 has it."""
    if how == "driven":
        return driven(slider_crank_4()).assemble()
    held = {"A.angle": 2 * np.arctan2(0.69306, 0.72090)} if how == "held" else None
    return slider_crank_4().assemble(hold=held)


@cache
def study(build: str = "4") -> dict[float, Run]:
    """One turn with each rod."""
    m, runs = driven(slider_crank_4() if build == "4" else slider_crank_3()), {}
    for rod in RODS:
        m.set(l=rod)
        runs[rod] = m.kinematics(1.0, POINTS, progress=False)
    return runs


@cache
def near_lock(rod: float) -> Run:
    m = driven(slider_crank_4())
    m.set(l=rod)
    return m.kinematics(1.0, 401, progress=False)


PRINTED = {
    "crank": (0.00002, 0.09982, 0.12005, 0.72090, 0.69306, 0.00004, -0.00004),
    "rod": (0.09993, 0.05183, 0.09998, 0.88723, -0.21202, 0.39833, -0.09569),
    "slider": (0.19959, 0.00057, -0.00008, 1.0, 0.0, -0.00012, -0.00025),
}
EXACT = {
    "crank": (0, 0.1, 0.12, root(0.5), root(0.5), 0, 0),
    "rod": (0.1, 0.05, 0.1, 0.888451, -0.209735, 0.397327, -0.093796),
    "slider": (0.2, 0, 0, 1, 0, 0, 0),
}
NAMES = ("x", "y", "z", "e0", "e1", "e2", "e3")
KINDS = ("free", "driven", "held")


def place(assembly: Assembly, body: str) -> tuple[float, ...]:
    """Position and Euler parameters of a body, e0 not negative."""
    vector = np.array([assembly[f"{body}.r{c}"] for c in "xyz"])
    angle = float(np.linalg.norm(vector))
    e = np.sin(angle / 2) * vector / angle if angle else np.zeros(3)
    return (*(assembly[f"{body}.{c}"] for c in "xyz"), float(np.cos(angle / 2)), *map(float, e))


# rod: t, x, v, a at the start, at quarters, and the extremes (reference tables of the specification)
SAMPLES = {
    0.30: ((0.200000, -0.251327, 1.579137), (0.207846, 0.290208, 1.114318), (0.280000, 0.179520, -1.468643)),
    0.27: ((0.151327, -0.332164, 1.775356), (0.161555, 0.373363, 1.092060), (0.247588, 0.203020, -1.697213)),
    0.24: ((0.087178, -0.576585, 0.533885), (0.103923, 0.580416, -0.202603), (0.214476, 0.234364, -2.023159)),
}
EXTREMES = {
    0.30: (0.184952, 0.290160, 0.330521, 2.667386, -1.700228),
    0.27: (0.130794, 0.259023, 0.402841, 3.771856, -1.904613),
    0.24: (0.042511, 0.227580, 0.581412, 11.604900, -2.167754),
}


def cases() -> list[Case]:
    found = []
    for body, row in PRINTED.items():
        for number, name in enumerate(NAMES):
            unit = " (m)" if name in "xyz" else ""
            how = {kind: lambda a=(kind, body, number): place(assembled(a[0]), a[1])[a[2]] for kind in KINDS}
            what = f"{body} {name}, crank where it is printed{unit}"
            found.append(Case("Haug Table 10.2.7", what, row[number], how["held"], 5e-3))
            for kind, tolerance in (("free", 5e-3), ("driven", 1e-6 if body == "rod" else 1e-9)):
                sharp = {"exact": EXACT[body][number], "exact_tolerance": tolerance}
                what = f"{body} {name}, {kind}, exact with the crank upright{unit}"
                found.append(Case("Haug Table 10.2.6", what, None, how[kind], 0.0, **sharp))
    for rod in RODS:
        for channel, value, tolerance in (
            ("x", exact_x(TURN, rod).value, 1e-8),
            ("ax", exact_x(TURN, rod).acceleration, 1e-6),
        ):
            what = f"slider {channel} where it turns back, t = {TURN:.6f} s, l = {rod}"
            how = lambda a=(rod, channel): at_turn(*a)  # noqa: E731
            found.append(
                Case("Haug Sec. 10.2, closed form", what, None, how, 0.0, exact=float(value), exact_tolerance=tolerance)
            )
    lock = "shortest rod that lets the crank turn (m)"
    found.append(Case("Haug Sec. 10.2.4", lock, 0.2362, shortest, 1e-4, exact=LOCK, exact_tolerance=1e-4))
    return found


def at_turn(rod: float, channel: str) -> float:
    m = driven(slider_crank_4())
    m.set(l=rod)
    return float(m.kinematics(TURN, 21, progress=False)[f"slider.{channel}"][-1])


def shortest() -> float:
    """Between a rod that passes and one that does not."""
    passes, stops = 0.2363, 0.2361
    assert near_lock(passes).completed and not near_lock(stops).completed
    return (passes + stops) / 2


test_cases = checks_of(cases)


@pytest.mark.parametrize("rod", RODS)
def test_the_slider_moves_as_the_closed_form_says(rod: float) -> None:
    run = study()[rod]
    exact = exact_x(run.t, rod)
    assert run.completed
    assert np.max(np.abs(run["slider.x"] - exact.value)) < 1e-8
    assert np.max(np.abs(run["slider.vx"] - exact.rate)) < 1e-7
    assert np.max(np.abs(run["slider.ax"] - exact.acceleration)) < 1e-6
    for channel in ("slider.y", "slider.z", "slider.rx", "slider.ry", "slider.rz"):
        assert np.max(np.abs(run[channel])) < 1e-9


@pytest.mark.parametrize("rod", RODS)
def test_the_motion_is_that_of_the_reference_tables(rod: float) -> None:
    run = study()[rod]
    for index, row in zip((0, 250, 500), SAMPLES[rod], strict=True):
        found = [run[f"slider.{name}"][index] for name in ("x", "vx", "ax")]
        assert np.allclose(found, row, rtol=0, atol=6e-7)
    x, v, a = (run[f"slider.{name}"] for name in ("x", "vx", "ax"))
    assert np.allclose((x.min(), x.max(), v.max(), a.max(), a.min()), EXTREMES[rod], rtol=3e-4)


def test_the_shorter_rod_gives_the_higher_acceleration() -> None:
    """The book: a high peak for l = 0.24."""
    peak = {rod: float(np.max(study()[rod]["slider.ax"])) for rod in RODS}
    assert peak[0.24] > 3 * peak[0.27] > 3 * peak[0.30]


@pytest.mark.parametrize("rod", RODS)
def test_three_bodies_move_as_four(rod: float) -> None:
    four, three = study()[rod], study("3")[rod]
    for name in ("slider.x", "slider.vx", "slider.ax", "A.angle"):
        scale = max(1.0, float(np.max(np.abs(four[name]))))
        assert np.max(np.abs(four[name] - three[name])) < 1e-9 * scale


def test_a_rod_just_long_enough_lets_the_crank_turn() -> None:
    run = near_lock(0.2363)
    assert run.completed
    assert np.max(np.abs(run["slider.x"] - exact_x(run.t, 0.2363).value)) < 1e-8


def test_a_rod_just_too_short_locks_up() -> None:
    """It cannot reach the slide where the crank points away from it, at 0.1106 s; the rod's joints are to blame."""
    run = near_lock(0.2361)
    assert not run.completed
    event = run.events[-1]
    reach = lambda t: np.hypot(0.1 + 0.08 * np.sin(2 * np.pi * t), 0.12 + 0.08 * np.cos(2 * np.pi * t))  # noqa: E731
    exact = brentq(lambda t: reach(t) - 0.2361, 0.05, TURN, xtol=1e-15)
    assert event.kind == "lock-up" and event.t == pytest.approx(exact, abs=1e-8)
    assert 0.0 < TURN - exact < 0.011
    assert "bodies that would have to move infinitely fast: rod" in event.text
    assert "joints that cannot all stay closed: " in event.text and "driver 'motor' cannot go on" in event.text
