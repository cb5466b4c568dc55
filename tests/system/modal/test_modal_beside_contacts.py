"""Contacts and dry friction of rigid bodies beside a body with modes: as beside a mass on a spring."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

STIFFNESS = 200.0


def block_with_mode(along: tuple[float, float]) -> tuple[lw.Planar, Any]:
    """A block of 2 kg and, welded to it, a body of 1 kg half of which moves by one mode."""
    m = lw.Planar("with a mode")
    m.set_gravity(0, -9.81)
    block = m.body("block", estimate=(0, 0.5, 0), mass={"mass": 2, "inertia": 0.1})
    modes = {
        "mass": [0.5],
        "stiffness": [STIFFNESS],
        "linear_coupling": [[0.5 * along[0], 0.5 * along[1]]],
        "inertia_curvature": [[0.5]],
        "interfaces": {"root": {"at": [0, 0]}},
    }
    body = m.modal("inside", {"mass": 1, "center": (0, 0), "inertia": 0.01}, modes, estimate=(0, 0.5, 0))
    m.fixed("W", block, body.interface("root"), at=(0, 0.5))
    return m, block


def block_with_mass(along: tuple[float, float]) -> tuple[lw.Planar, Any]:
    """The same with a mass on a slide and a spring."""
    m = lw.Planar("with a mass")
    m.set_gravity(0, -9.81)
    block = m.body("block", estimate=(0, 0.5, 0), mass={"mass": 2.5, "inertia": 0.11})
    inner = m.body("inside", estimate=(0, 0.5, 0), mass={"mass": 0.5, "inertia": 1e-6})
    m.translational("T", block.line((0, 0), along), inner.line((0, 0), along))
    m.joint_spring("S", "T", stiffness=STIFFNESS)
    return m, block


def with_friction(make: Any) -> Any:
    """It slides along a rough guide and comes to rest with the mass inside still swinging."""
    m, block = make((1, 0))
    m.translational("G", m.ground.line((0, 0.5), (1, 0.5)), block.line((0, 0), (1, 0)))
    m.friction("F", "G", 0.3)
    inside = {"inside.q1_rate": 0.0} if make is block_with_mode else {"inside.vx": 2.0}
    return m.simulate(until=0.8, points=41, speeds={"block.vx": 2.0} | inside, rtol=1e-9, atol=1e-10)


def bouncing(make: Any) -> Any:
    """It falls onto a rough floor and bounces."""
    m, block = make((0, 1))
    block.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "block.rim", restitution=0.6, friction=0.2)
    inside = {"inside.q1_rate": 0.0} if make is block_with_mode else {"inside.vx": 0.5, "inside.vy": 0.0}
    speeds = {"block.vx": 0.5, "block.vy": 0.0, "block.omega": 0.0}
    return m.simulate(until=0.8, points=41, speeds=speeds | inside, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("motion", [with_friction, bouncing])
def test_what_touches_beside_a_mode_moves_as_beside_a_mass_on_a_spring(motion: Any) -> None:
    flexible, rigid = motion(block_with_mode), motion(block_with_mass)
    for channel in ("block.x", "block.y", "energy.elastic", "energy.lost", "energy.total"):
        assert flexible[channel] == pytest.approx(rigid[channel], abs=1e-5)
    assert flexible["energy.lost"][-1] > 1.0
    assert not [note for note in flexible.notes if "audit" in note or "NOT" in note]


def test_joint_coordinates_refuse_what_touches_beside_modes() -> None:
    m, block = block_with_mode((1, 0))
    m.translational("G", m.ground.line((0, 0.5), (1, 0.5)), block.line((0, 0), (1, 0)))
    m.friction("F", "G", 0.3)
    with pytest.raises(lw.LinkworkError, match="formulation 'joint' does not follow friction 'F' beside the modes"):
        m.simulate(until=0.1, formulation="joint")
