"""Tyres against their formulas, written out once more in plain numpy, at random states; grip, powers and rest."""

from __future__ import annotations

import math

import numpy as np
import pytest
from space_states import Call, State, matrix, slope, states

from linkwork.elements.spatial.forces.tyre_kernel import tyre
from linkwork.elements.spatial.forces.tyre_slip_kernel import BRUSH, HSRI, LINEAR, MAGIC
from linkwork.elements.spatial.freedom_kernel import ENERGY, GIVEN, LOST

RADIUS, STIFFNESS, DAMPING, FRICTION, LOW = 0.3, 2e5, 500.0, 0.9, 0.5
ROAD, WHEEL = (0.1, 0.2, -0.05, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0), (0.02, -0.03, 0.01, 0.0, 1.0, 0.0)
MAGIC_NUMBERS = (12.0, 1.6, FRICTION, 0.3, 9.0, 1.3, FRICTION, -1.0, 8.0, 2.2, 0.03, -2.0)
MODELS = {"linear": LINEAR, "hsri": HSRI, "brush": BRUSH, "magic": MAGIC}
NUMBERS = {LINEAR: (9e4, 6e4), HSRI: (9e4, 6e4), BRUSH: (9e4, 6e4, 0.07), MAGIC: MAGIC_NUMBERS}
SWITCHES, REPORT = 3, 20
each_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)


def wheel(model: int, spins: bool = True, grounded: bool = True) -> Call:
    none = (0.0,) * 9  # relaxation, camber, trail, rolling resistance, turn slip
    floats = (*ROAD, *WHEEL, RADIUS, 0.0, STIFFNESS, DAMPING, FRICTION, LOW, *none, *NUMBERS[model])
    return Call(tyre, floats, (model, int(spins), SWITCHES, REPORT, *(0,) * 10), grounded=grounded)


def on_the_road(count: int, seed: int = 3) -> list[State]:
    """A wheel near the road, leaning, steered, slipping, some of them in the air."""
    random = np.random.default_rng(seed)
    found = []
    for first in states(count, seed):
        lean, steer, spin = random.normal(size=3) * (0.1, 0.5, 2.0)
        p = np.array([1.0, 0.0, 0.0, 0.0])
        for axis, angle in ((3, steer), (1, lean), (2, spin)):
            q = np.zeros(4)
            q[0], q[axis] = math.cos(angle / 2), math.sin(angle / 2)
            a, u, b, v = p[0], p[1:], q[0], q[1:]
            p = np.array([a * b - u @ v, *(a * v + b * u + np.cross(u, v))])
        speed = random.choice([0.0, 0.3, 5.0, 25.0])
        twist = np.zeros(12)
        forward = np.array([math.cos(steer), math.sin(steer), 0.0])
        twist[6:9] = speed * forward + random.normal(size=3) * (0.3 + 0.1 * speed) * (1, 1, 0.1)
        twist[9:] = random.normal(size=3) * 0.4
        twist[10] += speed / RADIUS * random.choice([1.0, 0.8, 1.3, 0.0])
        r = np.array([first.r[0], [*random.normal(size=2), 0.235 + 0.02 * random.normal()]])
        found.append(State(r, np.array([first.p[0], p]), twist))
    return found


def formula(state: State, model: int, spins: bool) -> dict[str, float]:
    """The formulas of the two kernels' docstrings."""
    turn, r = matrix(state.p[1]), state.r[1]
    v, w = state.twist[6:9], turn @ state.twist[9:]
    n, axle, centre = np.array([0.0, 0.0, 1.0]), turn @ np.array([0.0, 1.0, 0.0]), r + turn @ np.array(WHEEL[:3])
    size = math.sqrt(1.0 - axle[2] ** 2)
    up = (n - axle[2] * axle) / size
    heading = np.cross(axle, up)
    left = np.cross(n, heading)
    reach = (centre[2] - ROAD[2]) / size
    at = v + np.cross(w, centre - reach * up - r)
    deflection = RADIUS - reach
    load = 0.0
    if deflection > 0.0:
        load = max(0.0, STIFFNESS * deflection - DAMPING * at[2] / size) / size
    along, across, speed = heading @ at, left @ at, heading @ (v + np.cross(w, centre - r))
    slip = along if spins else 0.0
    smooth, pace = math.hypot(speed, LOW), math.hypot(speed - slip, LOW)
    kappa, alpha = -slip / smooth, -math.atan2(across, smooth)
    limit, z = FRICTION * load, 0.0
    if model == MAGIC:
        total = math.hypot(kappa, alpha)

        def curve(b: float, c: float, d: float, e: float) -> float:
            return load * d * math.sin(c * math.atan(b * total - e * (b * total - math.atan(b * total)))) / total

        x, y = kappa * curve(*MAGIC_NUMBERS[:4]), alpha * curve(*MAGIC_NUMBERS[4:8])
        z = -alpha * curve(*MAGIC_NUMBERS[8:])
    elif model == LINEAR:
        x, y = 9e4 * kappa, 6e4 * alpha
        share = min(1.0, limit / math.hypot(x, y))
        x, y = share * x, share * y
    else:
        x, y = -9e4 * slip / pace, -6e4 * across / pace
        size_of = math.hypot(x, y)
        if model == HSRI:
            weight = limit / (2.0 * size_of)
            share = 1.0 if weight >= 1.0 else (2.0 - weight) * weight
        elif limit == 0.0:
            share = 0.0
        else:
            u = size_of / (3.0 * limit)
            share = 1.0 - u + u * u / 3.0 if u < 1.0 else limit / size_of
            z = -0.07 / 3.0 * (1.0 - u) ** 3 / share * share * y if u < 1.0 else 0.0
        x, y = share * x, share * y
    return {
        "load": load,
        "x": x,
        "y": y,
        "z": z,
        "alpha": alpha,
        "kappa": kappa,
        "force": load * n + x * heading + y * left,
    }


@pytest.mark.parametrize("spins", [True, False], ids=["spinning", "free rolling"])
@each_model
def test_a_tyre_follows_its_formulas(model: int, spins: bool) -> None:
    call, solid_contact_points = wheel(model, spins), 0
    for state in on_the_road(40):
        out, expected = call.at(state), formula(state, model, spins)
        solid_contact_points += expected["load"] > 0.0
        reported = call.kept[REPORT : REPORT + 6].real
        wanted = [expected[name] for name in ("alpha", "kappa", "load", "x", "y", "z")]
        assert reported == pytest.approx(wanted, rel=1e-10, abs=1e-9)
        assert out[6:9] == pytest.approx(expected["force"], rel=1e-10, abs=1e-9)
        if not spins:
            assert expected["x"] == 0.0
    assert 20 <= solid_contact_points < 40


@each_model
def test_the_grip_of_a_tyre_is_never_exceeded(model: int) -> None:
    call = wheel(model)
    for state in on_the_road(200, seed=8):
        call.at(state)
        _, _, load, x, y, _, grip, _ = call.kept[REPORT : REPORT + 8].real
        assert math.hypot(x, y) <= FRICTION * load * (1 + 1e-12)
        assert 0.0 <= grip <= 1.0 + 1e-12


@each_model
def test_a_tyre_loses_power_and_its_powers_add_up(model: int) -> None:
    """Slip and damper never give energy; the aligning moment is told apart, for it may turn with the steering."""
    call = wheel(model)
    for state in on_the_road(60, seed=4):
        ground = state.with_twist(np.r_[np.zeros(6), state.twist[6:]])
        out = call.at(ground)
        rate = slope(call, ground, ground.twist, ENERGY)
        scale = max(1.0, float(np.abs(out[6:12]) @ np.abs(ground.twist[6:])))
        assert abs(-out[6:12] @ ground.twist[6:] - (rate + out[LOST])) <= 1e-9 * scale
        assert out[GIVEN] == 0.0
        call.at(ground)
        yaw = (matrix(ground.p[1]) @ ground.twist[9:])[2]
        elastic = out[ENERGY] > 0.0 and call.kept[REPORT + 2] == 0.0
        if not elastic:
            assert out[LOST] + call.kept[REPORT + 5] * yaw >= -1e-10 * scale


@each_model
def test_a_tyre_acts_on_the_road_as_the_road_on_the_tyre(model: int) -> None:
    call = wheel(model, grounded=False)
    for state in on_the_road(20, seed=6):
        level = State(np.array([[0.3, -0.2, 0.01], state.r[1]]), np.array([[1.0, 0, 0, 0], state.p[1]]), state.twist)
        out, pose = call.at(level), level.pose()
        assert out[:3] == pytest.approx(-out[6:9], rel=1e-14)
        moment = np.zeros(3)
        for body in range(2):
            at = 16 * (body + 1)
            turn = pose[at + 3 : at + 12].reshape(3, 3)
            moment += turn @ out[6 * body + 3 : 6 * body + 6] + np.cross(
                pose[at : at + 3], out[6 * body : 6 * body + 3]
            )
        assert np.max(np.abs(moment)) <= 1e-11 * max(1.0, np.max(np.abs(out[:12])))


@each_model
def test_a_wheel_at_rest_has_its_load_and_no_other_force(model: int) -> None:
    rest = State(np.array([[0.0] * 3, [0.0, 0.0, 0.23]]), np.array([[1.0, 0, 0, 0]] * 2), np.zeros(12))
    call = wheel(model)
    out = call.at(rest)
    load = STIFFNESS * (RADIUS - 0.29)
    assert out[6:9] == pytest.approx([0.0, 0.0, load])
    assert np.all(np.isfinite(call.at(rest.moved(np.ones(12), 1e-30j)).imag))


def test_the_book_s_slip_angle_is_the_heading_less_the_direction_of_travel() -> None:
    """Haug 12.5.1 with atan2: a wheel that heads to the left of its travel is pushed to the left."""
    call = wheel(LINEAR, spins=False)
    twist = np.zeros(12)
    twist[6:9] = 20.0 * math.cos(0.02), -20.0 * math.sin(0.02), 0.0
    out = call.at(State(np.array([[0.0] * 3, [0, 0, 0.23]]), np.array([[1.0, 0, 0, 0]] * 2), twist))
    assert call.kept[REPORT] == pytest.approx(0.02, rel=1e-3)
    assert out[7] == pytest.approx(6e4 * 0.02, rel=1e-3)
    assert out[6] == 0.0


def test_the_brush_saturates_when_the_whole_patch_slides() -> None:
    call = wheel(BRUSH)
    twist = np.zeros(12)
    twist[6] = 20.0
    out = call.at(State(np.array([[0.0] * 3, [0, 0, 0.23]]), np.array([[1.0, 0, 0, 0]] * 2), twist))
    assert call.kept[REPORT + 7] == 1.0
    assert out[6] == pytest.approx(-FRICTION * out[8])
