"""Elastic tendons with a law of one's own: the speed of the fibres that is sought is that which Thelen's law gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.formats.model_file import load
from linkwork.muscles import Thelen, at_rest
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.tables.compile import compile_system

CURVES = Thelen(tendon_strain=0.04, lengthening_limit=1.4, activation_time=0.015, deactivation_time=0.05)
TIMES = {"activation_time": 0.015, "deactivation_time": 0.05}


def over_speed() -> str:
    """The force over that at rest, by the speed: the curve of Thelen's law, which says the speed by the force."""
    shape, limit = CURVES.shortening_shape, CURVES.lengthening_limit
    x, steep, near = "(speed/(0.25 + 0.75*activation))", (2 + 2 / shape) / (limit - 1), 0.05 * limit
    end, slope = (limit - near - 1) / (steep * near), steep * near * near / (limit - 1)
    straight = f"{limit - near!r} + {slope!r}*({x} - {end!r})"
    stretched = f"if({x} < {end!r}, (1 + {steep * limit!r}*{x})/(1 + {steep!r}*{x}), {straight})"
    slow = f"if({x} < 0, (1 + {x})/(1 - {x}/{shape!r}), {stretched})"
    return f"if({x} < -1, {shape / (1 + shape)!r}*({x} + 1), {slow})"


FORCE = f"activation*{CURVES.active('fibre')}*{over_speed()} + {CURVES.passive('fibre')}"
OWN = {"type": "formula", "force": FORCE, "tendon": CURVES.tendon("strain"), **TIMES}
LAWS: list[Any] = [{"type": "thelen"}, OWN]


def arm(law: Any, **fields: Any) -> lw.Planar:
    """A forearm that two muscles bend and stretch."""
    m = lw.Planar("arm")
    fore = m.body("fore", estimate=(0, 0, 0.3))
    m.revolute("elbow", m.ground.at(0, 0), fore.at(0, 0))
    m.mass("fore", mass=1.5, center=(0.15, 0), inertia=0.02)
    m.set_gravity(0, -9.81)
    size: dict[str, Any] = {"strength": 600, "tendon_length": 0.15, "law": law, "pennation": "15 deg"} | fields
    m.muscle("biceps", [m.ground.at(0.02, 0.3), fore.at(0.05, 0)], **size, optimal_length=0.13, excitation="0.1 + t")
    bone = {"round": m.ground.at(0, 0), "radius": 0.02, "side": "left"}
    path = [m.ground.at(-0.02, 0.25), bone, fore.at(0.01, -0.022)]
    m.muscle("triceps", path, **size, optimal_length=0.12, excitation=0.05)
    return m


class States:
    """Rates of the muscles' states at any state of the arm."""

    def __init__(self, law: Any, scalar: str = "real", **fields: Any) -> None:
        self.system = compile_system(arm(law, **fields), dynamics=True, scalar=scalar)
        self.dynamics = Dynamics(self.system)
        names = self.dynamics.state_names()
        self.places = [names.index(f"{muscle}.{state}") for muscle in ("biceps", "triceps") for state in STATES]
        assert self.system.signals is not None
        self.forces = [self.system.signals.reported[f"{muscle}.force"] for muscle in ("biceps", "triceps")]

    def at(self, states: Any, speed: float, shift: Any = None) -> Array:
        """Rates of activation and strain, then the forces."""
        full = self.dynamics.states() + 0.0 * np.asarray(states)[0]
        full[self.places] = states
        v = np.zeros(len(self.system.start))
        v[-1] = speed
        self.dynamics.place(self.system.start, 0.2, v, full, shift)
        return np.concatenate(
            [self.dynamics.state_rates()[self.places], self.dynamics.memory_values()[self.forces] / 600]
        )


STATES = ("activation", "strain")


def drawn(count: int) -> Array:
    """States from slack tendons to such as tear, of fibres hardly and fully active."""
    draw = np.random.default_rng(282)
    low, high = np.array([0.011, -0.02, 0.011, -0.02]), np.array([1.0, 0.06, 1.0, 0.06])
    return low + (high - low) * draw.random((count, 4))


def test_the_speed_that_is_sought_is_that_of_the_law_in_closed_form() -> None:
    built_in, own = (States(law) for law in LAWS)
    moving = []
    for states in drawn(200):
        expected, found = built_in.at(states, -3.0), own.at(states, -3.0)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)
        moving.append(expected[[1, 3]])
    assert np.ptp(moving) > 1.0  # in slack lengths a second: stretched and shortened


def test_its_derivatives_are_those_of_the_closed_form() -> None:
    step = 1e-30
    built_in, own = (States(law, "complex") for law in LAWS)
    for states in drawn(20):
        for place in range(4):
            shifted = states + 1j * step * np.eye(4)[place]
            expected, found = (each.at(shifted, 2.0).imag / step for each in (built_in, own))
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_at_rest_where_the_curve_has_a_kink_the_slope_is_that_of_one_side() -> None:
    rest, step, small = at_rest(arm(OWN)), 1e-30, 1e-7
    states = np.array([0.01, rest["biceps"], 0.01, rest["triceps"]])
    exact, plain = States(OWN, "complex"), States(OWN)
    for place in (1, 3):
        along = np.eye(4)[place]
        slope = exact.at(states + 1j * step * along, 0.0)[place].imag / step
        here = plain.at(states, 0.0)[place]
        sides = [(plain.at(states + way * small * along, 0.0)[place] - here) / (way * small) for way in (-1, 1)]
        assert max(sides) / min(sides) < 0.6  # both fall, one twice as much
        assert min(abs(slope / side - 1) for side in sides) < 1e-3


def test_runs_and_equilibria_are_those_of_the_built_in_law() -> None:
    runs, strains = [], []
    for law in LAWS:
        m = arm(law)
        strains.append(at_rest(m))
        runs.append(m.simulate(until=0.3, points=31, rtol=1e-10, atol=1e-11))
    assert strains[1] == pytest.approx(strains[0], rel=1e-9)
    assert np.ptp(runs[0]["elbow.angle"]) > 0.1
    for channel in ("elbow.angle", "biceps.strain", "triceps.fibre"):
        assert runs[1][channel] == pytest.approx(runs[0][channel], abs=1e-8), channel
    assert abs(runs[1]["energy.balance"]).max() < 1e-6


def test_a_law_in_python_has_a_tendon_too(tmp_path: Path) -> None:
    def fibres(activation: float, fibre: float, speed: float) -> float:
        return activation * (1.0 + 2.0 * speed) + 8.0 * max(0.0, fibre - 1.0) ** 2

    plain = "activation*(1 + 2*speed) + 8*max(0, fibre - 1)^2"
    tendon = "max(0, 20*strain)"
    both = [arm({"type": "formula", "force": force, "tendon": tendon}) for force in (plain, fibres)]
    runs = [m.simulate(until=0.05, points=6, rtol=1e-10, atol=1e-11) for m in both]
    assert runs[1]["biceps.force"] == pytest.approx(runs[0]["biceps.force"], rel=1e-7)
    both[0].save(tmp_path / "arm.yaml")
    again = load(tmp_path / "arm.yaml").simulate(until=0.05, points=6, rtol=1e-10, atol=1e-11)
    assert again["biceps.force"] == pytest.approx(runs[0]["biceps.force"], rel=1e-13)


def test_a_stiff_tendon_leaves_that_of_the_law_away() -> None:
    with_tendon, without = OWN, {name: value for name, value in OWN.items() if name != "tendon"}
    runs = [arm(law, tendon="stiff").simulate(until=0.02, points=3) for law in (with_tendon, without)]
    assert runs[0]["biceps.force"] == pytest.approx(runs[1]["biceps.force"], rel=1e-14)


@pytest.mark.parametrize(
    "force",
    ["activation*exp(speed)/(1 + exp(speed)) + 1", "activation*if(speed < 0, 0, 2)", "activation*(1 - speed)"],
    ids=["too strong", "jumps", "falls"],
)
def test_a_law_that_balances_no_tendon_is_told(force: str) -> None:
    m = arm({"type": "formula", "force": force, "tendon": "30*strain"}, strain=0.02)
    run = m.simulate(until=0.01, points=2)
    assert not run.completed
    assert "force 'biceps' is not finite; at no speed do its fibres pull as much" in run.events[-1].text
    if not force.startswith("activation*if"):  # which is in balance with a slack tendon
        with pytest.raises(AnalysisError, match="muscle 'biceps': at no speed"):
            at_rest(m)


def test_a_balance_where_the_force_falls_is_none() -> None:
    """The force falls with speeds of -0.9 to -0.3 and is 0.2 of the strength at their end: below there is no rate."""
    force = "activation*(1 + 3*speed*exp(-6*speed^2) + 0.2*speed)"
    own = States({"type": "formula", "force": force, "tendon": "10*strain"})
    rates = np.array([own.at([0.5, strain, 0.5, strain], 0.0)[1] for strain in np.linspace(0.01, 0.04, 13)])
    assert np.all(np.isnan(rates[:5])) and np.all(np.diff(rates[5:]) < 0)


def test_a_law_without_speed_has_no_tendon() -> None:
    with pytest.raises(MechanismError, match=r"force 'biceps': .* must rise with their speed"):
        arm({"type": "formula", "force": "activation", "tendon": "30*strain"}).simulate(until=0.01, points=2)


def test_fibres_that_only_pull_shorten_as_fast_as_they_can_on_a_slack_tendon() -> None:
    rates = []
    for fast in ("max(0, 1 + speed)", "(1 + speed)"):  # of both the first speed without force is -1
        own = States({"type": "formula", "force": f"activation*{fast}", "tendon": "max(0, 30*strain)"})
        rates.append(own.at([1.0, -0.01, 1.0, -0.01], 0.0)[1])
    assert rates[0] == pytest.approx(rates[1], rel=1e-9)
    assert rates[0] > 8.0


def test_programs_refuse_what_is_sought() -> None:
    with pytest.raises(AnalysisError, match="force 'biceps' seeks the speed of its fibres by iteration"):
        arm(OWN).program()
