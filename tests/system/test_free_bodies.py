"""Bodies cut free of every kind of joint are in balance with all that acts on them."""

from __future__ import annotations

import gallery
import numpy as np
import pytest

pytestmark = pytest.mark.both_coordinates


@pytest.mark.parametrize("name", gallery.KINDS)
def test_bodies_of_every_kind_of_joint_are_in_balance(name: str) -> None:
    """Gears, racks, cams, slots, struts and couplings of planes: each body with all that acts on it, and drawn."""
    m = getattr(gallery, name)()
    for number, body in enumerate(m.bodies_by_name):
        if body != "ground":
            m.mass(body, mass=1 + number, center=(0.01 * number, 0.02), inertia=0.1 * number)
    m.set_gravity(0.5, -9.81)
    run = m.inverse_dynamics(0.05, 6, progress=False)
    for body in run.system.bodies:
        free = run.free_body(body)
        assert np.max(np.abs(free.imbalance())) < 1e-8 * free.largest_force()
    assert run.draw(at=0.02, forces=True).axes[0].texts
