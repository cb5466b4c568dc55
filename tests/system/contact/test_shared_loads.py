"""Loads that more points bear than balances settle: the least sum of squares, none negative, in both engines."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw

_G, _MU = 9.81, 0.3
_SIZE = (0.4, 0.3, 0.2)


def _inertia(size: tuple[float, float, float], mass: float = 1.0) -> tuple[float, float, float]:
    a, b, c = (mass * value * value / 12.0 for value in size)
    return b + c, a + c, a + b


def _box() -> lw.Spatial:
    m = lw.Spatial("box")
    m.set_gravity(0, 0, -_G)
    m.body("box", (0, 0, 0.5 * _SIZE[2]))
    m.mass("box", mass=1, inertia=_inertia(_SIZE))
    m.add_solid("box", "skin", {"type": "box", "size": _SIZE})
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    m.contact("C", "ground.floor", "box.skin", friction=_MU)
    return m


def _slid_by_hand(v: float, w: float, height: float) -> np.ndarray:
    """Way and turn of a box whose corner loads have no part of (1, -1, 1, -1): the least sum of squares."""
    a, b, _ = _SIZE
    corners = np.array([(a, b), (-a, b), (-a, -b), (a, -b)]) / 2.0
    radius, step = (a * a + b * b) / 12.0, 1e-4

    def rates(state: np.ndarray) -> np.ndarray:
        turn, vx, vy, spin = state[2:]
        c, s = np.cos(turn), np.sin(turn)
        place = corners @ np.array([[c, s], [-s, c]])
        slip = np.stack([vx - spin * place[:, 1], vy + spin * place[:, 0]], axis=1)
        d = slip / np.linalg.norm(slip, axis=1)[:, None]
        balance = np.array(
            [
                np.ones(4),
                place[:, 1] - 0.5 * height * _MU * d[:, 1],
                0.5 * height * _MU * d[:, 0] - place[:, 0],
                [1.0, -1.0, 1.0, -1.0],
            ]
        )
        load = np.linalg.solve(balance, [_G, 0.0, 0.0, 0.0])
        push = -_MU * load[:, None] * d
        torque = np.sum(place[:, 0] * push[:, 1] - place[:, 1] * push[:, 0])
        return np.array([vx, vy, spin, *push.sum(axis=0), torque / radius])

    state = np.array([0.0, 0.0, 0.0, v, 0.0, w])
    while np.hypot(state[3], state[4]) > 2e-3 or abs(state[5]) > 2e-2:
        k1 = rates(state)
        k2 = rates(state + 0.5 * step * k1)
        k3 = rates(state + 0.5 * step * k2)
        k4 = rates(state + step * k3)
        state = state + step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return state[:3]


def test_a_box_that_slides_and_turns_goes_as_far_as_least_squares_of_its_loads_say() -> None:
    run = _box().simulate(1.0, 11, speeds={"box.vx": 1.0, "box.wz": 3.0}, progress=False)
    x, y, turn = _slid_by_hand(1.0, 3.0, _SIZE[2])
    assert run.t[-1] == 1.0
    assert run["box.x"][-1] == pytest.approx(x, abs=2e-5)
    assert run["box.y"][-1] == pytest.approx(y, abs=2e-5)
    assert run["box.rz"][-1] == pytest.approx(turn, abs=2e-4)
    assert (round(float(run["box.x"][-1]), 4), round(float(run["box.rz"][-1]), 3)) == (0.1864, 0.362)
    assert np.max(np.abs(run["energy.balance"])) < 1e-8


def test_a_run_says_once_that_the_share_is_a_choice_and_only_where_the_motion_depends_on_it() -> None:
    def told(v: float, w: float) -> list[str]:
        run = _box().simulate(0.1, 3, speeds={"box.vx": v, "box.wz": w}, progress=False)
        return [note for note in run.notes if "more than one way" in note]

    assert len(told(1.0, 3.0)) == 1 and "'C'" in told(1.0, 3.0)[0]
    assert told(1.0, 0.0) == [] and told(0.0, 0.0) == []


def test_a_box_slides_and_turns_from_any_start() -> None:
    for v in (0.3, 1.0):
        for w in (-4.0, 0.5, 9.0):
            run = _box().simulate(0.3, 3, speeds={"box.vx": v, "box.vy": 0.4, "box.wz": w}, progress=False)
            assert run.t[-1] == 0.3


def _orders(errors: list[float]) -> list[float]:
    """Orders in the step, from errors of which each belongs to half the step of the one before."""
    return [float(np.log2(one / two)) for one, two in itertools.pairwise(errors)]


def test_time_stepping_takes_the_same_share_and_comes_to_the_same_place_with_order_one_in_the_step() -> None:
    speeds = {"box.vx": 1.0, "box.wz": 3.0}
    exact = _box().simulate(0.5, 3, speeds=speeds, progress=False)["box.rz"][-1]
    errors = []
    for step in (2e-3, 1e-3, 5e-4):
        run = _box().simulate(0.5, 3, method="moreau", step=step, speeds=speeds, progress=False)
        errors.append(abs(run["box.rz"][-1] - exact))
        assert any("more than one way" in note for note in run.notes)
    assert errors[0] < 1.2e-3 and _orders(errors) == pytest.approx([1.0, 1.0], abs=0.1)


def _skin(
    m: lw.Spatial, name: str, at: tuple[float, float, float], size: tuple[float, float, float], mass: float
) -> None:
    """A box that may touch."""
    m.body(name, at)
    m.mass(name, mass=mass, inertia=_inertia(size, mass))
    m.add_solid(name, "skin", {"type": "box", "size": size})


def _floor(name: str) -> lw.Spatial:
    m = lw.Spatial(name)
    m.set_gravity(0, 0, -_G)
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    return m


def _two_that_slide_apart() -> tuple[lw.Spatial, dict[str, float], str]:
    """A box on a box, both sliding and turning, each in its own way: corners come to rest one after the other."""
    m = _floor("two boxes")
    _skin(m, "low", (0, 0, 0.1), (0.4, 0.3, 0.2), 1.0)
    _skin(m, "high", (0, 0, 0.25), (0.3, 0.2, 0.1), 1.0)
    m.contact("C", "ground.floor", "low.skin", friction=0.2)
    m.contact("D", "low.skin", "high.skin", friction=0.3)
    return m, {"low.vx": 1.0, "low.wz": 3.0, "high.vx": 1.2, "high.wz": 2.0}, "low"


def _hinged() -> tuple[lw.Spatial, dict[str, float], str]:
    """Two boxes that a hinge holds together, sliding and turning on eight corners: the hinge bears load, too."""
    m = _floor("two boxes with a hinge")
    _skin(m, "one", (-0.25, 0, 0.1), (0.4, 0.3, 0.2), 1.0)
    _skin(m, "two", (0.25, 0, 0.1), (0.4, 0.3, 0.2), 2.0)
    m.revolute("J", "one", "two", at=(0, 0, 0.1), axis=(0, 1, 0))
    for name in ("one", "two"):
        m.contact(f"C{name}", "ground.floor", f"{name}.skin", friction=0.3)
    return m, {"one.vx": 1.0, "one.wz": 3.0, "one.vy": -0.75}, "two"


def _bridge() -> tuple[lw.Spatial, dict[str, float], str]:
    """A plate that slides and turns on two blocks on a floor, on their corners: loads go round through the floor."""
    m = _floor("bridge")
    _skin(m, "left", (-0.3, 0, 0.1), (0.08, 0.08, 0.2), 2.0)
    _skin(m, "right", (0.3, 0, 0.1), (0.08, 0.08, 0.2), 2.0)
    _skin(m, "plate", (0, 0, 0.25), (1.2, 0.5, 0.1), 1.0)
    for name in ("left", "right"):
        m.contact(f"C{name}", "ground.floor", f"{name}.skin", friction=0.4)
        m.contact(f"D{name}", f"{name}.skin", "plate.skin", friction=0.2)
    return m, {"plate.vx": 0.5, "plate.wz": 2.0}, "plate"


@pytest.mark.parametrize(("scene", "until"), [(_two_that_slide_apart, 0.5), (_hinged, 0.5), (_bridge, 0.2)])
def test_stacks_hinges_and_bridges_go_on_and_both_engines_agree_with_order_one(
    scene: Callable[[], tuple[lw.Spatial, dict[str, float], str]], until: float
) -> None:
    m, speeds, body = scene()
    run = m.simulate(until, 3, speeds=speeds, progress=False)
    assert run.completed
    exact = np.array([run[f"{body}.{name}"][-1] for name in ("x", "y", "rz")])
    errors = []
    for step in (2e-3, 1e-3):  # swept so long that the step alone makes the error
        stepped = m.simulate(until, 3, method="moreau", step=step, rtol=1e-8, speeds=speeds, progress=False)
        found = np.array([stepped[f"{body}.{name}"][-1] for name in ("x", "y", "rz")])
        errors.append(float(np.max(np.abs(found - exact))))
    assert errors[0] < 2e-3 and _orders(errors) == pytest.approx([1.0], abs=0.02)


def _plate(friction: float) -> lw.Planar:
    """A plate 0.2 m high over three round feet at -1, 0 and 1 m, pushed along a floor."""
    m = lw.Planar("plate on three feet")
    m.set_gravity(0, -_G)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    plate = m.body("plate", estimate=(0, 1.0, 0))
    m.mass("plate", mass=3, inertia=1.0)
    for number, x in enumerate((-1.0, 0.0, 1.0)):
        plate.profile(f"foot{number}", lw.circle(0.1, center=(x, -0.9)))
        m.contact(f"F{number}", "ground.floor", f"plate.foot{number}", friction=friction)
    return m


@pytest.mark.parametrize(("friction", "loads"), [(0.3, (11, 20, 29)), (0.8, (0, 20, 80))])
def test_three_feet_in_a_row_share_as_springs_would_and_none_pulls(
    friction: float, loads: tuple[float, float, float]
) -> None:
    weight = 3 * _G
    moment = friction * weight * 1.0  # friction at the feet tips the plate forward
    even = np.array([weight / 3.0 - 0.5 * moment, weight / 3.0, weight / 3.0 + 0.5 * moment])
    expected = even if even.min() >= 0.0 else np.array([0.0, weight - moment, moment])
    assert (expected.min() == 0.0) == (loads[0] == 0)
    run = _plate(friction).simulate(0.05, 3, speeds={"plate.vx": 5.0}, progress=False)
    found = [run[f"F{number}.force"][-1] for number in range(3)]
    assert found == pytest.approx(expected, abs=1e-6 * weight)
    if friction > 0.5:  # sweeps settle too slowly where friction nearly tips a body
        return
    stepped = _plate(friction).simulate(
        0.05, 3, method="moreau", step=1e-3, rtol=1e-8, speeds={"plate.vx": 5.0}, progress=False
    )
    assert [stepped[f"F{number}.force"][-1] for number in range(3)] == pytest.approx(expected, abs=2e-3 * weight)


def test_a_stack_of_two_boxes_slides_and_turns_like_one_box() -> None:
    def stack(parts: int) -> lw.Spatial:
        m = lw.Spatial("stack")
        m.set_gravity(0, 0, -_G)
        m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
        size = (_SIZE[0], _SIZE[1], _SIZE[2] / parts)
        for number in range(parts):
            m.body(f"box{number}", (0, 0, (number + 0.5) * size[2]))
            m.mass(f"box{number}", mass=1 / parts, inertia=_inertia(size, 1 / parts))
            m.add_solid(f"box{number}", "skin", {"type": "box", "size": size})
        m.contact("C", "ground.floor", "box0.skin", friction=_MU)
        if parts > 1:
            m.contact("D", "box0.skin", "box1.skin", friction=1.5)
        return m

    ends = []
    for parts in (1, 2):
        names = [f"box{number}" for number in range(parts)]
        speeds = {f"{name}.vx": 1.0 for name in names} | {f"{name}.wz": 3.0 for name in names}
        run = stack(parts).simulate(0.3, 3, speeds=speeds, progress=False)
        assert run.t[-1] == 0.3
        ends.append([run[f"box0.{name}"][-1] for name in ("x", "y", "rz")])
    assert ends[1] == pytest.approx(ends[0], abs=1e-6)


def test_balls_struck_together_by_the_law_of_stronge_are_passed_on_in_turn_and_the_run_says_so() -> None:
    def leave(law: str, several: str) -> tuple[list[float], list[str]]:
        m = lw.Planar("three balls")
        for number, x in enumerate((0.0, 0.3, 0.5)):
            ball = m.body(f"ball{number}", estimate=(x, 0, 0))
            ball.profile("rim", lw.circle(0.1))
            m.mass(ball, mass=1, inertia=0.005)
        m.contact("C1", "ball0.rim", "ball1.rim", restitution=1)
        m.contact("C2", "ball1.rim", "ball2.rim", restitution=1)
        m.impacts(law, several=several)
        speeds = {"ball0.vx": 1, "ball1.vx": 0, "ball2.vx": 0}
        run = m.simulate(until=0.4, points=3, speeds=speeds, progress=False)
        notes = [note for note in run.notes if "in turn" in note]
        return [float(run[f"ball{number}.vx"][-1]) for number in range(3)], notes

    for law in ("newton", "poisson"):
        speeds, notes = leave(law, "together")
        assert speeds == pytest.approx([-1 / 3, 2 / 3, 2 / 3], abs=1e-9) and notes == []
    speeds, notes = leave("stronge", "together")
    assert speeds == pytest.approx([0, 0, 1], abs=1e-9)
    assert len(notes) == 1 and "Stronge" in notes[0]
    assert leave("stronge", "in turn")[1] == []
