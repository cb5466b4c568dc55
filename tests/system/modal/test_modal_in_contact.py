"""What touches and rubs at interfaces of bodies with modes: as at a mass on a spring, in plane and space."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

STIFFNESS = 400.0
LAW = {"type": "hertz", "stiffness": 1e6}


def with_mode(along: tuple[float, float]) -> tuple[lw.Planar, Any]:
    """A body of 2.5 kg of which 0.5 kg move by one mode; what touches is at the interface that moves so."""
    m = lw.Planar("with a mode")
    m.set_gravity(0, -9.81)
    modes = {
        "mass": [0.5],
        "stiffness": [STIFFNESS],
        "linear_coupling": [[0.5 * along[0], 0.5 * along[1]]],
        "inertia_curvature": [[0.5]],
        "interfaces": {"root": {"at": [0, 0]}, "foot": {"at": [0, 0], "translation": [list(along)]}},
    }
    body = m.modal("outer", {"mass": 2.5, "center": (0, 0), "inertia": 0.11}, modes, estimate=(0, 0.5, 0))
    return m, body.interface("foot")


def with_mass(along: tuple[float, float]) -> tuple[lw.Planar, Any]:
    """The same with a mass on a slide and a spring, which is what touches."""
    m = lw.Planar("with a mass")
    m.set_gravity(0, -9.81)
    outer = m.body("outer", estimate=(0, 0.5, 0), mass={"mass": 2, "inertia": 0.11 - 1e-9})
    inner = m.body("inner", estimate=(0, 0.5, 0), mass={"mass": 0.5, "inertia": 1e-9})
    m.translational("T", outer.line((0, 0), along), inner.line((0, 0), along))
    m.joint_spring("S", "T", stiffness=STIFFNESS)
    return m, inner


def bouncing(make: Any, **law: Any) -> Any:
    """It falls onto a rough floor."""
    m, foot = make((0, 1))
    rim = foot.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", rim, friction=0.2, **law)
    inside = {"outer.q1_rate": 0.0} if make is with_mode else {"inner.vy": 0.0}
    speeds = {"outer.vx": 0.5, "outer.vy": 0.0, "outer.omega": 0.0} | inside
    return m.simulate(until=0.6, points=31, speeds=speeds, rtol=1e-9, atol=1e-10, progress=False)


@pytest.mark.parametrize("law", [{"restitution": 0.6}, {"force": LAW}], ids=["rigid", "force law"])
def test_an_interface_bounces_as_a_mass_on_a_spring(law: dict[str, Any]) -> None:
    flexible, rigid = bouncing(with_mode, **law), bouncing(with_mass, **law)
    assert flexible.events if "restitution" in law else flexible["C.force"].max() > 0.0
    for channel in ("outer.x", "outer.y", "outer.angle", "energy.elastic", "energy.lost", "energy.total"):
        assert flexible[channel] == pytest.approx(rigid[channel], abs=2e-5)
    assert not [note for note in flexible.notes if "audit" in note or "NOT" in note]


def rubbing(make: Any) -> Any:
    """The inner mass, or the interface, slides along a rough guide and drags the rest with it."""
    m, foot = make((1, 0))
    m.translational("G", m.ground.line((0, 0.5), (1, 0.5)), foot.line((0, 0), (1, 0)))
    m.friction("F", "G", 0.3)
    inside = {"outer.q1_rate": 0.0} if make is with_mode else {"inner.vx": 2.0}
    return m.simulate(until=0.6, points=31, speeds={"outer.vx": 2.0} | inside, rtol=1e-9, atol=1e-10, progress=False)


def test_a_joint_at_an_interface_rubs_as_that_of_a_mass() -> None:
    flexible, rigid = rubbing(with_mode), rubbing(with_mass)
    for channel in ("outer.x", "energy.elastic", "energy.lost"):
        assert flexible[channel] == pytest.approx(rigid[channel], abs=2e-5)
    assert flexible["energy.lost"][-1] > 1.0


def test_a_clearance_at_an_interface_and_a_model_file_of_it(tmp_path: Any) -> None:
    m, foot = with_mode((0, 1))
    m.clearance("J", m.ground.at(0, 0.51), foot.at(0, 0), clearance=0.02, radius=0.01, restitution=0.5)
    assert m.clearances["J"].between[1].body == "outer_foot"
    run = m.simulate(until=0.3, points=11, progress=False)
    m.save(tmp_path / "loose.yaml")
    again = lw.load(tmp_path / "loose.yaml").simulate(until=0.3, points=11, progress=False)
    assert again["outer.y"] == pytest.approx(run["outer.y"], abs=1e-9)
    assert run["outer.y"].min() > 0.3


def test_in_space_a_ball_at_the_tip_of_a_beam_bounces_and_rests_as_in_the_plane() -> None:
    section = {"type": "rectangle", "width": 0.02, "height": 0.004}
    fields: dict[str, Any] = {"length": 0.5, "section": section, "E": 7e10, "rho": 2700}
    plane = lw.Planar("tip on a stop")
    plane.set_gravity(0, -9.81)
    arm = plane.ritz_beam("arm", bending=2, stations=0, **fields)
    plane.fixed("W", plane.ground, arm.interface("root"), at=(0, 0))
    plane.ground.profile("floor", lw.wall((0, -0.012), (-1, 0)))
    plane.contact("C", "ground.floor", arm.interface("tip").profile("ball", lw.circle(0.01)), restitution=0.5)
    space = lw.Spatial("tip on a stop")
    space.set_gravity(0, -9.81, 0)
    arm3 = space.ritz_beam("arm", bending=2, bending_z=0, stations=0, **fields)
    space.fixed("W", space.ground, arm3.interface("root"))
    space.ground.solid("floor", "plane", normal=(0, 1, 0), at=(0, -0.012, 0))
    space.contact("C", "ground.floor", arm3.interface("tip").solid("ball", "sphere", radius=0.01), restitution=0.5)
    first, second = (m.simulate(until=0.03, points=31, rtol=1e-9, atol=1e-11, progress=False) for m in (plane, space))
    assert first["energy.lost"][-1] > 1e-5
    assert second["arm@tip.y"] == pytest.approx(first["arm@tip.y"], abs=1e-6)


def test_the_frame_of_the_body_itself_is_refused_by_name() -> None:
    m, _ = with_mode((0, 1))
    m.add_profile("outer", "rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "outer.rim", restitution=0.6)
    with pytest.raises(lw.LinkworkError, match=r"contact 'C': body 'outer' bends.*one of its interfaces"):
        m.simulate(until=0.1)
