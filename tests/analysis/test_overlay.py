"""Overlays: kinematics, inverse dynamics or a simulation for several values of a parameter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

pytestmark = pytest.mark.both_coordinates


def pendulum(driven: bool = False, **parameters: float) -> lw.Planar:
    m = lw.Planar("pendulum")
    m.parameters(length=1, **parameters)
    bob = m.body("bob", estimate=("length", 0, 0))
    m.mass(bob, mass=2)
    m.set_gravity(0, -9.81)
    m.revolute("O", m.ground.at(0, 0), bob.at("-length", 0))
    if driven:
        m.drive("motor", joint="O", angle="t")
    return m


def overlay(m: lw.Planar, **options: Any) -> Any:
    return m.overlay(0.5, 11, progress=False, length=[0.5, 1, 2], **options)


def test_an_overlay_simulates_every_value_with_the_options_of_a_simulation() -> None:
    m = pendulum()
    found = overlay(m, analysis="simulate", hold={"bob.angle": -1}, speeds={"bob.omega": 0.2}, rtol=1e-9)
    assert list(found.runs) == ["length = 0.5", "length = 1", "length = 2"] and not found.failed
    for length in (0.5, 1, 2):
        alone = pendulum()
        alone.set(length=length)
        one = alone.simulate(0.5, 11, hold={"bob.angle": -1}, speeds={"bob.omega": 0.2}, rtol=1e-9, progress=False)
        assert np.array_equal(found[f"length = {length}"].q, one.q)
    assert m.parameters_by_name["length"].value({}) == 1


def test_an_overlay_of_inverse_dynamics_has_the_torques() -> None:
    found = overlay(pendulum(driven=True), analysis="inverse_dynamics")
    for length in (0.5, 1, 2):
        run = found[f"length = {length}"]
        assert np.allclose(run["motor.torque"], 2 * 9.81 * length * np.cos(run.t), atol=1e-10)


def test_curves_are_laid_over_each_other() -> None:
    figure = overlay(pendulum(), analysis="simulate").plot("bob.omega", "bob.x")
    assert [len(axes.lines) for axes in figure.axes] == [3, 3]


def test_a_name_that_is_parameter_and_option_is_the_parameter() -> None:
    m = pendulum(start=0.0)
    found = m.overlay(0.5, 3, progress=False, start=[0, 1], analysis="simulate")
    assert list(found.runs) == ["start = 0", "start = 1"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"analysis": "statics"}, "no analysis 'statics'.*simulate"),
        ({"analysis": "kinematics", "speeds": {"bob.omega": 1}}, "parameter 'speeds' is not defined"),
        ({"analysis": "simulate", "velocities": {}}, "parameter 'velocities' is not defined"),
    ],
)
def test_what_is_neither_parameter_nor_option_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        overlay(pendulum(), **options)


def test_options_alone_vary_nothing() -> None:
    with pytest.raises(AnalysisError, match="only parameters are varied, formulation went to simulate as an option"):
        pendulum().overlay(0.5, 11, progress=False, analysis="simulate", formulation=["joint", "projection"])


def test_a_value_that_cannot_run_is_reported_and_the_others_run() -> None:
    found = pendulum().overlay(0.5, 11, progress=False, length=[1, "1/0"], analysis="simulate")
    assert list(found.runs) == ["length = 1"] and "division" in found.failed["length = 1/0"]


@pytest.mark.parametrize("values", [np.array(1.0), {0: 1.0}, b"12", 1.0, "1"])
def test_what_is_no_list_of_values_is_refused(values: object) -> None:
    with pytest.raises(AnalysisError, match="give a list of values for 'length'"):
        pendulum().overlay(0.5, 11, progress=False, length=values)
