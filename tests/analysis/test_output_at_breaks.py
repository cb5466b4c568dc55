"""Output times that fall on a break of a function of time are written, whatever their last digit."""

import numpy as np
import pytest

import linkwork as lw


@pytest.mark.parametrize("points", [21, 101, 98])
def test_a_run_goes_on_where_an_output_time_meets_a_break(points: int) -> None:
    """The driver comes to rest at 3.4 s, which is 3.4 in one grid and the number behind it in the other."""
    m = lw.Planar("a guide that comes to rest")
    cart, bob = m.body("cart", (0, 0, 0)), m.body("bob", (0, 0, -1.2))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    m.revolute("A", cart.at(0, 0), bob.at(0, 0))
    m.mass(cart, mass=1, inertia=1)
    m.mass(bob, mass=1, center=(1, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    places = [(1, 0), (1.6, 0.1), (2.2, 0), (2.8, -0.1), (3.4, 0)]
    m.drive("push", joint="guide", position=lw.Table(points=places, ends="clamped", outside="hold"))
    run = m.simulate(4.0, points, progress=False)
    assert len(run.t) == points and run.t[-1] == 4.0
    np.testing.assert_allclose(run["cart.x"][run.t > 3.39999], 0.0, atol=1e-10)
