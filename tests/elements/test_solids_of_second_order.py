"""Hyperelastic solids of second order, their stress, and solids in files."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from elements.test_hyperelastic_solids import LAME, LAWS, MATERIAL, SHEAR, E, energy
from linkwork.bodies.flexible.cells import cell
from linkwork.elements.planar.forces.quadrature import KINDS, mass_shares, rule_of

GRADIENT = np.array([(1.2, 0.3, -0.1), (-0.2, 0.9, 0.2), (0.1, -0.3, 1.1)])


def beam(size: int, order: int, divisions: tuple[int, ...], **more: Any) -> tuple[Any, Any]:
    """A beam of rubber, held at its left."""
    m: Any = lw.Planar("rubber") if size == 2 else lw.Spatial("rubber")
    shape = {"type": "rectangle" if size == 2 else "box", "size": (1.0, 0.25, 0.2)[:size], "divisions": divisions}
    more |= {"thickness": 0.2} if size == 2 else {}
    sets = {"left": {"face": "-x"}, "right": {"face": "+x"}}
    return m, m.hyperelastic("b", shape=shape, material=MATERIAL, sets=sets, order=order, **more)


def nodes_of(size: int, kind: str) -> Any:
    """Nodes of a cell whose edges are bent."""
    at = cell(kind).nodes
    bent = 0.05 * at[:, ::-1] ** 2
    return at + bent


@pytest.mark.parametrize(
    ("size", "count", "law"), [(2, 6, LAWS[0]), (2, 8, LAWS[1]), (2, 4, LAWS[0]), (3, 10, LAWS[0]), (3, 20, LAWS[1])]
)
def test_forces_of_a_cell_are_slopes_of_its_energy(size: int, count: int, law: str) -> None:
    """With the energy of the law summed over the points of a rule of much higher order where F is constant."""
    kind = KINDS[size][count]
    rest = nodes_of(size, kind)
    places = rest @ GRADIENT[:size, :size].T
    m: Any = lw.Planar("cell") if size == 2 else lw.Spatial("cell")
    for number, place in enumerate(places):
        inertia = 0.01 if size == 2 else (0.01,) * 3
        where = (*place, 0) if size == 2 else tuple(place)
        m.body(f"n{number}", where, mass={"mass": 1.0, "inertia": inertia})
    names = [f"n{number}" for number in range(count)]
    m.isoparametric_element("t", names, [tuple(place) for place in rest], E, poissons_ratio=0.3, law=law)
    run = m.simulate(1e-9, 2, progress=False)
    reference = cell(kind)
    volumes = reference.weights * np.linalg.det(np.einsum("qni,nj->qij", reference.gradients(reference.points), rest))
    stored = volumes.sum() * energy(law, GRADIENT[:size, :size])
    close = 1e-9 if count in (4, 8, 20) else 1e-3  # three and four points do not give the volume of bent cells
    assert run["energy.elastic"][0] == pytest.approx(stored, rel=close)
    points, weights = rule_of(kind)
    own = reference.gradients(points)
    sides = np.einsum("qni,nj->qij", own, rest)
    slopes, parts = own @ np.swapaxes(np.linalg.inv(sides), 1, 2), weights * np.linalg.det(sides)

    def whole(moved: Any) -> float:
        return float(sum(w * energy(law, moved.T @ g) for w, g in zip(parts, slopes, strict=True)))

    for number, axis in ((0, 0), (count - 1, 1), (2, size - 1)):
        step = np.zeros_like(places)
        step[number, axis] = 1e-5
        force = -(whole(places + step) - whole(places - step)) / 2e-5
        assert run[f"n{number}.a{'xyz'[axis]}"][0] == pytest.approx(force, rel=1e-6, abs=1e-5 * E)


@pytest.mark.parametrize("kind", [kind for kinds in KINDS.values() for kind in kinds.values()])
def test_rules_leave_only_rigid_motions_without_stiffness_and_masses_are_positive(kind: str) -> None:
    reference = cell(kind)
    d, n = reference.dimension, len(reference.nodes)
    points, weights = rule_of(kind)
    assert weights.sum() == pytest.approx(reference.weights.sum())
    stiff = np.zeros((n, d, n, d))
    for weight, g in zip(weights, reference.gradients(points), strict=True):
        stiff += weight * LAME * np.einsum("ai,bj->aibj", g, g) + weight * SHEAR * np.einsum("aj,bi->aibj", g, g)
        stiff += weight * SHEAR * np.einsum("ak,bk,ij->aibj", g, g, np.eye(d))
    values = np.linalg.eigvalsh(stiff.reshape(n * d, n * d))
    assert np.sum(np.abs(values) < 1e-9 * values[-1]) == (3 if d == 2 else 6)
    shares = mass_shares(kind, reference.nodes)
    assert shares.min() > 0.0 and shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("law", "size"), [("neo-hooke", 2), ("saint-venant", 2), ("neo-hooke", 3)])
def test_a_free_solid_keeps_energy_and_both_momenta(law: str, size: int) -> None:
    m, solid = beam(size, 2, (2, 1) if size == 2 else (1, 1, 1), law=law)
    axes = "xyz"[:size]
    speeds: dict[str, float] = {}
    for number, node in enumerate(solid.nodes):
        speeds |= {f"{node}.v{axis}": 0.3 * float(np.sin(1 + 3 * number + index)) for index, axis in enumerate(axes)}
        speeds |= {f"{node}.{name}": 0.0 for name in (("omega",) if size == 2 else ("wx", "wy", "wz"))}
    run = m.simulate(0.02, 5, speeds=speeds, method="midpoint", step=0.0025, progress=False)
    assert run.completed
    places = np.array([[run[f"{node}.{axis}"] for axis in axes] for node in solid.nodes])
    rates = np.array([[run[f"{node}.v{axis}"] for axis in axes] for node in solid.nodes])
    masses = np.array([float(m.mass_properties(node).mass.real) for node in solid.nodes])
    assert masses.sum() == pytest.approx(1000 * 1.0 * 0.25 * 0.2)
    momentum = np.einsum("n,nat->at", masses, rates)
    spin = np.einsum("n,nat,nbt->abt", masses, places, rates)
    spin = spin - spin.transpose(1, 0, 2)
    total, elastic = run["energy.total"], run["energy.elastic"]
    assert elastic.max() > 0.1 * total[0]
    assert np.abs(total - total[0]).max() < 1e-10 * total[0]
    assert np.abs(momentum - momentum[:, :1]).max() < 1e-10 * masses.sum()
    assert np.abs(spin - spin[:, :, :1]).max() < 1e-10 * masses.sum()


def test_cells_of_second_order_bend_where_those_of_first_order_lock() -> None:
    """Six cells along a beam: 3 % from the beam's formula; triangles are at less than a third of it."""
    sags = []
    for order in (1, 2):
        m, solid = beam(2, order, (6, 1), law="saint-venant", attached={"left": "ground"})
        m.set_gravity(0, -0.1)
        rest, scope = m.equilibrium(), m.scope()
        sags.append(float(np.mean([scope.drawn_pose(one)[1].real - rest[f"{one}.y"] for one in solid.set("right")])))
    weight = 0.1 * 1000 * 0.2 * 0.25
    bending = weight / 8 / (E / (1 - 0.3**2) * 0.2 * 0.25**3 / 12)
    shear = weight / 2 / (5 / 6 * SHEAR * 0.2 * 0.25)
    assert sags[0] < (bending + shear) / 3
    assert sags[1] == pytest.approx(bending + shear, rel=0.05)


@pytest.mark.parametrize(("law", "size", "order"), list(product(LAWS, (2, 3), (1, 2))))
def test_stress_is_that_of_the_law_where_the_deformation_is_the_same_everywhere(
    law: str, size: int, order: int
) -> None:
    """Cauchy's stress by differences of the energy: P = dW/dF, sigma = P F'/J."""
    m, solid = beam(size, order, (2, 1) if size == 2 else (1, 1, 1), law=law)
    gradient = np.eye(3)
    gradient[:size, :size] = GRADIENT[:size, :size]
    rest = m.solid_meshes["b"].points
    for node, place in zip(solid.nodes, rest @ gradient[:size, :size].T, strict=True):
        m.estimate(node, *place, 0) if size == 2 else m.estimate(node, tuple(place))
    run = m.simulate(1e-9, 2, progress=False)
    pulled = np.zeros((3, 3))
    for a, b in product(range(3), range(3)):
        step = np.zeros((3, 3))
        step[a, b] = 1e-6
        pulled[a, b] = (energy(law, gradient + step) - energy(law, gradient - step)) / 2e-6
    cauchy = pulled @ gradient.T / np.linalg.det(gradient)
    told = run.solid("b").tensors[0]
    assert np.abs(told - cauchy).max() < 1e-6 * np.abs(cauchy).max()
    apart = cauchy - np.trace(cauchy) / 3 * np.eye(3)
    assert run["b.stress"][0] == pytest.approx(np.sqrt(1.5 * np.sum(apart**2)), rel=1e-6)
    assert run.solid("b").principal[0, 0] == pytest.approx(np.linalg.eigvalsh(cauchy)[::-1], rel=1e-5, abs=1e-3)


TEXT = """
linkwork: 1
name: mount
bodies:
  plate: {estimate: [0.03, 0.04, 0], mass: {mass: 20, inertia: 0.05}}
hyperelastic:
  rubber:
    shape: {type: rectangle, size: [0.06, 0.04], divisions: [2, 1]}
    order: 2
    material: {youngs_modulus: 1 MPa, poissons_ratio: 0.45, density: 1100}
    thickness: 50 mm
    sets: {foot: {face: -y}, top: {face: +y}}
    attached: {foot: ground, top: plate}
gravity: [0, -9.81]
"""


def test_a_file_describes_a_solid_as_one_thing(tmp_path: Any) -> None:
    (tmp_path / "mount.yaml").write_text(TEXT)
    m = lw.load(tmp_path / "mount.yaml")
    assert isinstance(m, lw.Planar)
    rest = m.equilibrium()
    n = lw.Planar("mount")
    n.set_gravity(0, -9.81)
    n.body("plate", estimate=(0.03, 0.04, 0), mass={"mass": 20, "inertia": 0.05})
    rubber = n.hyperelastic(
        "rubber",
        shape={"type": "rectangle", "size": (0.06, 0.04), "divisions": (2, 1)},
        order=2,
        material={"youngs_modulus": 1e6, "poissons_ratio": 0.45, "density": 1100},
        thickness=0.05,
        sets={"foot": {"face": "-y"}, "top": {"face": "+y"}},
    )
    for label, body in (("foot", "ground"), ("top", "plate")):
        assert len(rubber.attach(label, body)) == 5
    assert rest["plate.y"] == pytest.approx(n.equilibrium()["plate.y"], rel=1e-12)
    n.save(tmp_path / "again.yaml")
    text = (tmp_path / "again.yaml").read_text()
    assert "rubber_0" not in text and "attached: {foot: ground, top: plate}" in text
    again = lw.load(tmp_path / "again.yaml")
    assert again.solid("rubber").nodes == rubber.nodes and set(again.joints) == set(n.joints)
    assert "'rubber' has 39 of the coordinates in its nodes" in m.check().text()


def test_colours_of_stress_and_files_for_other_programs(tmp_path: Any) -> None:
    m, solid = beam(2, 2, (2, 1), attached={"left": "ground"})
    m.set_gravity(0, -1)
    run = m.simulate(0.01, 3, method="radau", rtol=1e-3, progress=False)
    files = run.solid("b").save_vtu(tmp_path / "out")
    assert len(files) == 3
    assert 'Name="von_mises"' in (tmp_path / "out" / "b_00002.vtu").read_text()
    from linkwork.view.soft.soft import softs_of

    (skin,) = softs_of(run, [0, 2])
    assert skin.stress is not None and skin.stress.shape == (2, len(solid.nodes))
    drawn = skin.base + np.tensordot(skin.amplitudes[1], skin.shapes, 1)
    places = run.solid("b").places[2]
    assert np.abs(drawn[:, :2] - (places - places[0])[skin.skin.nodes]).max() < 1e-7
    with pytest.raises(lw.LinkworkError, match=r"ask run.solid\('b'\)"):
        run.flexible("b")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"shape": {"type": "rectangle", "size": (1, 1), "order": 2}}, "stands beside its shape"),
        ({"shape": {"type": "rectangle", "size": ("w", 1)}}, "parameters do not move; give numbers"),
        ({}, "from a shape or from a mesh; given are neither"),
        ({"shape": {"type": "rectangle", "size": (1, 1)}, "attached": {"a": "ground"}}, "names the set 'a'"),
        (
            {"shape": {"type": "rectangle", "size": (1, 1)}, "sets": {"a": {"box": [[5, 5], [6, 6]]}}},
            "set 'a': no node belongs to it",
        ),
    ],
)
def test_bad_solids_are_refused(fields: dict[str, Any], words: str) -> None:
    m = lw.Planar("bad")
    m.parameters(w=1)
    with pytest.raises(lw.LinkworkError, match=words):
        m.hyperelastic("s", material=MATERIAL, **fields)


def test_bad_cells_are_refused() -> None:
    m = lw.Planar("cells")
    for number, place in enumerate([(0, 0), (1, 0), (1, 1), (0, 1), (2, 2)]):
        m.body(f"n{number}", (*place, 0), mass={"mass": 1, "inertia": 0.1})
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    m.isoparametric_element("crossed", ["n0", "n2", "n1", "n3"], [square[number] for number in (0, 2, 1, 3)], E)
    with pytest.raises(lw.LinkworkError, match="force 'crossed': it is folded or flat, as a quad"):
        m.simulate(0.1, 2)
    n = lw.Planar("five")
    n.bodies_by_name.update(m.bodies_by_name)
    n.isoparametric_element("five", [f"n{number}" for number in range(5)], [*square, (2, 2)], E)
    with pytest.raises(lw.LinkworkError, match="it has 5 nodes; cells have 4"):
        n.simulate(0.1, 2)
