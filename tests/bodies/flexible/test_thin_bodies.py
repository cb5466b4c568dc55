"""Thickness where it belongs, stress of frames whichever way their lines run, faces of lines, tubes without a seam."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from bodies.flexible.test_import import plate
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible import beam as beams
from linkwork.bodies.flexible.expand import reduced_body
from linkwork.bodies.flexible.faces import face_of
from linkwork.bodies.flexible.frames import structure_of as frame_of
from linkwork.bodies.flexible.mesh import Mesh
from linkwork.bodies.flexible.stress import names_at, names_of, principal, von_mises
from linkwork.library.impacts import FlexibleBody

SHELL = {"type": "shell", "size": (0.4, 0.1), "thickness": "1 mm", "divisions": (4, 2)}
BEAM = {"type": "beam", "length": 1, "section": {"height": 0.02, "width": 0.01}, "elements": 4}


@pytest.mark.parametrize(
    ("dimensions", "shape", "words"),
    [
        (3, SHELL, "shape.thickness"),
        (3, {"type": "box", "size": (0.4, 0.1, 0.1), "divisions": (2, 1, 1)}, "solid in space"),
        (3, BEAM, "shape.section.width"),
        (2, BEAM, "shape.section.width"),
    ],
)
@pytest.mark.parametrize("thickness", ["1 mm", "wall"])
def test_a_thickness_of_the_body_is_refused_where_it_is_none(
    dimensions: int, shape: Any, words: str, thickness: str
) -> None:
    def whole(**more: Any) -> Any:
        m: Any = lw.Spatial("body") if dimensions == 3 else lw.Planar("body")
        m.parameters(wall=1)
        ends = {"a": {"face": "-x"}, "b": {"face": "+x"}}
        m.flexible("b", shape=shape, material="steel", interfaces=ends, modes=1, **more)
        return m.check()

    assert whole(thickness=1) is not None  # shapes are known now; a body like it is refused all the same
    with pytest.raises(MechanismError, match=words):
        whole(thickness=thickness)


def test_a_body_that_is_struck_has_no_thickness_beside_its_shell() -> None:
    struck = FlexibleBody({"shape": SHELL, "material": "steel", "thickness": 0.001}, (0.2, 0.05, 0), (0, 0, 1))
    with pytest.raises(MechanismError, match=r"shape\.thickness"):
        struck.place()


@pytest.mark.parametrize(
    ("dimensions", "kind", "mesh", "words"),
    [
        (3, ("triangle", [[0, 1, 2]]), {"thickness": 0.01}, "mesh.thickness"),
        (3, ("line", [[0, 1], [1, 2]]), {"section": {"radius": 0.01}}, "mesh.section.width"),
        (2, ("line", [[0, 1], [1, 2]]), {"section": {"radius": 0.01}}, "mesh.section.width"),
    ],
)
def test_a_mesh_of_a_thin_body_has_its_own_size(
    tmp_path: Path, dimensions: int, kind: Any, mesh: Any, words: str
) -> None:
    meshio = pytest.importorskip("meshio")
    path = tmp_path / "thin.vtu"
    meshio.write(path, meshio.Mesh(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0.0]]), [(kind[0], np.array(kind[1]))]))
    m: Any = lw.Spatial("thin") if dimensions == 3 else lw.Planar("thin")
    with pytest.raises(MechanismError, match=words):
        m.flexible("b", mesh={"file": str(path), **mesh}, material="steel", thickness=0.01, modes=2)
        m.check()


def test_matrices_have_their_thickness_in_them() -> None:
    one = plate()
    m = lw.Planar("plate")
    with pytest.raises(MechanismError, match="matrices have it in them"):
        m.flexible(
            "b",
            matrices={
                "stiffness": one.stiffness.toarray().tolist(),
                "mass": one.mass.toarray().tolist(),
                "nodes": one.points.tolist(),
            },
            interfaces={"a": {"face": "-x"}, "b": {"face": "+x"}},
            thickness=0.01,
        )
        m.check()


def gallows(tmp_path: Path, points: Any, lines: Any, load: Any, space: bool) -> Any:
    meshio = pytest.importorskip("meshio")
    places = np.array([(*point, 0.0) for point in points])
    meshio.write(tmp_path / "frame.vtu", meshio.Mesh(places, [("line", np.array(lines))]))
    m: Any = lw.Spatial("frame") if space else lw.Planar("frame")
    frame = m.flexible(
        "frame",
        mesh={"file": str(tmp_path / "frame.vtu"), "section": {"height": 0.02, "width": 0.02}},
        material="steel",
        interfaces={"foot": {"nodes": (0,)}, "tip": {"nodes": (len(points) - 1,)}},
        modes=0,
        damping={"ratio": 0.5},
        places={"middle": places[1][: 3 if space else 2]},
    )
    m.fixed("W", m.ground, frame.interface("foot"), at=(0, 0, 0) if space else (0, 0))
    m.force("P", "frame@tip", **load)
    return m


def in_the_middle(m: Any, space: bool) -> tuple[dict[str, float], float, Any]:
    """At rest: components of the stress, von Mises', principal stresses."""
    modes = reduced_body(m.bodies_by_name["frame"].flexible, m.scope(), 3 if space else 2)
    rest = m.equilibrium()
    parts = {name: float(rest[f"frame.middle.stress_{name}"]) for name in names_at(modes, 1)}
    stress = np.array([parts.get(name, 0.0) for name in names_of(modes)])
    return parts, float(von_mises(modes, stress)), principal(modes, stress)


@pytest.mark.parametrize("space", [False, True])
@pytest.mark.parametrize("lines", [[(0, 1), (1, 2)], [(0, 1), (2, 1)], [(1, 0), (1, 2)]])
def test_stress_of_a_frame_does_not_depend_on_the_order_of_nodes(tmp_path: Path, lines: Any, space: bool) -> None:
    m = gallows(tmp_path, [(0, 0), (1, 0), (2, 0)], lines, {"y": -1}, space)
    parts, whole, _ = in_the_middle(m, space)
    bent, way = 1 * 0.01 / (0.02**4 / 12), -1 if lines[0] == (0, 1) else 1
    part = "bending_y" if space else "bending"  # `up` of the beams is z
    assert parts[part] == pytest.approx(way * bent, rel=1e-3)
    assert whole == pytest.approx(bent, rel=1e-3)


def test_beams_that_fork_keep_their_own_stress(tmp_path: Path) -> None:
    """The post bears the moment of the arm; the other arm at the fork bears none."""
    points, lines = [(0, 0), (0, 1), (-1, 1), (1, 1)], [(2, 1), (1, 0), (3, 1)]
    m = gallows(tmp_path, points, lines, {"y": -1}, False)
    parts, whole, ends = in_the_middle(m, False)
    bent = 1 * 0.01 / (0.02**4 / 12)
    assert parts["bending"] == pytest.approx(0, abs=1e-3 * bent)
    assert abs(parts["bending_of_beam_2"]) == pytest.approx(bent, rel=1e-3)
    assert parts["axial_of_beam_2"] == pytest.approx(-1 / 0.02**2, rel=1e-2)
    assert abs(parts["bending_of_beam_3"]) == pytest.approx(bent, rel=1e-3)
    worst = bent + 1 / 0.02**2
    assert whole == pytest.approx(worst, rel=1e-3)
    assert ends[2] == pytest.approx(-worst, rel=1e-3)
    run = m.simulate(until=0.01, points=2, method="radau", progress=False)
    body = run.flexible("frame")
    assert body.components == tuple(
        f"{part}{beam}" for beam in ("", "_of_beam_2", "_of_beam_3") for part in ("axial", "bending")
    )
    assert len(body.save_vtu(tmp_path / "files")) == 2


def test_a_straight_frame_tells_of_no_second_beam(tmp_path: Path) -> None:
    m = gallows(tmp_path, [(0, 0), (1, 0), (1, 1)], [(0, 1), (1, 2)], {"y": -1}, False)
    rest = m.equilibrium()
    assert rest["frame.middle.stress_axial_of_beam_2"] == pytest.approx(-1 / 0.02**2, rel=1e-2)
    m = gallows(tmp_path, [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 2)], {"y": -1}, False)
    with pytest.raises(lw.LinkworkError, match="stress_axial_of_beam_2"):
        m.equilibrium()["frame.middle.stress_axial_of_beam_2"]


def test_lines_in_space_are_no_face_and_their_mean_is_that_of_their_nodes(tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1.0]])
    lines = np.array([[0, 1], [0, 2], [1, 3], [2, 3]])
    assert face_of(Mesh(points, {"line": lines}), np.array([0, 1])).area == 0.0
    meshio.write(tmp_path / "frame.vtu", meshio.Mesh(points, [("line", lines)]))
    m = lw.Spatial("frame")
    frame = m.flexible(
        "frame",
        mesh={"file": str(tmp_path / "frame.vtu"), "section": {"radius": 0.01}, "up": (0, 1, 0)},
        material="steel",
        interfaces={"foot": {"face": "-z", "tie": "mean"}, "top": {"face": "+z", "tie": "mean"}},
        modes=0,
    )
    m.fixed("W", m.ground, frame.interface("foot"), at=(0.5, 0, 0))
    m.force("P", "frame@top", z=-3)
    assert m.equilibrium().reaction("W")[2] == pytest.approx(3, rel=1e-9)
    with pytest.raises(MechanismError, match="no face of the mesh"):
        m.pressure("gas", frame.interface("top"), 1)


def test_a_pressure_on_a_frame_in_the_plane_acts_on_its_width(tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    points = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0.0]])
    meshio.write(tmp_path / "frame.vtu", meshio.Mesh(points, [("line", np.array([[0, 1], [2, 1]]))]))
    m = lw.Planar("frame")
    frame = m.flexible(
        "frame",
        mesh={"file": str(tmp_path / "frame.vtu"), "section": {"height": 0.02, "width": 0.03}},
        material="steel",
        interfaces={"foot": {"nodes": (0,)}, "all": {"face": "-y", "tie": "mean"}},
        modes=0,
    )
    m.fixed("W", m.ground, frame.interface("foot"), at=(0, 0))
    m.pressure("gas", frame.interface("all"), 100)
    assert m.equilibrium().reaction("W")[1] == pytest.approx(-100 * 2 * 0.03, rel=1e-5)


def tube(bend: str, around: int = 24) -> Any:
    m = lw.Spatial("tube")
    body = m.flexible(
        "tube",
        shape={
            "type": "shell",
            "size": (0.5, 0.1 * np.pi),
            "thickness": "1 mm",
            "bend": bend,
            "divisions": (12, around),
        },
        material={"youngs_modulus": 2e11, "poissons_ratio": 0, "density": 7850},
        interfaces={"wall": {"face": "-x"}, "end": {"face": "+x"}},
        modes=0,
    )
    m.fixed("W", m.ground, body.interface("wall"), at=(0, 0, 0.05))
    m.torque("T", m.ground.frame(axis=(1, 0, 0)), "tube@end", 10)
    return m


@pytest.mark.parametrize("bend", ["360 deg", "-360 deg"])
def test_a_shell_bent_by_a_whole_turn_is_a_closed_tube(bend: str) -> None:
    """Twisted by M L / (2 pi G r^3 t), to the 24 sides of the tube; a slit one is softer by far."""
    m = tube(bend)
    stiffness = 1e11 * 2 * np.pi * 0.05**3 * 0.001 / 0.5
    assert m.equilibrium()["tube@end.rx"] == pytest.approx(10 / stiffness, rel=0.03)


def test_a_tube_needs_three_cells_around_and_no_more_than_a_turn() -> None:
    with pytest.raises(MechanismError, match="at least 3 cells around"):
        tube("360 deg", 2).check()
    with pytest.raises(MechanismError, match="at most one turn"):
        tube("361 deg").check()


def test_lines_of_a_ring_run_one_way() -> None:
    from linkwork.bodies.flexible.surfaces import running_on

    turned = running_on(np.array([[0, 1], [2, 1], [2, 3], [0, 3]]))
    assert turned.tolist() == [[0, 1], [1, 2], [2, 3], [3, 0]]
    straight = np.array([[0.0, 0], [1, 0], [2, 0]])
    stiff = [
        frame_of(Mesh(straight, {"line": np.array(lines)}), beams.rectangle(0.02, 0.02), np.eye(3)[2], 0.3).stiffness
        for lines in ([[0, 1], [1, 2]], [[0, 1], [2, 1]])
    ]
    assert abs(stiff[0] - stiff[1]).max() == 0.0
