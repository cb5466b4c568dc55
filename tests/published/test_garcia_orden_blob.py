"""Garcia Orden and Goicolea 2005, section 7.1: the double pendulum of two bars whose first joint is a point in a blob.

The cavity at O is two bells side by side along y, k = 1e7 J and n = 4; as printed its function is positive inside, as
our gaps are. The joint at A is a ball with 0.04 m of play. z is up, bar 1 along x, bar 2 along y.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from linkwork.run.run import Run
from published.test_garcia_orden_clearance import HERTZ, bars

BLOB = "exp(1 - (kx*x)^2 - (ky*y + d)^2 - (kz*z)^2) + exp(1 - (kx*x)^2 - (ky*y - d)^2 - (kz*z)^2) - 1"
NEAR = 1e-3


@cache
def run() -> Run:
    m = bars()
    m.parameters(kx=50, ky=50, kz=50, d=1.1)
    law = {"type": "hertz", "stiffness": 1e7, "exponent": 4}
    m.clearance("O", "ground", "one.O", type="cavity", gap=BLOB, force=law)
    m.clearance("A", "one.A", "two.A", clearance=0.04, force=HERTZ)
    return m.simulate(5.0, 10001, method="midpoint", step=0.0005, progress=False)


def blob(place: Any) -> Any:
    """The printed function."""
    x, y, z = (50.0 * place).T
    return np.exp(1 - x**2 - (y + 1.1) ** 2 - z**2) + np.exp(1 - x**2 - (y - 1.1) ** 2 - z**2) - 1


def steepest(place: Any) -> Any:
    """Unit vectors along its gradient, into the cavity."""
    h = 1e-7
    found = np.stack([(blob(place + h * axis) - blob(place - h * axis)) / (2 * h) for axis in np.eye(3)], axis=-1)
    return found / np.linalg.norm(found, axis=-1, keepdims=True)


def test_the_cavity_is_as_large_as_the_printed_function_says() -> None:
    """Half length 0.04200 m, waist 0.01390 m, largest radius 0.02008 m."""
    for place in ((0, 0.042, 0), (0.0139, 0, 0), (0, 0.0216, 0.02008)):
        assert abs(blob(np.array(place))) < 2e-3


def test_energy_is_constant_to_1e_8_joule_over_five_seconds() -> None:
    """A9.3; about 3e-9 J."""
    assert run().completed
    energy = run()["energy.total"]
    assert np.max(np.abs(energy - energy[0])) < 1e-8
    assert np.max(run()["energy.elastic"]) > 0.5


def test_the_end_of_the_bar_stays_in_the_blob_within_a_millimetre() -> None:
    """A9.3: where it is beyond the wall, a millimetre along the gradient leads inside again."""
    place = run().motion.point("one", (-0.5, 0.0, 0.0))[0]
    np.testing.assert_allclose(run()["O.gap"], blob(place), atol=1e-10)
    beyond = place[blob(place) < 0.0]
    assert len(beyond) > 100
    assert np.min(blob(beyond + NEAR * steepest(beyond))) > 0.0


def test_the_end_of_the_bar_fills_the_blob() -> None:
    """Fig. 11: it comes to both ends of the cavity and through the waist."""
    y = run()["O.y"]
    assert np.min(y) < -0.04
    assert np.max(y) > 0.04
    assert np.sum(np.diff(np.sign(y)) != 0) > 10


def test_force_is_the_power_of_the_printed_function() -> None:
    place = run().motion.point("one", (-0.5, 0.0, 0.0))[0]
    np.testing.assert_allclose(run()["O.force"], 1e7 * np.maximum(-blob(place), 0.0) ** 4, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("name", "OA")
def test_contacts_begin_and_end_many_times(name: str) -> None:
    closed = run()[f"{name}.force"] > 0.0
    assert np.sum(np.diff(closed.astype(int)) == 1) > 20
