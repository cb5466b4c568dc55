"""Contacts with a force law in all formulations and methods: the same motion, forces and events."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS
from linkwork.system.methods.methods import NAMES

UNTIL = 0.5
SPRING: dict[str, Any] = {"type": "hertz", "stiffness": 3e3, "exponent": 1}
LAWS: dict[str, dict[str, Any]] = {
    "hertz": {"type": "hertz", "stiffness": 2e4},
    "kelvin-voigt": {"type": "kelvin-voigt", "stiffness": 2e3, "damping": 5},
    "hunt-crossley": {"type": "hunt-crossley", "stiffness": 2e4, "restitution": 0.6},
    "flores": {"type": "flores", "stiffness": 2e4, "restitution": 0.6},
    "law": {"type": "law", "force": "3e3*depth*(1 + 0.4*speed)"},
    "law with energy": {"type": "law", "force": "3e3*depth", "energy": "1.5e3*depth^2"},
}
EXACT: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12}
METHODS: dict[str, tuple[dict[str, Any], float]] = {  # options, and how near they come
    "dop853": (EXACT, 1e-8),
    "adams": (EXACT, 1e-8),
    "radau": (EXACT, 1e-7),
    "rk4": ({"step": 2e-4}, 1e-7),
    "alpha": ({"step": 1e-4}, 2e-4),
    "midpoint": ({"step": 1e-4}, 2e-4),
    "trapezoidal": ({"step": 1e-4}, 2e-4),
    "backward-euler": ({"step": 1e-4}, 1e-2),
}


def crank(law: str) -> lw.Planar:
    """A slider-crank that falls onto a soft stop, which rubs."""
    m = lw.Planar("slider-crank at a soft stop")
    m.set_gravity(0, -9.81)
    first = m.body("crank", (0, 0, 0), mass=lw.Mass(mass=1, center=(0.1, 0), inertia=0.02))
    rod = m.body("rod", (0.2, 0, 0), mass=lw.Mass(mass=1, center=(0.25, 0), inertia=0.02))
    slider = m.body("slider", (0.7, 0, 0), mass=lw.Mass(mass=1, inertia=0.02))
    m.revolute("O", m.ground, first)
    m.revolute("A", first.at(0.2, 0), rod)
    m.revolute("B", rod.at(0.5, 0), slider)
    m.translational("G", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    rod.profile("nose", lw.circle(0.05, center=(0.1, 0)))
    m.ground.profile("stop", lw.wall((0, -0.15), (-1, 0)))
    m.contact("S", "ground.stop", "rod.nose", friction=0.2, force=LAWS.get(law, SPRING) | {"smooth_speed": 0.05})
    return m


@cache
def run_of(law: str, **options: Any) -> Run:
    run = crank(law).simulate(UNTIL, 26, progress=False, **options)
    assert run.completed, run.events[-1].text
    return run


def exact(law: str) -> Run:
    return run_of(law, formulation="projection", **EXACT)


@pytest.mark.parametrize("law", LAWS)
def test_the_stop_is_hit_and_left(law: str) -> None:
    assert [contact_event.kind for contact_event in exact(law).touches][:2] == ["presses", "parts"]
    assert np.max(exact(law)["S.force"]) > 10.0
    assert np.max(np.abs(exact(law)["energy.balance"])) < 1e-8


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("law", LAWS)
def test_all_formulations_agree(law: str, formulation: str) -> None:
    """Places to 1e-7, forces and reactions to 1e-6 of the largest, events to 1e-7 s."""
    found = run_of(law, formulation=formulation, **EXACT)
    assert found.q == pytest.approx(exact(law).q, abs=1e-7)
    for name in ("S.force", "S.friction", "O.fx", "energy.lost"):
        values = exact(law)[name]
        assert found[name] == pytest.approx(values, abs=1e-6 * float(np.max(np.abs(values))))
    assert [(contact_event.kind, contact_event.t) for contact_event in found.touches] == [
        (contact_event.kind, pytest.approx(contact_event.t, abs=1e-7)) for contact_event in exact(law).touches
    ]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("law", LAWS)
def test_all_methods_agree(law: str, method: str) -> None:
    options, limit = METHODS[method]
    found = run_of(law, method=method, **options)
    assert np.max(np.abs(found.q - exact(law).q)) < limit


def test_a_law_with_its_energy_is_the_spring_of_the_same_stiffness() -> None:
    """Motion, stored energy and the energy's balance, in the exact run and with the conserving rule."""
    for options in (EXACT, {"method": "midpoint", "step": 1e-4}):
        wanted, found = (run_of(law, **options) for law in ("spring", "law with energy"))
        assert np.max(np.abs(found.q - wanted.q)) < 1e-8
        assert np.max(wanted["energy.elastic"]) > 1.0
        assert found["energy.elastic"] == pytest.approx(wanted["energy.elastic"], abs=1e-8)
        assert np.max(np.abs(found["energy.balance"])) < 1e-9


@pytest.mark.parametrize("rtol", (1e-6, 1e-8, 1e-10))
def test_a_law_of_the_user_is_not_passed_over_by_a_long_step(rtol: float) -> None:
    """A ball without weight meets another: step lengths are free, and the whole contact is a small part of the run."""
    m = lw.Planar("two balls")
    for name, x in (("a", 0.0), ("b", 1.0)):
        body = m.body(name, (x, 0, 0), mass=lw.Mass(mass=1, inertia=0.004))
        body.profile("skin", lw.circle(0.1))
    m.contact("C", "a.skin", "b.skin", force={"type": "law", "force": "2e4*depth"})
    run = m.simulate(3.0, 2, speeds={"b.vx": -1}, rtol=rtol, progress=False)
    assert [contact_event.kind for contact_event in run.touches] == ["presses", "parts"]
    assert run.touches[0].t == pytest.approx(0.8, abs=1e-10)
    assert run.touches[1].t - run.touches[0].t == pytest.approx(np.pi * (0.5 / 2e4) ** 0.5, abs=1e2 * rtol)
    assert (run["a.vx"][-1], run["b.vx"][-1]) == pytest.approx((-1, 0), abs=1e2 * rtol)


def test_every_method_that_converges_is_tried() -> None:
    assert set(METHODS) == set(NAMES) - {"moreau"}


def test_an_energy_beside_a_force_of_the_speed_is_refused() -> None:
    m = crank("hertz")
    law = {"type": "law", "force": "3e3*depth*(1 + 0.4*speed)", "energy": "1.5e3*depth^2"}
    with pytest.raises(MechanismError, match="contact 'T': energy is what a force of the depth alone has stored"):
        m.contact("T", "ground.stop", "rod.nose", force=law)
        m.simulate(0.1, 2, progress=False)
