"""What of a mesh is no part of the body: cells that could be meant are refused, marks and loose nodes are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.body import modes_of
from linkwork.bodies.flexible.description import Flexible

meshio = pytest.importorskip("meshio")

PLATE = np.array([[x, y, 0.0] for x in (0.0, 0.1, 0.2) for y in (0.0, 0.1)])
SHEETS = ("quad", np.array([[0, 2, 3, 1], [2, 4, 5, 3]]))
RIBS = ("line", np.array([[0, 2], [2, 4]]))
SECTION = {"height": 0.01, "width": 0.01}
CUBE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1.0]])
SOLID = ("hexahedron", np.arange(8)[None])


def words(path: Path, points: Any, cells: Any, sets: Any = None, where: Any = None, **of_mesh: Any) -> str:
    """What check says of the body of a mesh."""
    meshio.write(path, meshio.Mesh(points, cells, cell_sets=sets))
    m = lw.Spatial("mesh")
    held = {"held": where or {"face": "-x"}}
    m.flexible("b", mesh={"file": str(path), **of_mesh}, material="steel", interfaces=held, modes=2)
    return str(m.check())


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"thickness": 0.002}, "2 cells of kind 'line' would be left out.*quad cells.*leave_out: .line."),
        ({"section": SECTION}, "2 cells of kind 'quad' would be left out.*line cells.*leave_out: .quad."),
    ],
)
def test_a_shell_with_ribs_is_not_taken_by_half(tmp_path: Path, given: Any, refused: str) -> None:
    with pytest.raises(MechanismError, match=refused) as error:
        words(tmp_path / "rib.vtu", PLATE, [SHEETS, RIBS], **given)
    assert "\n" not in str(error.value)


def test_ribs_are_left_out_where_the_user_says_so_and_it_is_told(tmp_path: Path) -> None:
    told = words(tmp_path / "rib.vtu", PLATE, [SHEETS, RIBS], thickness=0.002, leave_out=["line"])
    assert "2 cells of kind 'line' of the mesh left out, as said by 'leave_out'" in told


@pytest.mark.parametrize(
    ("kind", "refused"),
    [("quad", "'leave_out' names 'quad', the kind that the body is made of"), ("wedge", "of which the file has none")],
)
def test_what_is_left_out_has_to_be_there_beside_the_body(tmp_path: Path, kind: str, refused: str) -> None:
    with pytest.raises(MechanismError, match=refused):
        words(tmp_path / "rib.vtu", PLATE, [SHEETS, RIBS], thickness=0.002, leave_out=[kind])


def test_lines_that_an_interface_names_are_marks(tmp_path: Path) -> None:
    edge = ("line", np.array([[0, 1]]))
    sets = {"root": [np.array([], dtype=int), np.array([0])]}
    told = words(tmp_path / "plate.inp", PLATE, [SHEETS, edge], sets, {"nodes": "root"}, thickness=0.002)
    assert "1 cell of kind 'line' of the mesh taken as marks, without mass and stiffness" in told
    with pytest.raises(MechanismError, match="1 cell of kind 'line' would be left out"):
        words(tmp_path / "rib.inp", PLATE, [SHEETS, edge], sets, thickness=0.002)


def test_faces_of_a_solid_are_marks_and_a_bar_across_it_is_not(tmp_path: Path) -> None:
    beside = np.vstack([CUBE, CUBE[[1, 2, 6, 5]] + [1, 0, 0]])
    two = ("hexahedron", np.array([range(8), [1, 8, 9, 2, 5, 11, 10, 6]]))
    told = words(tmp_path / "cube.vtu", beside, [two, ("quad", np.array([[0, 3, 2, 1]])), ("vertex", np.array([[0]]))])
    assert "1 cell of kind 'quad' of the mesh taken as marks" in told and "vertex" not in told
    with pytest.raises(MechanismError, match="1 cell of kind 'line' would be left out"):
        words(tmp_path / "bar.vtu", beside, [two, ("line", np.array([[0, 8], [0, 1]]))])


def test_nodes_of_no_cell_are_told_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    loose = np.vstack([[[9.0, 9.0, 9.0]], CUBE])
    cells = [("hexahedron", SOLID[1] + 1)]
    told = words(tmp_path / "loose.vtu", loose, cells)
    assert "1 of 9 nodes of the mesh belong to no cell of the body and are left out, the first is node 0" in told
    file, bottom = {"file": str(tmp_path / "loose.vtu")}, {"bottom": {"nodes": [1, 2, 3, 4]}}
    described = Flexible(mesh=file, material="steel", interfaces=bottom, modes=2)
    tie = modes_of(described, lw.Spatial("numbers").scope().number, 3).reduced.ties[0]
    assert np.allclose(tie.at, [0.5, 0.5, 0.0])
    with pytest.raises(MechanismError, match="no node 0 that belongs to a cell"):
        words(tmp_path / "loose.vtu", loose, cells, where={"nodes": [0, 1, 2, 3]})
