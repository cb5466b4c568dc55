"""A call after `m.set` asks fewer questions than the first one, and finds the same."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly.branch import sign_of
from linkwork.analysis.times import evenly
from linkwork.system.constraints.rank import is_known_independent, note_independent


def _chain(rods: int, **lengths: float) -> lw.Planar:
    """Rods hanging from each other; the estimates fit lengths of 0.1 m only."""
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    m.parameters(**{f"l{number}": lengths.get(f"l{number}", 0.1) for number in range(rods)})
    before = m.ground.at(0, 0)
    for number in range(rods):
        rod = m.body(f"r{number}", estimate=(0.1 * number, 0, 0))
        m.mass(rod, mass=0.1, center=(f"l{number}/2", 0), inertia=1e-4)
        m.revolute(f"J{number}", before, rod.at(0, 0))
        before = rod.at(f"l{number}", 0)
    return m


@pytest.mark.parametrize("values", [(0.13, 0.1, 0.12), (0.13, 0.12, 0.1), (0.1, 0.13, 0.1)])
def test_drawings_that_open_and_close_are_assembled_alike(values: tuple[float, ...]) -> None:
    """Open drawings are remembered as such while values are played; closed ones among them start where they are."""
    m = _chain(3)
    for value in (0.11, 0.12, 0.13, 0.14, 0.15, *values):
        m.set(l0=value)
        run = m.simulate(until=0.2, points=3, progress=False)
    anew = _chain(3, l0=values[-1]).simulate(until=0.2, points=3, progress=False)
    assert np.max(np.abs(run.q - anew.q)) < 1e-9
    assert run.notes == anew.notes


def test_what_is_laid_out_once_takes_every_start_step_and_tolerance() -> None:
    """States of integrations are copied from one that is laid out; nothing of its own numbers may stay in them."""
    m = _chain(3)
    for value in (0.11, 0.12, 0.13, 0.14, 0.15):
        m.set(l0=value)
        m.simulate(until=0.2, points=3, progress=False)
    for options in (
        {"start": 0.05, "rtol": 1e-5, "atol": 1e-7},
        {"method": "rk4", "step": 1e-2},
        {"method": "rk4", "step": 5e-3},
        {"formulation": "projection"},
        {"formulation": "baumgarte", "settings": {"alpha": 3.0, "beta": 4.0}},
        {"formulation": "baumgarte", "settings": {"alpha": 30.0, "beta": 40.0}},
        {"method": "radau"},
        {},
    ):
        m.set(l0=0.16)
        run = m.simulate(until=0.2, points=3, progress=False, **options)
        anew = _chain(3, l0=0.16).simulate(until=0.2, points=3, progress=False, **options)
        assert np.max(np.abs(run.q - anew.q)) < 1e-12
        assert run.notes == anew.notes and run.statistics == anew.statistics
        m.set(l0=0.17)


def test_a_call_after_set_makes_few_calls_of_python() -> None:
    """What a repeated call costs beside its loop, counted: 990 once made it longer than the loop of ten rods."""
    m, calls = _chain(10, l0=0.12), 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for value in range(12):
        m.set(l0=0.13 + 1e-3 * value)
        m.simulate(until=0.1, points=3, rtol=1e-3, atol=1e-4, progress=False)
    sys.setprofile(count)
    m.set(l0=0.2)
    m.simulate(until=0.1, points=3, rtol=1e-3, atol=1e-4, progress=False)
    sys.setprofile(None)
    assert calls < 560


def test_what_is_known_of_a_position_holds_for_no_other() -> None:
    system = _chain(2).system(dynamics=True)
    q = np.array(system.start)
    assert not is_known_independent(system, q, 0.0)
    note_independent(system, q, 0.0)
    assert is_known_independent(system, q + 1e-12, 0.0)
    assert not is_known_independent(system, q, 1.0)
    assert not is_known_independent(system, q + 1e-3, 0.0)


@pytest.mark.parametrize(
    ("start", "until", "points"), [(0.0, 1.0, 61), (0.1, 0.7, 7), (-3.0, 1e5, 1001), (0.0, 3.0, 2)]
)
def test_times_are_those_of_numpy(start: float, until: float, points: int) -> None:
    assert np.array_equal(evenly(start, until, points), np.linspace(start, until, points))


def _press(**values: str) -> lw.Planar:
    m = lw.Planar("press")
    m.parameters(**({"r": "50 mm", "l": "200 mm", "e": "20 mm", "speed": "1 rev/s"} | values))
    crank, rod = m.body("crank", estimate=(0, 0, 0)), m.body("rod", estimate=("r", 0, 0))
    slide = m.body("slide", estimate=("r + l", "e", 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at("r", 0), rod.at(0, 0))
    m.revolute("B", rod.at("l", 0), slide.at(0, 0))
    m.translational("guide", m.ground.line((0, "e"), (1, "e")), slide.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="speed*t")
    return m


def test_drivers_follow_parameters_that_change() -> None:
    """The function of a driver is packed once only where no parameter stands in it."""
    m = _press()
    for turns in range(1, 9):
        m.set(speed=f"{turns} rev/s")
        run = m.kinematics(until=0.1, points=5, progress=False)
    anew = _press(speed="8 rev/s").kinematics(until=0.1, points=5, progress=False)
    assert np.max(np.abs(run.q - anew.q)) < 1e-9
    assert run.branch == anew.branch
    m.set(speed="1e30 rev/s")
    assert not m.kinematics(until=0.1, points=5, progress=False).completed


@pytest.mark.parametrize("tilt", [0.3, 1e-4, 1e-7, 1e-10, -1e-10, -1e-7, -0.3])
def test_signs_of_blocks_are_those_of_all_their_singular_values(tilt: float) -> None:
    """Far from singular positions the size of the determinant tells; near them singular values are looked at."""
    block = np.array([[1.0, 2.0, 0.0], [0.5, 1.0 + tilt, 0.3], [0.0, 0.2, 1.0]])
    block[1, 1] += 0.06  # then the determinant is the tilt
    smallest = np.linalg.svd(block, compute_uv=False)[-1]
    assert sign_of(block) == (0 if smallest <= 1e-9 else int(np.sign(tilt)))
