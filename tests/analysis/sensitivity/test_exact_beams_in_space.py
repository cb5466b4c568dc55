"""Sensitivities of a geometrically exact beam in space to E, thickness, density and damping, beside differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

VALUES = {"E": 2e9, "height": 0.02, "rho": 1500.0, "beta": 1e-3}
CHANGE = 1e-3


def cantilever(elements: int = 3, gravity: float = -9.81) -> lw.Spatial:
    """A soft cantilever that bends about both axes of its section."""
    m = lw.Spatial("soft cantilever")
    m.set_gravity(0, 0.3 * gravity, gravity)
    m.parameters(**VALUES)
    section = {"type": "rectangle", "width": 0.03, "height": "height"}
    arm = m.beam("arm", (0, 0, 0), (0.6, 0, 0), section=section, E="E", rho="rho", elements=elements, damping="beta")
    m.fixed("clamp", "ground", arm.node("root"))
    return m


def differences(m: Any, parameter: str, numbers: Any) -> np.ndarray:
    """Central differences of numbers that a mechanism has, twice, extrapolated."""
    value, slopes = VALUES[parameter], []
    for change in (CHANGE, 0.5 * CHANGE):
        sides = []
        for sign in (1, -1):
            m.set(**{parameter: value * (1 + sign * change)})
            sides.append(np.array(numbers(m)))
        slopes.append((sides[0] - sides[1]) / (2 * change * value))
    m.set(**{parameter: value})
    return np.asarray((4 * slopes[1] - slopes[0]) / 3)


@pytest.mark.parametrize("elements", [1, 4])
def test_of_small_motions(elements: int) -> None:
    m = cantilever(elements)
    responses = ["frequency(1)", "damping(1)", "frequency(2)"]
    result = m.sensitivity(responses, list(VALUES), analysis="linearise")
    assert not any("differences" in note for note in result.notes)

    def numbers(m: Any) -> list[float]:
        modes = m.linearise().modes
        return [modes[0].frequency, modes[0].damping, modes[1].frequency]

    unit = float(result.values["frequency(1)"]) / m.linearise().modes[0].frequency  # Hz or rad/s
    for parameter in VALUES:
        expected = differences(m, parameter, numbers) * np.array([unit, 1, unit])
        found = np.array([result[response, parameter] for response in responses])
        size = np.abs([result.values[response] for response in responses]) / VALUES[parameter]
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-7 * float(np.max(size)))


def test_of_the_position_of_rest() -> None:
    m = cantilever()
    result = m.sensitivity(["final(arm_tip.z)", "final(arm_tip.y)"], list(VALUES), analysis="equilibrium")
    for parameter in VALUES:
        expected = differences(m, parameter, lambda m: [m.equilibrium()[f"arm_tip.{axis}"] for axis in "zy"])
        found = [result[f"final(arm_tip.{axis})", parameter] for axis in "zy"]
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-9 / VALUES[parameter])


def test_of_a_simulation() -> None:
    m = cantilever(2)
    options: dict[str, Any] = {"analysis": "simulate", "until": 0.05, "points": 11}
    tight: dict[str, Any] = {"method": "radau", "rtol": 1e-9, "progress": False}
    result = m.sensitivity(["final(arm_tip.z)", "min(arm_tip.z)"], list(VALUES), **options, solver="radau", rtol=1e-9)
    for parameter in VALUES:
        expected = differences(m, parameter, lambda m: [m.simulate(0.05, 11, **tight)["arm_tip.z"][-1]])
        assert result["final(arm_tip.z)", parameter] == pytest.approx(
            float(expected[0]), rel=1e-4, abs=1e-8 / VALUES[parameter]
        )
