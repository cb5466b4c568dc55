"""Colours that change with the time: muscles by their activation, absorbers by what is crushed of them."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from linkwork.view.display import arrange
from linkwork.view.page import payload
from linkwork.view.scene import build_scene
from linkwork.view.spatial.display import arrange as arrange_solids
from linkwork.view.tints import ACTIVE, RESTING, tinted, tinted_parts


def pulled(m: lw.Planar | lw.Spatial, names: tuple[str, ...]) -> Run:
    """A driven crank on springs, the first with an activation that grows from 0 beyond 1."""
    crank = m.body(
        "crank", estimate=(0, 0, 0), mass={"mass": 1, "inertia": 1 if m.world.dimensions == 2 else (1, 1, 1)}
    )
    zero = (0, 0, 0)[: m.world.dimensions]
    axis = {} if m.world.dimensions == 2 else {"axis": (0, 0, 1)}
    m.revolute("O", m.ground, crank, at=zero, **axis)
    m.drive("motor", joint="O", angle="t")
    for number, name in enumerate(names):
        end = (2.0, number, 0.0)[: m.world.dimensions]
        m.spring(name, m.ground.at(*end), crank.at(*(0.5, 0.0, 0.0)[: m.world.dimensions]), stiffness=10, free_length=1)
    m.signal("pull_activation", "2*t")
    return m.simulate(1.0, 11, progress=False)


@pytest.mark.parametrize("pieces", [("pull", "coil"), ("pull_1", "pull_2", "coil")])
def test_springs_with_an_activation_are_muscles_and_take_its_colour(pieces: tuple[str, ...]) -> None:
    scene = build_scene(pulled(lw.Planar("arm"), pieces))
    assert [one["name"] for one in scene["tints"]] == [*pieces[:-1]]
    assert scene["tints"][0]["shares"] == pytest.approx(np.minimum(0.2 * np.arange(11), 1.0))
    display = arrange(scene)
    kinds = {one.name: one.kind for one in display.connections}
    assert kinds == {**dict.fromkeys(pieces[:-1], "muscle"), "coil": "spring"}
    first, last = ({one.name: one.colour for one in tinted(display, scene, n).connections} for n in (0, 10))
    assert first[pieces[0]] == RESTING.lower() and last[pieces[0]] == ACTIVE.lower() and first["coil"] == last["coil"]
    assert payload(scene)["scene"]["tints"][0]["channel"] == "pull_activation"


def test_muscles_in_space_do_the_same() -> None:
    scene = build_scene(pulled(lw.Spatial("arm"), ("pull", "coil")))
    parts = tinted_parts(arrange_solids(scene).parts, scene, 10)
    assert {part.colour for part in parts if part.kind == "muscle"} == {ACTIVE.lower()}
    assert ACTIVE.lower() not in {part.colour for part in parts if part.name == "coil"}


@pytest.mark.parametrize("stations", [2, 3])
@pytest.mark.parametrize("world", [lw.Planar, lw.Spatial])
def test_a_muscle_over_several_points_is_a_band_and_a_straight_one_has_a_belly(world: type, stations: int) -> None:
    m = world("arm")
    flat = m.world.dimensions == 2
    arm = m.body("arm", mass={"mass": 1, "inertia": 1 if flat else (1, 1, 1)})
    axis = {} if flat else {"axis": (0, 0, 1)}
    m.revolute("O", m.ground, arm, at=(0, 0, 0)[: m.world.dimensions], **axis)
    m.drive("motor", joint="O", angle="t")
    path = [m.ground.at(*at[: m.world.dimensions]) for at in ((-1, 1, 0), (0, 0.5, 0))][: stations - 1]
    m.muscle("pull", [*path, arm.at(*(1, 0, 0)[: m.world.dimensions])], strength=1, optimal_length=1, tendon="stiff")
    scene = build_scene(m.inverse_dynamics(until=0.1, points=3))
    if flat:
        display = arrange(scene)
        drawn = [one for one in display.connections if one.name == "pull"]
        halves = [np.abs(mark.paths[0][:, 1]) for one in drawn for mark in one.marks if mark.kind == "muscle"]
        assert {one.kind for one in drawn} == {"muscle"}
    else:
        parts = tinted_parts(arrange_solids(scene).parts, scene, 0)
        pulls = [part for part in parts if part.name == "pull"]
        assert {part.kind for part in pulls} == {"muscle"} and len({part.colour for part in pulls}) == 1
        halves = [np.hypot(*np.array(part.solid.corners)[:, :2].T) for part in pulls if part.span is not None]
    assert len(halves) == stations - 1
    assert all((half.max() > 2 * half.min()) == (stations == 2) for half in halves)


def test_absorbers_show_their_share_of_the_largest_deformation() -> None:
    m = lw.Planar("buffers")
    car = m.body("car", mass={"mass": 1000, "inertia": 1})
    m.translational("rail", m.ground, car, at=(0, 0), along=(1, 0))
    for name, level in (("soft", 2e4), ("hard", 4e4)):
        m.absorber(name, m.ground.at(5, 0), car.at(0, 0), free_length=5, stiffness=1e6, levels=[level], reach=[])
    run = m.simulate(0.3, 31, speeds={"car.vx": 5.0}, progress=False)
    scene = build_scene(run)
    shares = {one["name"]: one["shares"] for one in scene["tints"]}
    assert shares["soft"][0] == 0.0 and shares["soft"][-1] == 1.0
    assert 0.9 < shares["hard"][-1] < 1.0  # it gives way a little later
    assert {one["kind"] for one in scene["connectors"]} == {"absorber"}
