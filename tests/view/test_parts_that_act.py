"""What acts is drawn as what it is: springs, dampers, gas struts, cylinders, and spirals about pins."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.view.display import arrange
from linkwork.view.scene import build_scene
from linkwork.view.spatial.display import arrange as arrange_space


def plane(**spring: Any) -> lw.Planar:
    m = lw.Planar("arm")
    arm = m.body("arm", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=1, center=(0.5, 0), inertia=0.1)
    if spring:
        m.spring("part", m.ground.at(0.5, -1), arm.at(0.5, 0), **spring)
    return m


def space(**spring: Any) -> Any:
    m = lw.Spatial("arm")
    arm = m.body("arm")
    m.revolute("O", m.ground, arm, at=(0, 0, 0), axis=(0, 1, 0))
    m.mass("arm", mass=1, center=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1))
    if spring:
        m.spring("part", m.ground.at(0.5, 0, -1), arm.at(0.5, 0, 0), **spring)
    return m


def scene_of(m: Any) -> Any:
    return build_scene(m.simulate(until=0.01, points=3, progress=False))


LOOKS = [
    ({"stiffness": 100, "damping": 3}, "spring"),
    ({"damping": 3}, "damper"),
    ({"damping": 3, "force": "2*t"}, "spring"),
    ({"damping": 3, "look": "spring"}, "spring"),
    ({"force": "-20", "look": "gas_strut"}, "gas_strut"),
]


@pytest.mark.parametrize(("given", "kind"), LOOKS)
def test_what_only_damps_is_drawn_as_a_damper_and_a_look_that_is_given_stays(given: dict[str, Any], kind: str) -> None:
    assert [one["kind"] for one in scene_of(plane(**given))["connectors"]] == [kind]
    assert kind in [one["kind"] for one in scene_of(space(**given))["symbols"]]


def test_the_cover_of_a_damper_in_space_tells_it_from_a_gas_strut() -> None:
    damper, strut = (arrange_space(scene_of(space(damping=3, look=look))) for look in ("damper", "gas_strut"))
    assert [part.kind for part in damper.parts].count("cover") == 1
    assert "cover" not in [part.kind for part in strut.parts]


def coils(scene: Any) -> list[tuple[float, float]]:
    """Middles of the spirals on ground."""
    return [shape["at"] for shape in scene["bodies"][0]["shapes"] if shape["kind"] == "coil"]


def test_a_torsion_spring_is_a_spiral_about_the_pin_between_its_bodies() -> None:
    m = plane()
    m.torsion_spring("wound", m.ground, "arm", stiffness=2)
    scene = scene_of(m)
    assert coils(scene) == [[0.0, 0.0]]
    marks = [mark for part in arrange(scene).parts for mark in part.marks if mark.kind == "coil"]
    assert len(marks) == 1
    m = plane()
    m.torsion_spring("slow", m.ground, "arm", damping=2)
    assert coils(scene_of(m)) == []


def test_a_spring_in_a_joint_is_wound_about_its_axis_where_that_turns() -> None:
    m = plane()
    m.joint_spring("wound", "O", stiffness=2)
    assert coils(scene_of(m)) == [[0.0, 0.0]]
    m = space()
    m.joint_spring("wound", "O", stiffness=2)
    assert "coil" in [one["kind"] for one in scene_of(m)["symbols"]]
    m = lw.Planar("cart")
    m.carriage("cart", at=(0, 0), along=(1, 0), mass=1)
    m.joint_spring("along", "cart_rail", stiffness=2)
    assert coils(scene_of(m)) == []


def on_rail(free: float, **spring: Any) -> Any:
    """The connector of a spring in the joint of a cart that starts where its positions count from."""
    m = lw.Planar("cart")
    m.carriage("cart", at=(0, 0), along=(1, 0), mass=1)
    m.joint_spring("along", "cart_rail", free=free, **spring)
    (connector,) = scene_of(m)["connectors"]
    return connector


def test_a_spring_along_a_slide_has_a_length_and_pushes_to_its_free_position() -> None:
    ahead, back, damper = on_rail(0.1, stiffness=2), on_rail(-0.1, stiffness=2), on_rail(0, damping=2)
    assert [one["kind"] for one in (ahead, back, damper)] == ["spring", "spring", "damper"]
    assert ahead["from"][1] < ahead["to"][1] - 1e-3, "held behind the cart, which it pushes on"
    assert back["from"][1] > back["to"][1] + 1e-3


def test_a_spring_with_a_signed_position_begins_where_its_line_does() -> None:
    m = plane()
    m.slide_spring("along", line=m.ground.line((0.5, -1), (0.5, 0)), pin={"arm": (0.5, 0)}, stiffness=20)
    (connector,) = scene_of(m)["connectors"]
    assert connector["from"] == [0, 0.5, -1.0]
    assert connector["to"] == [1, 0.5, 0.0]


def test_a_spring_along_a_slide_in_space_is_drawn() -> None:
    m = lw.Spatial("cart")
    cart = m.body("cart", mass={"mass": 1.0, "inertia": (1e-4, 1e-4, 1e-4)})
    m.translational("rail", m.ground, cart, at=(0, 0, 0), axis=(1, 0, 0))
    m.joint_spring("along", "rail", stiffness=2, free=0.2)
    m.slide_spring("slow", m.ground.frame(at=(-0.3, 0, 0), axis=(1, 0, 0)), cart.at(0, 0, 0), damping=2)
    m.joint_spring("stiff", "rail", stiffness=1e6)
    kinds = [one["kind"] for one in scene_of(m)["symbols"]]
    assert "slide_spring" in kinds
    assert "slide_damper" in kinds
    parts = [part for part in arrange_space(scene_of(m)).parts if part.kind in ("spring", "cover")]
    ends = {part.kind: part.span for part in parts if part.span is not None}
    assert ends["spring"].start[1][0] < -1e-3, "held behind the cart, which it pushes on"
    assert ends["cover"].start[1][0] == pytest.approx(-0.3)
    assert [part.kind for part in parts].count("spring") == 1, "what only bends has no coil"
