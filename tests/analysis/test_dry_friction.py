"""Dry friction in joints: sets that stick together, jams, doubtful reactions, smoothed laws, drivers, refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError

pytestmark = pytest.mark.both_coordinates

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12, "progress": False}
G = 9.81


def four_bar(mu: float) -> lw.Planar:
    """A parallelogram of links of 1 kg with friction in all four pins."""
    m = lw.Planar("parallelogram")
    m.set_gravity(0, -G)
    for name in "abc":
        m.body(name)
    places = {"A": ("ground", "a", (0, 0)), "B": ("a", "b", (0, 1))}
    places |= {"C": ("b", "c", (2, 1)), "D": ("ground", "c", (2, 0))}
    for name, (first, second, at) in places.items():
        m.revolute(name, first, second, at=at)
        m.friction(f"F{name}", name, mu, radius=0.15)
    for name, centre in {"a": (0, 0.5), "b": (1, 1), "c": (2, 0.5)}.items():
        m.mass(name, mass=1, center=centre, inertia=0.1)
    return m


def test_four_pins_of_a_loop_stick_together_and_break_away_together() -> None:
    """Their friction is not unique while they stick; they break away when even the best share does not hold."""
    m = four_bar(0.2)
    m.force("push", "a", torque="t")
    run = m.simulate(1.3, 131, **EXACT)
    slips = [item for item in run.touches if item.kind == "slips"]
    assert sorted(item.name for item in slips) == ["FA", "FB", "FC", "FD"]
    (time,) = {item.t for item in slips}
    assert np.max(np.abs(run["a.omega"][run.t < time])) <= 1e-14
    bound = 0.2 / math.sqrt(1.04) * 0.15
    after = int(np.argmax(run.t > time))
    friction = bound * sum(run[f"F{name}.normal"][after] for name in "ABCD")
    assert time == pytest.approx(friction, rel=2e-3)  # the torque at which they break away
    for name in "ABCD":
        assert np.all(np.abs(run[f"F{name}.friction"]) <= bound / 0.15 * run[f"F{name}.normal"] * (1 + 1e-7))


def test_a_loop_swings_down_and_comes_to_rest_with_all_its_pins() -> None:
    m = lw.Planar("four-bar")
    m.set_gravity(0, -G)
    for name, centre in {"a": (0.25, 0.5), "b": (1.5, 1.25), "c": (2.75, 0.75)}.items():
        m.body(name)
        m.mass(name, mass=1, center=centre, inertia=0.1)
    places = {"A": ("ground", "a", (0, 0)), "B": ("a", "b", (0.5, 1))}
    places |= {"C": ("b", "c", (2.5, 1.5)), "D": ("ground", "c", (3, 0))}
    for name, (first, second, at) in places.items():
        m.revolute(name, first, second, at=at)
        m.friction(f"F{name}", name, 0.3, radius=0.15)
    run = m.simulate(10, 401, **EXACT)
    assert run.completed
    assert {run[f"F{name}.mode"][-1] for name in "ABCD"} == {2.0}
    assert run["a.omega"][-1] == 0.0 or abs(run["a.omega"][-1]) <= 1e-14
    assert np.max(np.diff(run["energy.total"])) <= 1e-12
    bound = 0.3 / math.sqrt(1.09)
    for name in "ABCD":
        assert abs(run[f"F{name}.friction"][-1]) <= bound * run[f"F{name}.normal"][-1] * (1 + 1e-7)


def guide(mu: float, speed: float, pull: str = "0") -> Any:
    """A slider of 0.2 m whose mass stands 0.2 m above its guide: mu = 0.5 is critical."""
    m = lw.Planar("overhang")
    m.body("slider", estimate=(0, 0, 0))
    m.translational("guide", "ground", "slider", at=(0, 0), along=(1, 0))
    m.mass("slider", mass=1, center=(0, 0.2), inertia=0.01)
    m.set_gravity(0, -G)
    m.force("pull", "slider", x=pull)
    m.friction("rubs", "guide", mu, length=0.2)
    return m.simulate(0.05, 3, speeds={"slider.vx": speed}, **EXACT)


def test_below_the_critical_coefficient_a_slider_with_an_overhang_brakes() -> None:
    run = guide(0.49, 1.0)
    assert run["slider.vx"][-1] == pytest.approx(1 - 0.49 * G * 0.05, rel=1e-10)


@pytest.mark.parametrize("speed", [1.0, -1.0])
def test_above_the_critical_coefficient_a_slider_with_an_overhang_jams(speed: float) -> None:
    with pytest.raises(AnalysisError, match=r"overhang: at the start friction 'rubs' jams: .*Painleve.*smaller coeff"):
        guide(0.51, speed)


def test_two_motions_that_obey_coulomb_are_told_apart_by_nobody() -> None:
    """Pulled with 4 N and mu = 0.55: friction mu g = 5.4 N, or 44 N with the moment of the braking."""
    with pytest.raises(AnalysisError, match=r"more than one motion obeys Coulomb's law .* friction 'rubs'"):
        guide(0.55, 1.0, "4")


def test_from_rest_the_same_slider_sticks_and_slips_as_any_other() -> None:
    run = guide(0.55, 0.0, "5")
    assert abs(run["slider.x"][-1]) <= 1e-15


def test_an_overhang_that_grows_jams_on_the_way() -> None:
    m = lw.Planar("growing overhang")
    m.set_gravity(0, -G)
    m.body("slider", estimate=(0, 0, 0))
    m.translational("guide", "ground", "slider", at=(0, 0), along=(1, 0))
    m.mass("slider", mass=0.01, inertia=0.01)
    m.body("mast", estimate=(0, 0, 0))
    m.translational("lift", "slider", "mast", at=(0, 0), along=(0, 1))
    m.mass("mast", mass=1, inertia=0.01)
    m.drive("winch", joint="lift", position="0.1+0.1*t")
    m.friction("rubs", "guide", 0.5, length=0.2)
    m.force("pull", "mast", x=4.6)
    run = m.simulate(3, 31, speeds={"slider.vx": 5}, **EXACT)
    assert not run.completed
    assert run.t[-1] == pytest.approx(1.02, abs=1e-6)
    assert "friction 'rubs' jams" in run.events[-1].text


def two_guides(preload: float) -> Any:
    m = lw.Planar("two guides")
    m.set_gravity(0, -G)
    m.body("slider", estimate=(0, 0, 0))
    for name, height in (("lower", 0), ("upper", 1)):
        m.translational(name, "ground", "slider", at=(0, height), along=(1, 0))
    m.mass("slider", mass=1, inertia=0.1)
    m.friction("rubs", "lower", 0.2, preload=preload)
    return m.simulate(2, 3, speeds={"slider.vx": 3}, **EXACT)


def test_friction_of_a_joint_whose_reaction_is_not_unique_is_refused_by_name() -> None:
    with pytest.raises(
        AnalysisError, match=r"friction 'rubs': the reaction of joint 'lower' \(fy\) is not unique.*preload"
    ):
        two_guides(0)


def test_with_a_preload_friction_comes_from_it_alone_where_the_reaction_is_not_unique() -> None:
    run = two_guides(5)
    assert run["slider.vx"] == pytest.approx([3, 2, 1], abs=1e-10)
    assert any("comes from its preload alone" in note for note in run.notes)


def test_a_smoothed_pin_follows_its_closed_form() -> None:
    """J w' = -c tanh(R w / vs): sinh(R w / vs) shrinks with exp(-c R t / (J vs))."""
    m = lw.Planar("flywheel")
    m.body("wheel", estimate=(0, 0, 0))
    m.revolute("pin", "ground", "wheel", at=(0, 0))
    m.mass("wheel", mass=10, inertia=0.5)
    m.set_gravity(0, -G)
    m.friction("rubs", "pin", 0.2, radius=0.05, smooth_speed=0.01)
    run = m.simulate(6, 7, speeds={"wheel.omega": 5}, **EXACT)
    torque = 0.2 / math.sqrt(1.04) * 0.05 * 10 * G
    for t, omega in zip(run.t, run["wheel.omega"], strict=True):
        exponent = math.log(math.sinh(25.0)) - torque * 0.05 * t / 0.5 / 0.01
        assert omega == pytest.approx(math.asinh(math.exp(exponent)) * 0.01 / 0.05, abs=1e-10)


def crank_slider() -> lw.Planar:
    """A slider on a rail under weight, moved by a driver."""
    m = lw.Planar("driven slider")
    m.set_gravity(0, -G)
    m.carriage("slider", at=(0, 0), along=(1, 0), mass=2)
    m.friction("rubs", "slider_rail", 0.25)
    return m


def test_a_driver_pays_for_the_friction_of_its_joint() -> None:
    m = crank_slider()
    m.drive("motor", joint="slider_rail", position="sin(t)")
    force = lambda t: -2 * np.sin(t) + 0.25 * 2 * G * np.sign(np.cos(t))  # noqa: E731
    for run in (m.simulate(6, 62, **EXACT), m.inverse_dynamics(6, 62, progress=False)):
        away = np.abs(np.cos(run.t)) > 1e-6
        assert run["motor.fx"][away] == pytest.approx(force(run.t)[away], abs=1e-8)
        assert np.all(run["rubs.mode"][away] == 1)


def test_a_driver_that_dwells_lets_its_joint_stick() -> None:
    m = crank_slider()
    m.drive("motor", joint="slider_rail", position="if(t < 1, 0, (t - 1)^2)")
    run = m.simulate(2, 21, **EXACT)
    rests = run.t < 0.99
    assert np.all(run["rubs.friction"][rests] == 0.0)
    assert run["rubs.friction"][-1] == pytest.approx(-0.25 * 2 * G, rel=1e-9)


def refused() -> lw.Planar:
    m = lw.Planar("refused")
    m.body("slider")
    m.body("rod")
    m.translational("guide", "ground", "slider", at=(0, 0), along=(1, 0))
    m.revolute("pin", "slider", "rod", at=(0, 0))
    for body in ("slider", "rod"):
        m.mass(body, mass=1, inertia=1)
    m.drive("motor", joint="guide", position="t")
    return m


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"joint": "pine"}, "friction 'F': joint 'pine' is not defined.*pin"),
        ({"joint": "motor"}, "friction 'F': 'motor' is a driver"),
        ({"joint": "guide", "friction": -0.1}, "friction 'F': friction must not be negative"),
        ({"joint": "guide", "radius": 0.1}, "friction 'F': radius is given, but a guide has none"),
        ({"joint": "pin"}, "friction 'F': give radius"),
        ({"joint": "pin", "radius": 0}, "friction 'F': radius must be greater than zero"),
        ({"joint": "pin", "radius": 1, "length": 1}, "friction 'F': length is given, but a planar pin has none"),
        ({"joint": "guide", "static_friction": 0.1}, r"friction 'F': static_friction \(0.1\) is less than friction"),
        ({"joint": "guide", "preload": -1}, "friction 'F': preload must not be negative"),
        ({"joint": "guide", "smooth_speed": 0}, "friction 'F': smooth_speed must be greater than zero"),
    ],
)
def test_frictions_that_make_no_sense_are_refused_by_name(fields: dict[str, Any], said: str) -> None:
    m = refused()
    m.friction("F", **{"friction": 0.2, **fields})
    with pytest.raises(MechanismError, match=said):
        m.validate()


def test_a_joint_has_one_friction() -> None:
    m = refused()
    m.friction("F", "guide", 0.2)
    m.friction("H", "guide", 0.2)
    with pytest.raises(MechanismError, match="joint 'guide' has the friction 'H' too"):
        m.validate()


def test_a_joint_without_a_known_friction_is_refused() -> None:
    m = refused()
    m.fixed("weld", "ground", "rod", at=(0, 0))
    m.friction("F", "weld", 0.2)
    with pytest.raises(MechanismError, match="joint 'weld' is of type fixed, whose dry friction is not known"):
        m.validate()
