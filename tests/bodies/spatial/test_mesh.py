"""Mass properties inside triangle meshes: closed forms, scale and place, and meshes that are none."""

from __future__ import annotations

import math
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import trimesh

from linkwork.base.errors import MechanismError
from linkwork.bodies.spatial import mesh_file
from linkwork.bodies.spatial.geometry import figures
from linkwork.bodies.spatial.mass import Resolved3, SpatialMass, evaluate
from linkwork.bodies.spatial.mesh_moments import solid_moments
from linkwork.bodies.spatial.solids import Convex
from linkwork.expression.part import plain
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope

FILES = Path(__file__).parents[2] / "formats" / "spatial" / "files"
CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
FACES = [(2, 4, 3, 1), (7, 8, 6, 5), (5, 6, 2, 1), (4, 8, 7, 3), (3, 7, 5, 1), (6, 8, 4, 2)]
"""A box of 1 x 2 x 3; corners of each face outwards, counted from 1."""


def resolve(mass: dict[str, Any], folder: Path | None = None, **env: Any) -> Resolved3:
    scope = BaseScope(SimpleNamespace(folder=folder and str(folder)), env)
    return evaluate(SpatialMass.model_validate(mass), scope, BaseRow(scope, "body 'part'", "part"))


def of_mesh(path: Path, **fields: Any) -> Resolved3:
    return resolve({"mesh": {"file": path.name, "density": 1} | fields}, path.parent)


def written(path: Path, corners: Any = CORNERS, faces: Any = FACES) -> Path:
    """An OBJ file."""
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in corners]
    lines += ["f " + " ".join(str(corner) for corner in face) for face in faces]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_box_of_triangles_is_a_box(tmp_path: Path) -> None:
    found = of_mesh(written(tmp_path / "box.obj"), density=4)
    assert found.mass == pytest.approx(24, rel=1e-14)
    assert found.centre == pytest.approx(np.array([0.5, 1, 1.5]), rel=1e-14)
    assert found.inertia == pytest.approx(np.diag([26, 20, 10]), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("kind", ["stl", "obj", "stl_ascii"])
def test_both_kinds_of_files_give_the_same(kind: str, tmp_path: Path) -> None:
    shape = trimesh.creation.torus(2.0, 0.5)
    path = tmp_path / f"ring.{kind[:3]}"
    shape.export(path, file_type=kind)
    found = of_mesh(path)
    assert found.mass == pytest.approx(shape.volume, rel=1e-5)
    assert found.inertia == pytest.approx(shape.moment_inertia, rel=1e-5, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_the_tetrahedra_agree_with_trimesh(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    shape = trimesh.convex.convex_hull(rng.normal(size=(40, 3)) + np.array([5, 0, -3]))
    found = of_mesh(written(tmp_path / "hull.obj", shape.vertices.tolist(), (shape.faces + 1).tolist()))
    assert found.mass == pytest.approx(shape.volume, rel=1e-12)
    assert found.centre == pytest.approx(shape.center_mass, rel=1e-11)
    assert found.inertia == pytest.approx(shape.moment_inertia, rel=1e-9, abs=1e-9)


def test_a_fine_sphere_of_triangles_nears_the_sphere(tmp_path: Path) -> None:
    """With n triangles to a turn the errors fall with 1/n^2."""
    errors = []
    for steps in (2, 3, 4):
        ball = trimesh.creation.icosphere(steps, 0.5)
        path = written(tmp_path / f"{steps}.obj", ball.vertices.tolist(), (ball.faces + 1).tolist())
        errors.append(abs(of_mesh(path, mass=1, density=None).inertia[0, 0] / (0.4 * 0.25) - 1))
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(4, rel=0.05)


def test_a_mesh_is_scaled_placed_and_turned(tmp_path: Path) -> None:
    path = written(tmp_path / "box.obj")
    where = {"scale": 0.001, "at": [1, 0, 0], "orientation": {"axis": [0, 0, 1], "angle": "90 deg"}}
    found = of_mesh(path, density=1e9, **where)
    assert found.mass == pytest.approx(6)
    assert found.centre == pytest.approx(np.array([0.999, 0.0005, 0.0015]))
    assert found.inertia == pytest.approx(1e-6 * np.diag([5, 6.5, 2.5]), abs=1e-18)
    stretched = of_mesh(path, scale=[3, 1.5, 1])
    assert stretched.inertia == pytest.approx(27 * 1.5 * np.eye(3))


def test_the_derivative_by_scale_and_density_is_exact(tmp_path: Path) -> None:
    path = written(tmp_path / "box.obj")
    mesh = {"file": path.name, "density": "d", "scale": "s"}
    step = 1e-30j
    by_scale = resolve({"mesh": mesh}, tmp_path, d=2.0, s=0.5 + step)
    assert by_scale.mass.imag / 1e-30 == pytest.approx(3 * by_scale.mass.real / 0.5)
    assert by_scale.inertia.imag / 1e-30 == pytest.approx(5 * by_scale.inertia.real / 0.5)
    by_density = resolve({"mesh": mesh}, tmp_path, d=2.0 + step, s=0.5)
    assert by_density.mass.imag / 1e-30 == pytest.approx(by_density.mass.real / 2)


def test_a_scale_is_no_length(tmp_path: Path) -> None:
    """A mesh in kilometres: its scale of 1000 made the mechanism a kilometre long."""
    path = written(tmp_path / "box.obj", corners=[tuple(1e-3 * x for x in corner) for corner in CORNERS])
    scope = BaseScope(SimpleNamespace(folder=str(tmp_path)), {})
    row = BaseRow(scope, "body 'part'", "part")
    mass = SpatialMass.model_validate({"mesh": {"file": path.name, "density": 1, "scale": 1000}})
    assert evaluate(mass, scope, row).mass == pytest.approx(6)
    assert Convex.model_validate({"file": path.name, "scale": 1000}).hull(row)[0].max() == pytest.approx(3)
    assert not row.lengths


def test_a_mesh_may_be_one_of_several_shapes(tmp_path: Path) -> None:
    written(tmp_path / "box.obj")
    drilled = resolve(
        {
            "shapes": [
                {"type": "mesh", "file": "box.obj", "density": 10},
                {"type": "cylinder", "radius": 0.25, "length": 3, "at": [0.5, 1, 1.5], "density": 10, "hole": True},
            ]
        },
        tmp_path,
    )
    assert drilled.mass == pytest.approx(10 * (6 - 3 * math.pi / 16))


def test_a_hollow_inside_counts_as_empty(tmp_path: Path) -> None:
    inner = [(0.25 + 0.5 * x, 0.5 + 0.5 * y, 0.5 + 0.5 * z) for x, y, z in CORNERS]
    inward = [tuple(8 + corner for corner in reversed(face)) for face in FACES]
    found = of_mesh(written(tmp_path / "hollow.obj", CORNERS + inner, FACES + inward))
    assert found.mass == pytest.approx(6 - 6 / 8)


def test_the_part_of_the_tests_is_an_angle_of_steel() -> None:
    """Two plates in mm: 40 x 30 x 5 flat and 5 x 30 x 20 upright."""
    found = of_mesh(FILES / "angle.stl", density=7800, scale=0.001)
    pieces = [
        {"type": "box", "size": [0.04, 0.03, 0.005], "at": [0.02, 0.015, 0.0025], "density": 7800},
        {"type": "box", "size": [0.005, 0.03, 0.02], "at": [0.0025, 0.015, 0.015], "density": 7800},
    ]
    composed = resolve({"shapes": pieces})
    assert found.mass == pytest.approx(composed.mass)
    assert found.centre == pytest.approx(composed.centre)
    assert found.inertia == pytest.approx(composed.inertia, rel=1e-9, abs=1e-15)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path / "box.obj")
    assert of_mesh(path).mass == pytest.approx(6)
    written(path, [(2 * x, y, z) for x, y, z in CORNERS])
    os.utime(path, ns=(1, 1))
    assert of_mesh(path).mass == pytest.approx(12)


def test_a_mesh_is_written_and_shown(tmp_path: Path) -> None:
    path = written(tmp_path / "box.obj")
    data = {"mesh": {"type": "mesh", "file": "box.obj", "density": 7800, "scale": 0.001}}
    mass = SpatialMass.model_validate(data)
    assert plain(mass) == data
    scope = BaseScope(SimpleNamespace(folder=str(tmp_path)), {})
    (figure,) = figures((), mass, scope, BaseRow(scope, "body 'part'", "part"))
    assert (figure.type, figure.file, figure.sizes["x"]) == ("mesh", str(path), 0.001)


# ---------------------------------------------------------------- meshes that are none


def refused(path: Path, says: str, **fields: Any) -> None:
    with pytest.raises(MechanismError) as error:
        of_mesh(path, **fields)
    text = str(error.value)
    assert text.startswith("body 'part': shape 1 (mesh): ")
    assert path.name in text
    assert says in text
    assert "\n" not in text


def test_an_open_mesh_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "open.obj", faces=FACES[:-1])
    refused(path, "the mesh is open: 4 of its 17 edges have a triangle on one side only; close it")


def test_an_inverted_mesh_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "inverted.obj", faces=[face[::-1] for face in FACES])
    refused(path, "the mesh is inverted: its volume is -6, negative")


def test_a_mesh_with_one_turned_face_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "mixed.obj", faces=[FACES[0][::-1], *FACES[1:]])
    refused(path, "do not all face the same way")


def test_a_flat_mesh_is_refused(tmp_path: Path) -> None:
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    path = written(tmp_path / "flat.obj", corners, [(1, 2, 3), (3, 2, 1)])
    refused(path, "encloses no volume")
    tilted = [(x, y, 0.1 * x + 0.3 * y) for x, y, _ in corners]
    path = written(tmp_path / "tilted.obj", tilted, [(1, 2, 3), (2, 4, 3), (3, 2, 1), (3, 4, 2)])
    refused(path, "encloses no volume")


def test_a_mesh_of_edges_only_is_refused(tmp_path: Path) -> None:
    refused(written(tmp_path / "edges.obj", [(0, 0, 0), (1, 0, 0), (1, 0, 0)], [(1, 2, 3)]), "only points or edges")


@pytest.mark.parametrize("size", [1e100, 1e200])
def test_a_mesh_too_large_for_numbers_is_refused(size: float, tmp_path: Path) -> None:
    with pytest.raises(MechanismError):
        of_mesh(written(tmp_path / "far.obj", [(size * x, size * y, size * z) for x, y, z in CORNERS]))


@pytest.mark.parametrize("name", ["empty.stl", "empty.obj"])
def test_an_empty_mesh_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"")
    refused(tmp_path / name, "there are no triangles in it")


@pytest.mark.parametrize("content", [b"solid x\nfacet", b"\0" * 84, b"\xff" * 200, b"linkwork: 1\n", b"f 1 2 3\n"])
@pytest.mark.parametrize("kind", ["stl", "obj"])
def test_something_else_is_refused(content: bytes, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"junk.{kind}"
    path.write_bytes(content)
    refused(path, "junk")


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_corners_that_are_not_finite_are_refused(bad: float, tmp_path: Path) -> None:
    path = written(tmp_path / "bad.obj", [(bad, 0, 0), *CORNERS[1:]])
    refused(path, "some of its corners are not finite numbers")


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.stl"
    with open(path, "wb") as file:
        file.truncate(mesh_file.LARGEST + 1)
    refused(path, "the file is too large, 256 MiB; an STL file has at most 256 MiB")
    monkeypatch.setattr(mesh_file, "MOST_FACES", 5)
    refused(written(tmp_path / "many.obj"), "it has 12 triangles; at most 5 are read")


def test_files_that_are_not_there_or_not_meshes_are_refused(tmp_path: Path) -> None:
    refused(tmp_path / "none.stl", "there is no such file")
    (tmp_path / "folder.stl").mkdir()
    refused(tmp_path / "folder.stl", "this is not a file")
    (tmp_path / "part.step").write_text("x")
    refused(tmp_path / "part.step", "a mesh is an STL or OBJ file")


@pytest.mark.parametrize("file", ["https://example.org/part.stl", "file:///etc/part.stl", "ftp://example.org/a.obj"])
def test_addresses_are_refused(file: str) -> None:
    with pytest.raises(MechanismError, match="only local files are read"):
        resolve({"mesh": {"file": file, "density": 1}})


def test_a_material_file_is_not_opened(tmp_path: Path) -> None:
    path = written(tmp_path / "box.obj")
    path.write_text("mtllib ../../../etc/passwd\nusemtl x\n" + path.read_text())
    assert of_mesh(path).mass == pytest.approx(6)


def test_scales_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "box.obj")
    with pytest.raises(MechanismError, match="scale must be greater than zero; it is -1"):
        of_mesh(path, scale=[1, -1, 1])


def test_without_trimesh_the_error_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "box.obj")
    monkeypatch.setitem(__import__("sys").modules, "trimesh", None)
    with pytest.raises(MechanismError, match=r"install it by pip install 'linkwork\[mesh\]'"):
        solid_moments(str(path))
