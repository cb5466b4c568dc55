"""Force laws of contacts on a ball of 1 kg that meets a floor at 1 m/s without weight."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.run.run import Run

STIFFNESS = 1e6
EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
FACTORS = {  # c v of the laws by restitution
    "hunt-crossley": lambda e: 1.5 * (1 - e),
    "lankarani-nikravesh": lambda e: 0.75 * (1 - e * e),
    "flores": lambda e: 1.6 * (1 - e) / e,
    "gonthier": lambda e: (1 - e * e) / e,
    "herbert-mcwhannell": lambda e: 6 * (1 - e) / ((2 * e - 1) ** 2 + 3),
    "lee-wang": lambda e: 0.75 * (1 - e),
    "hu-guo": lambda e: 1.5 * (1 - e) / e,
}


def ball(weight: float = 0.0, at: float = 0.2, friction: float = 0.0, **force: Any) -> lw.Spatial:
    m = lw.Spatial("ball on a floor")
    m.set_gravity(0, 0, -weight)
    m.body("ball", estimate=(0, 0, at))
    m.mass("ball", mass=1, inertia=(0.004, 0.004, 0.004))
    m.add_solid("ball", "skin", {"type": "sphere", "radius": 0.1})
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    m.contact("C", "ground.floor", "ball.skin", friction=friction, force=force)
    return m


@cache
def met(kind: str, count: int = 5, end: float = 0.2, **fields: Any) -> Run:
    given = {"stiffness": STIFFNESS, **fields} if kind != "law" else fields
    return ball(type=kind, **given).simulate(end, count, speeds={"ball.vz": -1.0}, **EXACT)


def times(run: Run, kind: str) -> list[float]:
    return [item.t for item in run.touches if item.kind == kind]


def duration(run: Run) -> float:
    return times(run, "parts")[0] - times(run, "presses")[0]


def left(run: Run) -> float:
    """Speed after the contact."""
    return float(run["ball.vz"][-1])


def expected_left(a: float) -> float:
    """With m v dv = -k d^n (1 + c v) dd, a = c v0 and e the share left: a - ln(1 + a) = -a e - ln(1 - a e)."""
    low, high = 0.0, min(1.0, 1.0 / a)
    for _ in range(200):
        e = 0.5 * (low + high)
        inside = 1.0 - a * e
        low, high = (e, high) if inside > 0 and -a * e - math.log(inside) < a - math.log1p(a) else (low, e)
    return e


def test_a_hertz_contact_lasts_as_long_as_the_closed_form() -> None:
    """2.9433 d/v with the largest depth d = (5 m v^2 / (4 k))^(2/5)."""
    run = met("hertz")
    depth = (5.0 / (4.0 * STIFFNESS)) ** 0.4
    factor = 2 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9)
    assert duration(run) == pytest.approx(factor * depth, rel=1e-8)
    assert left(run) == pytest.approx(1.0, abs=1e-9)
    assert times(run, "presses")[0] == pytest.approx(0.1, abs=1e-13)


@pytest.mark.parametrize("e", (0.9, 0.5))
@pytest.mark.parametrize("kind", FACTORS)
def test_what_a_hysteretic_law_leaves_of_the_speed_is_that_of_the_closed_form(kind: str, e: float) -> None:
    assert left(met(kind, restitution=e)) == pytest.approx(expected_left(FACTORS[kind](e)), abs=1e-7)


@pytest.mark.parametrize("kind", ("hunt-crossley", "lankarani-nikravesh", "flores"))
def test_restitution_is_nearly_the_one_asked_for_when_it_is_near_one(kind: str) -> None:
    """Dias and Pereira 2005: laws of first order in 1 - e."""
    assert left(met(kind, restitution=0.98)) == pytest.approx(0.98, abs=2e-3 if kind != "flores" else 3e-3)


def test_what_the_loop_of_force_and_depth_encloses_is_the_energy_lost() -> None:
    run = met("hunt-crossley", restitution=0.6, count=20001, end=0.2)
    depth, force = np.maximum(-run["C.gap"], 0.0), run["C.force"]
    loop = float(np.sum(0.5 * (force[1:] + force[:-1]) * np.diff(depth)))
    lost = 0.5 * (1.0 - left(run) ** 2)
    assert loop == pytest.approx(lost, rel=1e-4)
    assert run["energy.lost"][-1] == pytest.approx(lost, rel=1e-8)
    assert np.max(np.abs(run["energy.balance"] - run["energy.balance"][0])) < 1e-8


@pytest.mark.parametrize("clipped", (True, False))
def test_a_spring_and_damper_leave_what_a_damped_half_wave_leaves(clipped: bool) -> None:
    """Clipped it ends where its force is zero; otherwise it pulls until the gap is open again."""
    damping = 400.0
    run = met("kelvin-voigt", damping=damping, clipped=clipped)
    omega = math.sqrt(STIFFNESS)
    zeta = damping / (2 * omega)
    root = math.sqrt(1 - zeta**2)
    phase = math.pi - (math.atan2(2 * zeta * root, 1 - 2 * zeta**2) if clipped else 0.0)
    assert left(run) == pytest.approx(math.exp(-zeta * phase / root), abs=1e-8)
    if not clipped:
        assert duration(run) == pytest.approx(math.pi / (omega * root), rel=1e-8)
    assert run["energy.lost"][-1] == pytest.approx(0.5 * (1 - left(run) ** 2), rel=1e-7)


def test_a_law_of_the_user_is_the_law_by_name() -> None:
    named = met("hertz")
    own = met("law", force="1e6*depth^1.5", energy="1e6*depth^2.5/2.5")
    assert duration(own) == pytest.approx(duration(named), rel=1e-9)
    assert left(own) == pytest.approx(1.0, abs=1e-9)
    damped = met("law", force="1e6*depth^1.5*(1 + 0.75*speed)")
    assert left(damped) == pytest.approx(expected_left(0.75), abs=1e-8)


def test_a_ball_comes_to_rest_at_the_depth_that_carries_it() -> None:
    m = ball(9.81, 0.101, type="hunt-crossley", stiffness=1e5, damping=1e6)
    run = m.simulate(3.0, 4, method="radau", rtol=1e-8, progress=False)
    assert -run["C.gap"][-1] == pytest.approx((9.81 / 1e5) ** (2 / 3), rel=1e-5)
    assert run["C.force"][-1] == pytest.approx(9.81, rel=1e-5)
    assert run["C.mode"][-1] == 1.0


@pytest.mark.parametrize("smoothing", ("tanh", "exponential"))
def test_a_sliding_ball_is_slowed_by_friction_until_it_rolls(smoothing: str) -> None:
    depth = (9.81 / 1e6) ** (2 / 3)
    m = ball(9.81, 0.1 - depth, 0.2, type="hertz", stiffness=1e6, smooth_speed=1e-3, smoothing=smoothing)
    run = m.simulate(1.0, 101, speeds={"ball.vx": 2.0}, rtol=1e-9, atol=1e-11, progress=False)
    early = run.t < 0.25
    np.testing.assert_allclose(run["ball.vx"][early], 2.0 - 0.2 * 9.81 * run.t[early], atol=1e-6)
    arm = (1.0 - 0.5 * depth / 0.1) ** 2 / 0.4  # the point lies in the middle of the overlap
    assert run["ball.vx"][-1] == pytest.approx(2.0 * arm / (1.0 + arm), rel=1e-5)
    np.testing.assert_allclose(run["C.friction"][early][1:], 0.2 * 9.81, rtol=1e-6)


@pytest.mark.parametrize(
    ("method", "more"), [("dop853", {}), ("adams", {}), ("radau", {}), ("alpha", {}), ("rk4", {"step": 1e-4})]
)
def test_all_methods_go_through_a_contact(method: str, more: dict[str, Any]) -> None:
    m = ball(type="hertz", stiffness=STIFFNESS)
    run = m.simulate(0.2, 3, speeds={"ball.vz": -1.0}, method=method, rtol=1e-8, atol=1e-10, progress=False, **more)
    assert left(run) == pytest.approx(1.0, abs=2e-3 if method == "alpha" else 1e-5)
    assert len(run.touches) == 2


@pytest.mark.parametrize("formulation", ("projection", "joint"))
def test_formulations_agree(formulation: str) -> None:
    m = ball(type="hunt-crossley", stiffness=STIFFNESS, restitution=0.8)
    run = m.simulate(0.2, 3, speeds={"ball.vz": -1.0, "ball.vx": 0.3}, formulation=formulation, **EXACT)
    assert left(run) == pytest.approx(expected_left(0.3), abs=1e-8)


def test_the_conserving_rule_keeps_the_energy_of_a_bounce() -> None:
    m = ball(9.81, 0.2, type="hertz", stiffness=STIFFNESS)
    run = m.simulate(2.0, 2001, method="midpoint", step=0.001, progress=False)
    assert np.max(np.abs(run["energy.total"] - run["energy.total"][0])) < 1e-11
    assert len(times(run, "presses")) > 4


def test_contacts_with_a_law_and_with_impacts_live_side_by_side() -> None:
    """Two balls on one floor: one presses, the other collides and comes to rest; neither knows of the other."""
    m = ball(9.81, 0.2, type="hertz", stiffness=STIFFNESS)
    m.body("stone", estimate=(1, 0, 0.3))
    m.mass("stone", mass=2, inertia=(0.01, 0.01, 0.01))
    m.add_solid("stone", "skin", {"type": "sphere", "radius": 0.1})
    m.contact("D", "ground.floor", "stone.skin", restitution=0.5)
    run = m.simulate(1.5, 16, **EXACT)
    alone = ball(9.81, 0.2, type="hertz", stiffness=STIFFNESS).simulate(1.5, 16, **EXACT)
    np.testing.assert_allclose(run["ball.z"], alone["ball.z"], atol=1e-7)
    hits = [item.t for item in run.touches if item.name == "D" and item.kind == "impact"]
    fall = math.sqrt(2 * 0.2 / 9.81)
    np.testing.assert_allclose(hits[:3], [fall, 2 * fall, 2.5 * fall], rtol=1e-9)
    assert run["D.mode"][-1] == 1.0
    assert run["D.force"][-1] == pytest.approx(2 * 9.81, rel=1e-9)


@pytest.mark.parametrize(
    ("force", "words"),
    [
        ({"type": "hertz", "stiffness": 0}, "contact 'C': stiffness must be greater than zero"),
        ({"type": "hertz", "stiffness": 1, "exponent": 0.5}, "contact 'C': exponent must be at least 1"),
        ({"type": "flores", "stiffness": 1}, "either a restitution or a damping"),
        ({"type": "flores", "stiffness": 1, "restitution": 0}, "divides by the restitution"),
        ({"type": "flores", "stiffness": 1, "restitution": 1.1}, "must not be above 1"),
        ({"type": "hook", "stiffness": 1}, "there is no type 'hook'"),
    ],
)
def test_a_bad_law_is_refused_in_words(force: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        ball(**force).simulate(0.1, 2, progress=False)


def test_restitution_of_the_contact_is_refused_beside_a_force_law() -> None:
    m = ball(type="hertz", stiffness=1)
    m.contact("D", "ground.floor", "ball.skin", restitution=0.5, force={"type": "hertz", "stiffness": 1})
    with pytest.raises(MechanismError, match="there are no impacts"):
        m.simulate(0.1, 2, progress=False)
