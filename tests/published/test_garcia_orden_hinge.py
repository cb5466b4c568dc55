"""Garcia Orden, Goicolea 2005, Example 5: a revolute joint with axial, radial and angular clearance (Eqs. 46 to 59).

It is made of three: a tilt of the axes (46), the distance along the axis (47) as a cavity between two walls, that from
the axis (48) as a journal. The bar on it is thrown such that it meets all of them.
"""

from __future__ import annotations

from functools import cache

import numpy as np

import linkwork as lw
from linkwork.run.run import Run

TILT, AXIAL, RADIAL = 0.1, 0.01, 0.005
MASS, SPIN = 1.0, 6.0
STIFF = 1e7  # N/m^2 of walls and pin, J of the tilt: all forces grow with the square of the depth


def hinge() -> lw.Spatial:
    """A bar of 1 m that turns about the vertical z, loose in every other way; without weight."""
    m = lw.Spatial("loose hinge")
    bar = m.body("bar", estimate=(0, 0, 0))
    m.mass(bar, mass=MASS, center=(0.5, 0, 0), inertia=(1e-3, 1 / 12, 1 / 12))
    law = {"type": "hertz", "stiffness": STIFF, "exponent": 2}
    pin = m.ground.frame(axis=(0, 0, 1))
    walls = f"({AXIAL}^2 - z^2)/(2*{AXIAL})"
    m.clearance("tilt", pin, bar.frame(axis=(0, 0, 1)), type="tilt", clearance=TILT, force=law)
    m.clearance("along", pin, bar.at(0, 0, 0), type="cavity", gap=walls, force=law)
    m.clearance("round", pin, bar.at(0, 0, 0), type="journal", clearance=RADIAL, force=law)
    return m


@cache
def run() -> Run:
    speeds = {"bar.wz": SPIN, "bar.vz": 0.5, "bar.wx": 0.2, "bar.vx": 0.1}
    return hinge().simulate(2.0, 4001, method="midpoint", step=5e-4, speeds=speeds, progress=False)


def test_energy_is_constant_and_all_three_limits_are_met() -> None:
    found = run()
    assert found.completed, found.events[-1].text
    energy = found["energy.total"]
    np.testing.assert_allclose(energy, energy[0], atol=1e-9 * energy[0])
    for name in ("tilt", "along", "round"):
        assert found[f"{name}.force"].max() > 1.0, name
        # all the energy in one contact, k d^3 / 3: it never goes deeper
        assert found[f"{name}.gap"].min() > -((3.0 * energy[0] / STIFF) ** (1 / 3)), name


def test_the_limits_are_those_of_the_three_functions_of_the_chapter() -> None:
    found = run()
    x, y, z = (found[f"bar.{axis}"] for axis in "xyz")
    own = found.motion.turned("bar", (0.0, 0.0, 1.0))[0]
    np.testing.assert_allclose(found["tilt.gap"], own[:, 2] - np.cos(TILT), atol=1e-12)
    np.testing.assert_allclose(found["round.gap"], RADIAL - np.hypot(x, y), atol=1e-12)
    np.testing.assert_allclose(found["along.gap"], (AXIAL**2 - z**2) / (2 * AXIAL), atol=1e-12)
    for name in ("tilt", "along", "round"):
        depth = np.maximum(-found[f"{name}.gap"], 0.0)
        np.testing.assert_allclose(found[f"{name}.force"], STIFF * depth**2, rtol=1e-9, atol=1e-9)
