"""The kinematic loop: closed forms, derivatives through parameters, resuming, memory."""

from __future__ import annotations

import numpy as np
import pytest
from loop import move, slider_crank
from numpy.typing import NDArray

from linkwork.mechanism.planar import Planar
from linkwork.places import layout_kernel as layout
from linkwork.system.loop import kinematics_kernel as kernel
from linkwork.system.tables.compile import compile_system

TURN = np.linspace(0.0, 1.0, 73)
SPEED = 2 * np.pi


def slider_motion(r: complex, l: complex, t: NDArray) -> tuple[NDArray, NDArray, NDArray]:  # noqa: E741
    """Closed form of the slider's x, vx, ax at crank angle f = 0.5 + 2 pi t."""
    f = 0.5 + SPEED * t
    c, s = np.cos(f), np.sin(f)
    root = np.sqrt(l * l - r * r * s * s)
    rate = -r * r * s * c / root
    second = -(r * r * (c * c - s * s) + rate * rate) / root
    return r * c + root, SPEED * (-r * s + rate), SPEED**2 * (-r * c + second)


def test_slider_follows_the_closed_form() -> None:
    moved = move(compile_system(slider_crank()), TURN)
    column = moved.system.index("slider.x")
    for found, exact in zip((moved.q, moved.v, moved.a), slider_motion(0.2, 0.5, TURN), strict=True):
        assert np.max(np.abs(found[:, column] - exact)) <= 1e-12 * np.max(np.abs(exact))


@pytest.mark.parametrize("name", ["r", "l"])
def test_derivatives_by_lengths_equal_the_closed_form_over_a_turn(name: str) -> None:
    """Complex step through parameters, compile and loop; errors relative to the largest value of the turn."""
    step, values = 1e-30, {"r": 0.2, "l": 0.5}
    values[name] = values[name] + 1j * step
    system = compile_system(slider_crank(), overrides=values, scalar="complex")
    moved = move(system, TURN, extra=1)
    column = system.index("slider.x")
    exact = slider_motion(complex(values["r"]), complex(values["l"]), TURN)
    for found, closed in zip((moved.q, moved.v, moved.a), exact, strict=True):
        derivative = closed.imag / step
        assert np.max(np.abs(found[:, column].imag / step - derivative)) <= 1e-12 * np.max(np.abs(derivative))


def locking_four_bar() -> Planar:
    """Haug Sec. 5.3 with follower 2.1: sharp turns make the loop halve its step on a coarse grid."""
    m = Planar("four-bar")
    crank = m.body("crank", estimate=(0, 1, np.pi / 2))
    coupler = m.body("coupler", estimate=(2, 2, 0))
    follower = m.body("follower", estimate=(4, 0.95, np.pi / 2))
    m.revolute("A", m.ground.at(0, 0), crank.at(-1, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(-2, 0))
    m.revolute("C", coupler.at(2, 0), follower.at("2.1/2", 0))
    m.revolute("D", follower.at("-2.1/2", 0), m.ground.at(4, "2 - 2.1"))
    m.drive("motor", on=crank, angle="pi/2 + 2*pi*t")
    return m


def test_results_do_not_depend_on_how_often_the_loop_comes_back() -> None:
    system = compile_system(locking_four_bar())
    times = np.linspace(0.0, 1.0, 10)
    whole = move(system, times)
    assert whole.state[kernel.STATUS] == kernel.FINISHED
    assert whole.state[kernel.REJECTED] > 0, "the case must make the loop halve a step"
    for budget in (1, 7):
        parts = move(system, times, budget)
        for name in ("q", "v", "a", "sigma", "workspace", "state"):
            assert np.array_equal(getattr(parts, name), getattr(whole, name)), name


def test_coarse_and_fine_grids_meet() -> None:
    system = compile_system(locking_four_bar())
    coarse, fine = move(system, np.linspace(0, 1, 11)), move(system, np.linspace(0, 1, 201))
    assert np.allclose(coarse.q, fine.q[::20], rtol=0, atol=1e-10)


def geared_pair() -> Planar:
    m = Planar("gears")
    one = m.body("one", estimate=(0, 0, 0))
    two = m.body("two", estimate=(2.8, 0, 0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(2.8, 0), two.at(0, 0))
    m.gear("mesh", one.at(0, 0), two.at(0, 0), radii=(2, 0.8))
    m.drive("motor", joint="A", angle="t")
    return m


def test_memory_of_gears_changes_only_at_accepted_points() -> None:
    from linkwork.places.layout_kernel import ACCEPT, MOTION, POSITION
    from linkwork.system.constraints.equations_kernel import evaluate

    system = compile_system(geared_pair())
    k, w = system.k, system.workspace()
    memory = k[layout.MEMORY]
    assert k[layout.OUT] - memory == 1
    for stage in (POSITION, MOTION):
        evaluate(k, system.p, w, stage, 0.0)
        assert w[memory] == 0.0
    evaluate(k, system.p, w, ACCEPT, 0.0)
    assert w[memory] == 1.0
    moved = move(system, np.linspace(0, 5, 11))
    assert moved.workspace[memory] == 1.0
    assert moved.state[kernel.STATUS] == kernel.FINISHED
