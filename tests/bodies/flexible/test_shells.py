"""Shells and frames from meshes: rigid motions, patches of constant strain, interfaces on edges, stress, bad meshes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible import beam as beams
from linkwork.bodies.flexible.frames import structure_of as frame_of
from linkwork.bodies.flexible.mesh import Mesh
from linkwork.bodies.flexible.shells import structure_of
from linkwork.bodies.flexible.surfaces import checked_shell
from linkwork.formats.model_file import dumps, loads

KINDS = ("quad", "triangle")


def patch(kind: str, warp: float = 0.0) -> Mesh:
    """Three by three cells, the nodes inside moved at random."""
    x, y = (one.ravel() for one in np.meshgrid(np.linspace(0, 1, 4), np.linspace(0, 0.7, 4), indexing="ij"))
    inside = (x > 0.1) & (x < 0.9) & (y > 0.1) & (y < 0.6)
    aside = 0.05 * np.random.default_rng(2).uniform(-1, 1, (2, 16)) * inside
    x, y = x + aside[0], y + aside[1]
    n = np.arange(16).reshape(4, 4)
    quads = np.stack([n[:-1, :-1].ravel(), n[1:, :-1].ravel(), n[1:, 1:].ravel(), n[:-1, 1:].ravel()], axis=1)
    cells = {"quad": quads} if kind == "quad" else {"triangle": np.concatenate([quads[:, :3], quads[:, [0, 2, 3]]])}
    return Mesh(np.stack([x, y, warp * np.sin(3 * x) * y], axis=1), cells)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("warp", [0.0, 0.2])
def test_rigid_motions_are_free_and_mass_and_inertia_those_of_the_wall(kind: str, warp: float) -> None:
    shell = structure_of(patch(kind, warp), 0.02, 0.3)
    stiffness, rigid = shell.stiffness, shell.rigid()
    assert np.abs(stiffness @ rigid).max() < 1e-14 * np.abs(stiffness).max() * 16
    values = np.linalg.eigvalsh(stiffness.toarray())
    assert values[6] > 1e3 * abs(values[5])  # six and no more
    assert np.linalg.eigvalsh(shell.mass.toarray())[0] > 0.0
    if warp == 0.0:
        whole = rigid.T @ (shell.mass @ rigid)
        middle = np.array([0.5, 0.35, 0.0])
        about = np.diag(shell.rigid(middle).T @ (shell.mass @ shell.rigid(middle)))
        mass = 0.7 * 0.02
        inertia = mass / 12 * np.array([0.49 + 4e-4, 1 + 4e-4, 1.49])
        assert whole[0, 0] == pytest.approx(mass, rel=1e-13)
        assert about[3:] == pytest.approx(inertia, rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", ["stretch", "shear", "bend", "twist"])
def test_constant_strains_are_met_exactly_on_a_distorted_mesh(kind: str, case: str) -> None:
    """The patch test: displacements of the rim are given, those inside follow, and the stress is that of Hooke."""
    from scipy.sparse.linalg import spsolve

    mesh, thick, nu = patch(kind), 0.02, 0.3
    shell = structure_of(mesh, thick, nu)
    x, y = mesh.points[:, 0], mesh.points[:, 1]
    zero = 0 * x
    fields = {
        "stretch": (x, -0.4 * y, zero, zero, zero, zero),
        "shear": (0.5 * y, 0.5 * x, zero, zero, zero, zero),
        "bend": (zero, zero, 0.5 * x**2, zero, -x, zero),
        "twist": (zero, zero, x * y, x, -y, zero),
    }
    exact = np.stack(fields[case], axis=1).ravel()
    rim = (x < 1e-9) | (x > 1 - 1e-9) | (y < 1e-9) | (y > 0.7 - 1e-9)
    free = (6 * np.flatnonzero(~rim)[:, None] + np.arange(6)).ravel()
    stiffness = shell.stiffness.tocsc()
    inside = spsolve(stiffness[free][:, free], -(stiffness[free] @ (exact * np.isin(np.arange(96), free, invert=True))))
    assert inside == pytest.approx(exact[free], abs=1e-12)
    assert shell.recovery is not None
    stress = shell.recovery.stress(exact[:, None])[:, :, 0]
    shear, face = 0.5 / (1 + nu), thick / 2
    bending = np.array([1.0, nu, 0, 0, 0, 0]) / (1 - nu**2) * -face
    expected = {
        "stretch": np.array([1 - 0.4 * nu, nu - 0.4, 0, 0, 0, 0]) / (1 - nu**2),
        "shear": np.array([0, 0, 0, shear, 0, 0]),
        "bend": bending,
        "twist": np.array([0, 0, 0, -2 * face * shear, 0, 0]),
    }[case]
    sign = 1.0 if case in ("stretch", "shear") else -1.0
    assert stress[:, :6] == pytest.approx(np.tile(expected, (16, 1)), abs=1e-12)
    assert stress[:, 6:] == pytest.approx(np.tile(sign * expected, (16, 1)), abs=1e-12)


def test_a_line_of_cells_of_a_frame_is_the_beam_of_ours() -> None:
    points = np.array([[0.0, 0, 0], [0.1, 0.2, 0.1], [0.2, 0.4, 0.2], [0.3, 0.6, 0.3]])
    section = beams.rectangle(0.03, 0.01)
    along = points[3] / np.linalg.norm(points[3])
    up = np.array([0.0, 0.0, 1.0])
    whole = beams.structure_of(
        beams.Beam(points[0], beams.axes_of(along, up), float(np.linalg.norm(points[3])), section, 3, 0.3)
    )
    frame = frame_of(Mesh(points, {"line": np.array([[0, 1], [1, 2], [2, 3]])}), section, up, 0.3)
    for one, other in ((frame.stiffness, whole.stiffness), (frame.mass, whole.mass)):
        assert abs(one - other).max() < 1e-14 * abs(other).max() * 10
    shapes = np.random.default_rng(1).standard_normal((24, 3))
    assert frame.recovery is not None and whole.recovery is not None
    assert frame.recovery.stress(shapes) == pytest.approx(whole.recovery.stress(shapes), rel=1e-9, abs=1e-9)
    loaded = shapes[:, :2]
    ours = frame.recovery.geometric(loaded, shapes)
    assert ours == pytest.approx(whole.recovery.geometric(loaded, shapes), rel=1e-9, abs=1e-9)


def cantilever(shape: dict[str, Any], tip: dict[str, Any]) -> lw.Spatial:
    m = lw.Spatial("cantilever")
    sheet = m.flexible(
        "sheet",
        shape=shape,
        material={"youngs_modulus": 210e9, "poissons_ratio": 0, "density": 7850},
        interfaces={"root": {"face": "-x"}, "tip": tip},
        modes=6,
        places={"near": (0.15, 0.01, 0.0)},
    )
    m.fixed("W", "ground", sheet.interface("root"), at=(0, 0, 0))
    m.force("P", "sheet@tip", z=-2)
    return m


def test_shell_and_solid_and_beam_agree() -> None:
    """A strip of 300 x 20 x 2 mm, clamped, with a force at its end."""
    size = (0.3, 0.02)
    models = [
        cantilever({"type": "shell", "size": size, "thickness": 0.002, "divisions": (24, 2)}, {"face": "+x"}),
        cantilever(
            {"type": "box", "size": (*size, 0.002), "origin": (0, 0, -0.001), "divisions": (24, 2, 1)}, {"face": "+x"}
        ),
    ]
    inertia = 0.02 * 0.002**3 / 12
    down = -2 * 0.3**3 / (3 * 210e9 * inertia)
    for m in models:
        rest = m.equilibrium()
        assert rest["sheet@tip.z"] == pytest.approx(down, rel=2e-3)
        first = min(mode.frequency for mode in m.linearise().modes)
        expected = 1.875104**2 * np.sqrt(210e9 * inertia / (7850 * 4e-5 * 0.3**4))
        assert first == pytest.approx(expected, rel=3e-3)
    rest = models[0].equilibrium()
    bent = 2 * 0.15 * 0.001 / inertia
    assert rest["sheet.near.stress_top_xx"] == pytest.approx(bent, rel=5e-3)
    assert rest["sheet.near.stress_bottom_xx"] == pytest.approx(-bent, rel=5e-3)
    assert rest["sheet.near.strain_top_xx"] == pytest.approx(bent / 210e9, rel=5e-3)


def test_a_shell_from_a_file_runs_and_is_drawn_and_saved(tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    flat = patch("triangle")
    cells = flat.cells["triangle"].copy()
    cells[3] = cells[3][::-1]  # one that looks the other way is turned
    meshio.write(tmp_path / "sheet.vtu", meshio.Mesh(1000 * flat.points, [("triangle", cells)]))
    m = lw.Spatial("sheet")
    sheet = m.flexible(
        "sheet",
        mesh={"file": str(tmp_path / "sheet.vtu"), "scale": 0.001, "thickness": "2 mm"},
        material="steel",
        interfaces={"root": {"face": "-x"}, "top": {"box": [(0, 0, 0), (1, 0.7, 0)], "tie": "mean"}},
        modes=2,
        damping={"ratio": 0.1},
    )
    m.fixed("W", "ground", sheet.interface("root"), at=(0, 0, 0))
    m.pressure("gas", sheet.interface("top"), 1)
    rest = m.equilibrium()
    assert rest.reaction("W")[2] == pytest.approx(0.7, rel=1e-5)
    run = m.simulate(until=0.01, points=3, method="radau", progress=False)
    again = loads(dumps(m))
    assert again.bodies_by_name["sheet"].flexible.mesh.thickness.value({}) == 0.002
    assert len(run.flexible("sheet").save_vtu(tmp_path / "files")) == 3
    assert run.flexible("sheet").principal.shape == (3, 16, 3)
    from linkwork.view.soft.soft import softs_of

    (soft,) = softs_of(run, slice(None))
    assert soft.base.shape == (32, 3)


def test_a_frame_in_the_plane_from_a_file(tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    points = np.array([[0, 0, 0], [0, 0.5, 0], [0, 1, 0], [0.5, 1, 0], [1, 1, 0.0]])
    meshio.write(tmp_path / "frame.vtu", meshio.Mesh(points, [("line", [[0, 1], [1, 2], [2, 3], [3, 4]])]))
    m = lw.Planar("gallows")
    frame = m.flexible(
        "frame",
        mesh={"file": str(tmp_path / "frame.vtu"), "section": {"height": 0.02, "width": 0.02}},
        material="steel",
        interfaces={"foot": {"at": (0, 0)}, "hook": {"at": (1, 1)}},
        modes=2,
    )
    m.fixed("W", m.ground, frame.interface("foot"), at=(0, 0))
    m.force("P", "frame@hook", y=-10)
    inertia, modulus = 0.02**4 / 12, 210e9
    down = -10 * (1 / 3 + 1) / (modulus * inertia)
    assert m.equilibrium()["frame@hook.y"] - 1 == pytest.approx(down, rel=2e-3)
    run = m.simulate(until=0.01, points=2, method="radau", progress=False)
    assert run.draw() is not None


@pytest.mark.parametrize(
    ("cells", "mesh", "words"),
    [
        ([("triangle", [[0, 1, 2]])], {}, "for a shell give the mesh its thickness"),
        ([("triangle", [[0, 1, 2]])], {"thickness": -1}, "must be more than zero"),
        ([("triangle", [[0, 1, 2]])], {"section": {"radius": 0.1}}, "there are no lines of two nodes"),
        ([("line", [[0, 1]])], {"thickness": 1, "section": {"radius": 0.1}}, "not both"),
        ([("tetra", [[0, 1, 2, 3]])], {"thickness": 1}, "its cells fill space"),
        ([("triangle", [[0, 1, 2]]), ("triangle6", [[0, 1, 2, 3, 4, 5]])], {"thickness": 1}, "first order"),
        ([("triangle", [[0, 1, 1]])], {"thickness": 1}, "has no area"),
        ([("triangle", [[0, 1, 2], [3, 4, 5]])], {"thickness": 1}, "2 pieces"),
        ([("quad", [[0, 1, 2, 3]])], {"thickness": 0.1}, "warped"),
        ([("quad", [[0, 1, 6, 2]])], {"thickness": 0.1}, "a corner inwards"),
    ],
)
def test_bad_thin_meshes_are_refused_in_words(tmp_path: Path, cells: Any, mesh: Any, words: str) -> None:
    meshio = pytest.importorskip("meshio")
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 0, 1], [2, 1, 1], [0.1, 0.1, 0.0]])
    path = tmp_path / "bad.vtu"
    meshio.write(path, meshio.Mesh(points, [(name, np.array(nodes)) for name, nodes in cells]))
    m = lw.Spatial("bad")
    with pytest.raises(MechanismError, match=words):
        m.flexible("b", mesh={"file": str(path), **mesh}, material="steel", interfaces={"a": {"face": "-x"}}, modes=0)
        m.check()


def test_cells_of_a_shell_look_to_one_side() -> None:
    mesh = patch("quad")
    spoilt = mesh.cells["quad"].copy()
    spoilt[[1, 4, 5]] = spoilt[[1, 4, 5]][:, ::-1]
    turned = checked_shell(Mesh(mesh.points, {"quad": spoilt}))
    places = turned.points[turned.cells["quad"]]
    normals = np.cross(places[:, 2] - places[:, 0], places[:, 3] - places[:, 1])[:, 2]
    assert len(set(np.sign(normals))) == 1
