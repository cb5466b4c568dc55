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
