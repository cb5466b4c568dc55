"""Matrices and meshes of other programs, and what is said of bad ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.body import modes_of
from linkwork.bodies.flexible.description import Flexible, Matrices
from linkwork.bodies.flexible.shape_parts import BoxShape
from linkwork.bodies.flexible.shapes import structure_of
from linkwork.bodies.flexible.solid import Hooke
from linkwork.bodies.flexible.sources import from_matrices, read_mesh
from linkwork.bodies.flexible.structure import Structure


def number(value: Any) -> Any:
    return value.value({})


def plate() -> Structure:
    """A small plate in its plane: 210 GPa, 7850 kg/m^3, 10 mm thick."""
    found = structure_of(BoxShape(size=[0.2, 0.05], divisions=[4, 1]), number, 2, Hooke(0.3, "stress"))
    return Structure(**vars(found) | {"stiffness": found.stiffness * 2.1e9, "mass": found.mass * 78.5})


def given(folder: Path, kind: str) -> Matrices:
    from scipy.io import mmwrite
    from scipy.sparse import save_npz, triu

    one = plate()
    nodes = folder / "nodes.csv"
    np.savetxt(nodes, one.points, delimiter=",", fmt="%.17g")
    files = {"stiffness": one.stiffness, "mass": one.mass}
    paths = {}
    for name, matrix in files.items():
        ending = {"calculix": {"stiffness": "sti", "mass": "mas"}[name], "abaqus": "mtx"}.get(kind, kind)
        path = folder / f"{name}.{ending}"
        if kind == "mtx":
            mmwrite(path, matrix)
        elif kind == "npz":
            save_npz(path, matrix.tocsr())
        else:
            half = triu(matrix).tocoo()
            rows = [
                (row + 1, column + 1, value) for row, column, value in zip(half.row, half.col, half.data, strict=True)
            ]
            if kind == "abaqus":
                rows = [((r - 1) // 2 + 1, (r - 1) % 2 + 1, (c - 1) // 2 + 1, (c - 1) % 2 + 1, v) for r, c, v in rows]
            separator = "," if kind == "abaqus" else " "
            path.write_text("\n".join(separator.join(f"{value!r}" for value in map(float, row)) for row in rows))
        paths[name] = str(path)
    return Matrices(**paths, nodes=str(nodes))


@pytest.mark.parametrize("kind", ["mtx", "npz", "calculix", "abaqus"])
def test_matrices_of_files_are_those_that_were_written(tmp_path: Path, kind: str) -> None:
    found = from_matrices(given(tmp_path, kind), number, 2)
    assert abs(found.stiffness - plate().stiffness).max() <= 1e-12 * abs(plate().stiffness).max()
    assert abs(found.mass - plate().mass).max() <= 1e-14


def test_a_body_of_matrices_has_the_frequencies_of_its_mesh(tmp_path: Path) -> None:
    ends = {"left": {"face": "-x"}}
    shape = {"type": "rectangle", "size": [0.2, 0.05], "divisions": [4, 1]}
    mesh = modes_of(Flexible(shape=shape, material="steel", thickness=0.01, interfaces=ends, modes=4), number, 2)
    file = modes_of(Flexible(matrices=given(tmp_path, "mtx"), interfaces=ends, modes=4), number, 2)
    assert np.allclose(mesh.hertz, file.hertz, rtol=1e-9)
    assert file.shapes.stiffening == ""


def spoiled(tmp_path: Path, **changes: Any) -> Flexible:
    one = plate()
    parts = {"stiffness": one.stiffness.toarray(), "mass": one.mass.toarray(), "nodes": one.points} | changes
    return Flexible(matrices=parts, interfaces={"left": {"face": "-x"}}, modes=2)


def test_bad_matrices_are_refused_in_one_line(tmp_path: Path) -> None:
    stiffness, mass = plate().stiffness.toarray(), plate().mass.toarray()
    crooked, held, negative, loose = stiffness.copy(), stiffness.copy(), mass.copy(), stiffness.copy()
    crooked[0, 5] *= 1.5
    held[0, 0] *= 2.0
    negative[3, 3] = -1.0
    loose[2, :] = loose[:, 2] = 0.0
    for change, words in (
        ({"stiffness": crooked}, "stiffness matrix K is not symmetric: entries 1,6 and 6,1"),
        ({"stiffness": held}, "resists moving along x as a rigid body"),
        ({"mass": negative}, "row 4 of the mass matrix M has a negative mass"),
        ({"stiffness": loose}, "1 freedoms have no stiffness, the first at node 1"),
        ({"nodes": plate().points[:-1]}, "say with 'freedoms' which row is which"),
        ({"mass": mass[:-2, :-2]}, "both are square and of one size"),
    ):
        with pytest.raises(MechanismError, match=words) as error:
            modes_of(spoiled(tmp_path, **change), number, 2)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("line", ["2.5 1 3.0", "2, 1.2, 3.0", "2 1 inf"])
def test_rows_of_a_matrix_that_are_not_whole_are_refused_with_their_line(line: str, tmp_path: Path) -> None:
    """They were cut down to whole numbers without a word."""
    file = tmp_path / "K.sti"
    file.write_text(f"** of a spring\n1 1 2.0\n\n{line}\n2 2 2.0\n", encoding="utf-8")
    nodes = [[0.0, 0.0], [1.0, 0.0]]
    with pytest.raises(MechanismError, match=r"K\.sti: line 4, '.*': row and column are whole numbers, the value is f"):
        from_matrices(Matrices(stiffness=str(file), mass=[[1, 0], [0, 1]], nodes=nodes), number, 2)


def test_labels_of_nodes_that_are_not_whole_are_refused(tmp_path: Path) -> None:
    (tmp_path / "n.inp").write_text("*NODE\n1, 0, 0\n2.5, 1, 0\n", encoding="utf-8")
    table = Matrices(stiffness=[[1, 0], [0, 1]], mass=[[1, 0], [0, 1]], nodes=str(tmp_path / "n.inp"))
    with pytest.raises(MechanismError, match=r"n\.inp: .*line 3, '2\.5, 1, 0': a node's number is whole"):
        from_matrices(table, number, 2)


def test_matrices_in_millimetres_and_tonnes_look_wrong() -> None:
    one = plate()
    parts = {"stiffness": one.stiffness.toarray() * 1e12, "mass": one.mass.toarray() * 1e-9, "nodes": one.points * 1000}
    found = modes_of(Flexible(matrices=parts, interfaces={"left": {"face": "-x"}}, modes=2), number, 2)
    assert any("check the units" in note or "scale 0.001" in note for note in found.notes)


def written_mesh(path: Path) -> Path:
    import meshio

    box = BoxShape(size=[200, 30, 20], divisions=[4, 1, 1])
    mesh = structure_of(box, number, 3, Hooke(0.3)).mesh
    left = np.flatnonzero(mesh.points[:, 0] == 0.0)
    points = np.vstack([mesh.points, [[999.0, 0.0, 0.0]]])  # a node that only a surface has
    cells = [("hexahedron20", mesh.cells["hexahedron20"]), ("line", np.array([[0, len(points) - 1]]))]
    meshio.write(path, meshio.Mesh(points, cells, point_sets={"LEFT": left}))
    return path


@pytest.mark.parametrize("kind", ["inp", "vtu"])
def test_a_mesh_file_gives_the_body_of_the_same_shape(tmp_path: Path, kind: str) -> None:
    path = str(written_mesh(tmp_path / f"rod.{kind}"))
    nodes = "LEFT" if kind == "inp" else ()
    where = {"nodes": nodes} if nodes else {"face": "-x"}
    file = {"file": path, "scale": 0.001, "leave_out": ["line"]}
    found = modes_of(Flexible(mesh=file, material="steel", interfaces={"left": where}, modes=4), number, 3)
    shape = {"type": "box", "size": [0.2, 0.03, 0.02], "divisions": [4, 1, 1]}
    ours = modes_of(Flexible(shape=shape, material="steel", interfaces={"left": {"face": "-x"}}, modes=4), number, 3)
    assert np.allclose(found.hertz, ours.hertz, rtol=1e-6)


def test_surfaces_and_damaged_meshes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "skin.stl").write_text("solid x\nendsolid x\n")
    with pytest.raises(MechanismError, match="holds a surface, not the inside of a body"):
        read_mesh(str(tmp_path / "skin.stl"), 3)
    (tmp_path / "bad.vtu").write_text("<VTKFile")
    with pytest.raises(MechanismError, match="cannot be read as a mesh"):
        read_mesh(str(tmp_path / "bad.vtu"), 3)
    with pytest.raises(MechanismError, match="there are no triangles or quadrilaterals"):
        read_mesh(str(written_mesh(tmp_path / "rod.inp")), 2)


SPATIAL = {"shape": {"type": "box", "size": [0.2, 0.03, 0.02], "divisions": [4, 1, 1]}, "material": "steel"}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"interfaces": {"a": {"box": [[9, 9, 9], [10, 10, 10]]}}}, "interface 'a': no node belongs to it"),
    ({"interfaces": {"a": {}}}, "interface 'a': say which nodes belong to it"),
    ({"interfaces": {"a": {"nodes": [0, 1, 5000]}}}, "there is no node 5000"),
    ({"interfaces": {"a": {"face": "-x"}, "b": {"box": [[0, 0, 0], [0.01, 1, 1]]}}}, "both rigid; keep them apart"),
    ({"interfaces": {"a": {"face": "-x"}}, "modes": 400}, "400 modes are more than its"),
    ({"interfaces": {}}, "needs interfaces; name some"),
    ({"interfaces": {"a": {"face": "-x"}}, "reference": "b"}, "reference 'b' is neither mean nor an interface"),
    ({"material": "cheese"}, "material 'cheese' is not known"),
    ({"material": {"E": 2e11}}, "'E' is not known here; known are: youngs_modulus, poissons_ratio, density"),
    ({"interfaces": {"a": {"fce": "-x"}}}, "'fce' is not known here; did you mean 'face'"),
    (
        {"matrices": {"stiffness": [[1, float("nan")], [0, 1]], "mass": [[1]], "nodes": [[0]]}},
        r"'stiffness\[0\]\[1\]': a number must be finite",
    ),
    ({"material": {"youngs_modulus": -1, "density": 1}}, "must be more than zero"),
    ({"material": {"youngs_modulus": 1, "density": 1, "poissons_ratio": 0.5}}, "must be below 0.5"),
    ({"shape": {"type": "box", "size": [1, 1, "w"]}}, "give a number there"),
    ({"shape": {"type": "box", "size": [1, 1, 1], "divisions": [100, 100, 100]}}, "cells are too many"),
    ({"shape": {"type": "box", "size": [1, 1]}}, "'size' needs 3 numbers"),
    ({"modes": 3, "frequency": 100}, "not both"),
    ({"matrices": {"stiffness": "a", "mass": "b", "nodes": "c"}}, "comes from one of shape, mesh, matrices"),
]


@pytest.mark.parametrize(("fields", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_wrong_description_gets_one_clear_line(fields: dict[str, Any], words: str) -> None:
    m = lw.Spatial("wrong")
    m.parameters(w=0.1)
    with pytest.raises(MechanismError, match=words) as error:
        m.flexible("rod", **SPATIAL | fields)
    assert str(error.value).startswith("body 'rod'")
    assert "\n" not in str(error.value)
    assert list(m.bodies_by_name) == ["ground"]


def test_a_damaged_mesh_is_told_in_one_line_and_nothing_is_printed(tmp_path: Any, capsys: Any) -> None:
    (tmp_path / "cut.msh").write_text("nothing that is known\n")
    m = lw.Spatial("damaged")
    with pytest.raises(lw.LinkworkError, match=r"cut.msh: it cannot be read as a mesh: it is damaged"):
        m.flexible("rod", mesh={"file": str(tmp_path / "cut.msh")}, material="steel")
        m.check()
    assert capsys.readouterr() == ("", "")
