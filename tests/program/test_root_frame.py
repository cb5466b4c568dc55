"""Trees on a pin, recorded as seen from what the pin carries: the same accelerations by fewer operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.program.program import Program


def arm(axis: Any = (0, 0, 1), gravity: Any = (0, 0, -9.81)) -> lw.Spatial:
    """Three links, the first on a pin that stands anyhow."""
    m = lw.Spatial("arm")
    m.parameters(m=1.5)
    m.set_gravity(*gravity)
    before: Any = m.ground
    for number, pin in enumerate((axis, (0, 1, 0), (1, 0, 0))):
        place = (0.3 + 0.2 * number, 0.1, 0.1 * number)
        link = m.body(f"link{number}", place)
        m.mass(link, mass="m", center=(0.1, 0.02, 0.01), inertia=(0.02, 0.03, 0.025))
        m.revolute(f"J{number}", before, link, at=place, axis=pin)
        before = link
    return m


def by_matrix(p: Program, values: dict[str, float]) -> Any:
    """Accelerations by mass matrix and forces, which are recorded in the axes of the world."""
    return np.linalg.solve(p.evaluate("mass", values), p.evaluate("forces", values))


@pytest.mark.parametrize("gravity", [(0, 0, -9.81), (1.0, -3.0, 9.0)])
@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 2, -0.5)])
@pytest.mark.parametrize("kept", [(), ("m",)])
def test_accelerations_are_those_of_the_axes_of_the_world(axis: Any, gravity: Any, kept: tuple[str, ...]) -> None:
    p = arm(axis, gravity).program(kept, coordinates="joints")
    random = np.random.default_rng(2)
    for _ in range(3):
        values = {name: float(x) for name, x in zip((*p.coordinates, *p.rates), random.normal(size=6), strict=True)}
        values |= dict.fromkeys(kept, 0.8)
        accelerations, true = p.evaluate("accelerations", values), by_matrix(p, values)
        assert accelerations == pytest.approx(true, rel=1e-11, abs=1e-11 * np.abs(true).max())


def test_it_takes_fewer_operations_and_leaves_alone_what_more_than_weight_acts_on() -> None:
    def operations(m: lw.Spatial) -> tuple[int, int]:
        p = m.program(coordinates="joints")
        return sum(p.count("accelerations").values()), sum(p.count("mass", "forces").values())

    solved, of_the_world = operations(arm())
    assert solved < 0.8 * of_the_world
    pushed = arm()
    pushed.force("push", "link2", x="3 + link0.x")
    p = pushed.program(coordinates="joints")
    values = {"J0.angle": 0.4, "J1.angle": -0.3, "J2.angle": 0.2, "J0.omega": 1.0, "J2.omega": -2.0}
    assert p.evaluate("accelerations", values) == pytest.approx(by_matrix(p, values), rel=1e-11)
