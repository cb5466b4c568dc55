"""Analyses and mechanisms with contacts: each takes them into account or refuses them by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import contacts_plane as plane
import contacts_space as space
import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.mechanism.contacts import contact_names
from linkwork.system.formulations.formulations import EVENTFUL, FORMULATIONS
from linkwork.system.methods.methods import NAMES

REFUSED: dict[str, Callable[[Any], Any]] = {
    "equilibria": lambda m: m.equilibria(starts=2),
    "linearise": lambda m: m.linearise(at=0.0),
    "periodic": lambda m: m.periodic(period=1.0),
    "c_functions": lambda m: m.c_functions(0.001),
    "trace": lambda m: m.trace(),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_analysis_that_knows_no_contacts_refuses_them_by_name(name: str) -> None:
    """The sentence names the contact and says what to do."""
    with pytest.raises(AnalysisError, match=r"knows no contacts such as contact 'S'; .+") as found:
        REFUSED[name](plane.slider_crank())
    assert "slider-crank" in str(found.value)


@pytest.mark.parametrize("name", [name for name in FORMULATIONS if name not in EVENTFUL])
def test_a_formulation_that_knows_no_contacts_refuses_them_by_name(name: str) -> None:
    """It names those that can be used."""
    with pytest.raises(AnalysisError, match=f"formulation '{name}' .*contact 'S' use one of: projection"):
        plane.slider_crank().simulate(1.0, formulation=name, progress=False)


@pytest.mark.parametrize("name", ["alpha", "midpoint", "trapezoidal"])
def test_a_method_that_holds_the_constraints_itself_refuses_contacts_by_name(name: str) -> None:
    """It names those that can be used."""
    with pytest.raises(AnalysisError, match=f"method '{name}' .*contact 'S' use method 'dop853'"):
        plane.slider_crank().simulate(1.0, method=name, step=0.001, progress=False)
    assert name in NAMES


@pytest.mark.parametrize(("name", "limit"), [("rk4", 1e-7), ("adams", 1e-7), ("radau", 1e-6)])
def test_other_methods_follow_contacts(name: str, limit: float) -> None:
    """Positions of a slider-crank that hits its stop, against dop853."""
    options = {"rk4": {"step": 0.002}, "radau": {"rtol": 1e-9, "atol": 1e-11}, "adams": {"rtol": 1e-10, "atol": 1e-12}}
    exact = plane.slider_crank().simulate(0.8, 17, rtol=1e-12, atol=1e-14, progress=False)
    run = plane.slider_crank().simulate(0.8, 17, method=name, progress=False, **options[name])
    assert run.completed
    assert len(run.touches) == len(exact.touches)
    assert np.max(np.abs(run.q - exact.q)) < limit


def test_auto_chooses_a_formulation_that_follows_contacts() -> None:
    """Trees, loops and free bodies."""
    for model in (plane.ball(), plane.chain(), plane.slider_crank(), plane.four_bar(doubled=True), space.falling_box()):
        run = model.simulate(0.1, 3, progress=False)
        assert run.moment.options.formulation in EVENTFUL


def test_inverse_dynamics_watches_contacts_along_the_driven_motion() -> None:
    """A wall that a driven pendulum does not reach changes no torque; what is free is named."""
    torques = []
    for walled in (True, False):
        m = plane.pendulum()
        m.drive("motor", joint="A", angle="0.3*sin(2*t)")
        if not walled:
            m.contacts.clear()
        torques.append(m.inverse_dynamics(1.0, 11, progress=False)["motor.torque"])
    assert torques[0] == pytest.approx(torques[1], abs=1e-8)
    with pytest.raises(AnalysisError, match="1 more driver is needed"):
        plane.pendulum().inverse_dynamics(1.0)


def test_a_linear_model_is_made_where_all_contacts_are_open() -> None:
    """Of a pendulum, before it reaches the wall: the same as of one without a wall."""
    m = plane.pendulum(0.5)
    run = m.simulate(0.9, 10, progress=False)
    model = m.linearise(at=(run, 0.2))
    free = plane.pendulum(0.5)
    free.contacts.clear()
    alone = free.simulate(0.9, 10, progress=False)
    assert pytest.approx(free.linearise(at=(alone, 0.2)).A, abs=1e-6) == model.A


def test_a_body_that_is_pressed_cannot_be_cut_free() -> None:
    """Its list of forces would lack the contact's; before the contact closes it is whole."""
    run = plane.chain().simulate(0.4, 9, progress=False)
    with pytest.raises(AnalysisError, match="body 'rod2': contact 'F' presses on it"):
        run.free_body("rod2")
    assert np.max(np.abs(run.free_body("rod0").imbalance())) < 1e-6
    open_run = plane.chain().simulate(0.2, 9, progress=False)
    assert np.max(np.abs(open_run.free_body("rod2").imbalance())) < 1e-6


def test_verify_compares_the_formulations_that_follow_contacts() -> None:
    """The others are refused with a reason, none differs."""
    found = plane.slider_crank().verify(0.6, points=7, formulations=["joint", "direct"], methods=[], progress=False)
    by_name = {trial.formulation: trial for trial in found.formulations}
    assert by_name["direct"].status == "refused"
    assert not by_name["joint"].differences
    assert by_name["joint"].digits["accelerations"] > 10


def test_a_body_that_only_a_contact_holds_needs_a_mass() -> None:
    """It could not move by the contact's force."""
    m = lw.Planar("loose")
    m.body("ball", (0, 0.1, 0)).profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim")
    with pytest.raises(MechanismError, match="body 'ball' is held by contact 'C' alone and must have a mass"):
        m.validate()


def test_a_contact_with_a_force_law_does_not_count() -> None:
    """It is a plain force, which every formulation takes."""
    m = plane.ball()
    m.contact("soft", "ground.floor", "ball.rim", force={"type": "hertz", "stiffness": 1e6})
    assert contact_names(m) == ["contact 'C'"]
