"""Solids in a description: read, written, checked, drawn, and their hulls."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.spatial.hull import BOX, BOX_SIGNS, convex_hull
from linkwork.elements.spatial.contact.solid_pair import pack_pair, slots_for
from linkwork.elements.spatial.contact.solid_table import POLYTOPE, solid_table
from linkwork.formats.model_file import dumps, loads
from linkwork.places.spatial.row import SpatialRow
from linkwork.view.spatial.shapes import shape_solid
from model_schema import hold_against_schema

CUBE = tuple(product((0, 1), repeat=3))
EVERY: dict[str, dict[str, Any]] = {
    "skin": {"type": "sphere", "radius": "r/2", "at": (0, "r", 0)},
    "floor": {"type": "plane", "at": (0, 0, "r"), "normal": (0, "r", 1)},
    "block": {"type": "box", "size": (1, "r", 2), "orientation": {"axis": (0, 0, 1), "angle": "30 deg"}},
    "die": {"type": "cube", "edge": "r"},
    "bar": {"type": "capsule", "from": (0, 0, 0), "to": ("r", 0, 1), "radius": 0.1},
    "roller": {"type": "cylinder", "axis": (0, 1, 0), "length": "r", "radius": 0.1},
    "hull": {"type": "convex", "points": ((0, 0, 0), ("r", 0, 0), (0, 1, 0), (0, 0, 1))},
    "all": {"type": "convex", "of": "mass"},
}


def model(**solids: Any) -> lw.Spatial:
    """A body that hangs from the ground, with these solids."""
    m = lw.Spatial("touch")
    m.parameters(r=0.4)
    m.body("ball", solids=solids, mass={"shapes": [{"type": "box", "size": (1, 2, 3), "mass": 1}]})
    m.spherical("S", "ground", "ball")
    return m


def row_of(m: lw.Spatial) -> SpatialRow:
    """The row of a contact."""
    return SpatialRow(m.scope(), "contact 'C'", "C")


def test_solids_are_written_and_read_again() -> None:
    m = model(**EVERY)
    m.validate()
    text = dumps(m)
    again = loads(text)
    assert again.bodies_by_name == m.bodies_by_name and dumps(again) == text
    hold_against_schema(text)


def test_a_body_names_its_solids_in_python() -> None:
    m = lw.Spatial("touch")
    ball = m.body("ball")
    assert ball.solid("skin", "sphere", radius=0.1) == "ball.skin"
    assert m.ground.solid("floor", "plane", normal=(0, 0, 1)) == "ground.floor"
    assert list(m.bodies_by_name["ball"].solids) == ["skin"]
    with pytest.raises(MechanismError, match="solid of 'ball' 'skin'"):
        ball.solid("skin", "sphere", radius=0.2)


@pytest.mark.parametrize(
    ("solid", "says"),
    [
        ({"type": "sphere", "radius": 0}, "radius must be greater than zero"),
        ({"type": "plane", "normal": (0, 0, 0)}, "the normal of the plane is zero"),
        ({"type": "box", "size": (1, 0, 1)}, "each edge of size must be greater than zero"),
        ({"type": "capsule", "from": (1, 0, 0), "to": (1, 0, 0), "radius": 1}, "the same point"),
        ({"type": "convex", "points": CUBE[:3]}, "3 points have no inside"),
        ({"type": "convex", "points": [(x, y, 0) for x, y, _ in CUBE]}, "all its points lie in one plane"),
        ({"type": "convex", "points": [(x, 0, 0) for x in range(5)]}, "all its points lie on one line"),
        ({"type": "convex", "file": "none.stl"}, "the mesh file 'none.stl' is missing"),
    ],
)
def test_solids_that_make_no_sense_are_refused_by_name(solid: dict[str, Any], says: str) -> None:
    with pytest.raises(MechanismError) as error:
        model(bad=solid).validate()
    assert str(error.value).startswith("body 'ball': solid 'bad': ") and says in str(error.value)


@pytest.mark.parametrize(
    ("solid", "says"),
    [
        ({"type": "sphere", "radius": 1, "mass": 2}, "a solid has no mass"),
        ({"type": "convex"}, "give its corners in one way: points (at least four), file (STL or OBJ), or `of: mass`"),
        ({"type": "convex", "points": CUBE, "scale": 2}, "scale belongs to a file"),
        ({"type": "plane", "normal": (0, 0, 1), "orientation": {"bryant": (0, 0, 1)}}, "leave out orientation"),
        ({"type": "spher", "radius": 1}, "did you mean 'sphere'?"),
        ({"type": "sphere", "radios": 1}, "radios"),
    ],
)
def test_what_is_written_wrongly_is_refused_at_once(solid: dict[str, Any], says: str) -> None:
    with pytest.raises(MechanismError) as error:
        model(bad=solid)
    assert str(error.value).startswith("body 'ball'") and says in str(error.value)


def test_round_shapes_of_the_mass_have_no_corners() -> None:
    m = model(all={"type": "convex", "of": "mass"})
    m.mass("ball", shapes=[{"type": "sphere", "radius": 1, "mass": 1}])
    with pytest.raises(MechanismError, match="a sphere among the body's shapes is round"):
        m.validate()


def test_a_contact_names_solids_that_are_there() -> None:
    m = model(skin=EVERY["skin"])
    m.ground.solid("floor", "plane", normal=(0, 0, 1))
    m.ground.solid("wall", "plane", normal=(1, 0, 0))
    with pytest.raises(MechanismError, match=r"body 'ball' has no solid 'tip'; solids of 'ball' are: skin"):
        solid_table(row_of(m), "ball", "tip")
    with pytest.raises(MechanismError, match="two planes cannot touch"):
        pack_pair(row_of(m), ("ground", "floor"), ("ground", "wall"), 1)
    assert slots_for(row_of(m), ("ball", "skin"), ("ground", "floor")) == 1


def test_the_hull_of_a_cube_has_six_faces_whatever_lies_inside() -> None:
    random = np.random.default_rng(1)
    extra = [(0.5, 0.5, 1), (0.5, 0, 0), *random.uniform(0.1, 0.9, size=(50, 3))]
    hull = convex_hull([*CUBE, *extra])
    assert hull.corners == list(range(8))
    assert [len(loop) for loop in hull.faces] == [4] * 6
    assert len(hull.edges()) == 12


@pytest.mark.parametrize("seed", range(5))
def test_every_point_lies_behind_every_face_of_its_hull(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(200, 3))
    hull = convex_hull(points)
    corners = points[hull.corners]
    assert len(corners) - len(hull.edges()) + len(hull.faces) == 2  # Euler
    for loop in hull.faces:
        a, b, c = corners[list(loop[:3])]
        normal = np.cross(b - a, c - a)
        assert ((points - a) @ normal <= 1e-12).all()


def test_the_faces_of_a_box_look_outward() -> None:
    corners = np.array(BOX_SIGNS)
    for loop in BOX.faces:
        a, b, c = corners[list(loop[:3])]
        assert np.cross(b - a, c - a) @ a > 0
    assert len(BOX.edges()) == 12


def test_the_hull_of_a_mesh_file_and_of_the_mass(tmp_path: Path) -> None:
    pytest.importorskip("trimesh")
    text = "".join(f"v {x} {y} {z}\n" for x, y, z in CUBE) + "f 1 2 4\nf 5 7 8\nf 1 5 6\nf 3 4 7\n"
    (tmp_path / "cube.obj").write_text(text)
    m = model(file={"type": "convex", "file": "cube.obj", "scale": 0.5}, all={"type": "convex", "of": "mass"})
    m.folder = str(tmp_path)
    m.validate()
    cube, box = solid_table(row_of(m), "ball", "file"), solid_table(row_of(m), "ball", "all")
    assert cube.kind == box.kind == POLYTOPE
    assert cube.floats[1] == pytest.approx(0.5 * 3**0.5 / 2) and box.floats[1] == pytest.approx(14**0.5 / 2)


def test_a_body_without_other_looks_shows_its_solids() -> None:
    from linkwork.bodies.spatial.geometry import figures

    m = model(**EVERY)
    row = SpatialRow(m.scope(), "body 'ball'", "ball")
    for figure in figures(tuple(m.bodies_by_name["ball"].solids.values()), None, m.scope(), row):
        shape = {"kind": figure.type, "at": figure.at.tolist(), "axes": figure.axes.tolist(), **figure.sizes}
        assert len(shape_solid(shape, 0.1).faces) >= 4
