"""The tree of 42 bodies: its counts, and formulations that agree."""

from __future__ import annotations

import pytest
from bench.figure import SPEEDS, figure

CHANNELS = ("head.z", "tip_l3.x", "tip_r0.y", "toes_l.z", "j_fore_l.angle")


def test_the_figure_is_a_tree_of_42_bodies_and_41_joints() -> None:
    m = figure()
    found = m.topology()
    assert len(m.bodies_by_name) - 1 == 42 and len(m.joints) == 41
    assert found.equations == 0 and not found.loops
    assert found.coordinates == 6 + 9 * 3 + 4 * 2 + 28


def test_formulations_of_the_figure_agree() -> None:
    m = figure()
    options = {"speeds": SPEEDS, "rtol": 1e-9, "atol": 1e-11, "progress": False}
    joint, bodies = (m.simulate(0.1, 3, formulation=name, **options) for name in ("joint", "projection"))
    for channel in CHANNELS:
        assert joint[channel] == pytest.approx(bodies[channel], abs=1e-8)
    assert abs(joint["energy.balance"][-1]) < 1e-6
