"""Hyperelastic solids whose nodes are bodies: patch, rotation, tangents, energy and momenta, rigid bodies joined."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import linkwork as lw

E, NU = 1e6, 0.3
LAME, SHEAR = E * NU / ((1 + NU) * (1 - 2 * NU)), E / 2 / (1 + NU)
MATERIAL = {"youngs_modulus": E, "poissons_ratio": NU, "density": 1000}
LAWS = ("neo-hooke", "saint-venant")


def energy(law: str, gradient: Any) -> float:
    """W of a deformation gradient, by the formula of the law."""
    c = np.eye(3)
    c[: len(gradient), : len(gradient)] = np.transpose(gradient) @ gradient
    if law == "saint-venant":
        strain = (c - np.eye(3)) / 2
        return float(LAME / 2 * np.trace(strain) ** 2 + SHEAR * np.sum(strain**2))
    swell = np.log(np.linalg.det(c)) / 2
    return float(SHEAR / 2 * (np.trace(c) - 3) - SHEAR * swell + LAME / 2 * swell**2)


def block(law: str, size: int, divisions: tuple[int, ...], damping: float = 0.0) -> tuple[Any, Any]:
    """A beam of rubber."""
    m: Any = lw.Planar("rubber") if size == 2 else lw.Spatial("rubber")
    shape = {"type": "rectangle" if size == 2 else "box", "size": (1.0, 0.25, 0.2)[:size], "divisions": divisions}
    sets = {"left": {"face": "-x"}, "right": {"face": "+x"}}
    more = {"thickness": 0.2} if size == 2 else {}
    return m, m.hyperelastic("b", shape=shape, material=MATERIAL, sets=sets, law=law, damping=damping, **more)


@pytest.mark.parametrize(("law", "size"), list(product(LAWS, (2, 3))))
def test_energy_and_forces_of_one_cell_are_those_of_the_law(law: str, size: int) -> None:
    corners = np.array([(0, 0, 0), (1, 0.1, 0), (0.2, 0.9, 0.1), (0.1, 0.2, 0.8)])[: size + 1, :size]
    gradient = np.array([(1.2, 0.3, -0.1), (-0.2, 0.9, 0.2), (0.1, -0.3, 1.1)])[:size, :size]
    m: Any = lw.Planar("cell") if size == 2 else lw.Spatial("cell")
    for number, place in enumerate(corners @ gradient.T):
        inertia = 0.01 if size == 2 else (0.01,) * 3
        where = (*place, 0) if size == 2 else tuple(place)
        m.body(f"n{number}", where, mass={"mass": 1.0, "inertia": inertia})
    names = [f"n{number}" for number in range(size + 1)]
    m.solid_element("t", names, [tuple(place) for place in corners], E, poissons_ratio=NU, law=law)
    volume = abs(np.linalg.det(corners[1:] - corners[0])) / (2 if size == 2 else 6)
    run = m.simulate(1e-9, 2, speeds={}, progress=False)
    assert run["energy.elastic"][0] == pytest.approx(volume * energy(law, gradient), rel=1e-9)
    rest = np.linalg.inv(corners[1:] - corners[0])
    for number, axis in product(range(size + 1), range(size)):

        def moved(step: float, number: int = number, axis: int = axis) -> float:
            places = corners @ gradient.T
            places[number, axis] += step
            return volume * energy(law, (rest @ (places[1:] - places[0])).T)

        force = -(moved(1e-5) - moved(-1e-5)) / 2e-5
        acceleration = run[f"n{number}.a{'xyz'[axis]}"][0]
        assert acceleration == pytest.approx(force, rel=1e-6, abs=1e-5 * volume * E)


@pytest.mark.parametrize(("law", "size"), list(product(LAWS, (2, 3))))
def test_a_free_solid_keeps_energy_and_both_momenta(law: str, size: int) -> None:
    m, solid = block(law, size, (2, 1) if size == 2 else (1, 1, 1))
    axes = "xyz"[:size]
    speeds: dict[str, float] = {}
    for number, node in enumerate(solid.nodes):
        speeds |= {f"{node}.v{axis}": float(np.sin(1 + 3 * number + index)) for index, axis in enumerate(axes)}
        speeds |= {f"{node}.{name}": 0.0 for name in (("omega",) if size == 2 else ("wx", "wy", "wz"))}
    run = m.simulate(0.2, 21, speeds=speeds, method="midpoint", step=0.005, progress=False)
    assert run.completed
    places = np.array([[run[f"{node}.{axis}"] for axis in axes] for node in solid.nodes])
    rates = np.array([[run[f"{node}.v{axis}"] for axis in axes] for node in solid.nodes])
    masses = np.array([float(m.mass_properties(node).mass.real) for node in solid.nodes])
    momentum = np.einsum("n,nat->at", masses, rates)
    spin = np.einsum("n,nat,nbt->abt", masses, places, rates)
    spin = spin - spin.transpose(1, 0, 2)
    total, elastic = run["energy.total"], run["energy.elastic"]
    assert elastic.max() > 0.1 * total[0]
    assert np.abs(total - total[0]).max() < 1e-9 * total[0]
    assert np.abs(momentum - momentum[:, :1]).max() < 1e-9 * masses.sum()
    assert np.abs(spin - spin[:, :, :1]).max() < 1e-9 * masses.sum()


def test_a_turned_solid_has_no_stress() -> None:
    m, solid = block("neo-hooke", 2, (2, 1))
    turn = np.array([(np.cos(2.0), -np.sin(2.0)), (np.sin(2.0), np.cos(2.0))])
    for node in solid.nodes:
        x, y, angle = m.scope().drawn_pose(node)
        m.estimate(node, *map(float, turn @ (x, y)), angle)
    run = m.simulate(1e-6, 2, progress=False)
    assert run["energy.elastic"][0] < 1e-20 * E
    assert max(abs(run[f"{node}.ax"][0]) for node in solid.nodes) < 1e-8 * E


@pytest.mark.parametrize("size", [2, 3])
def test_bodies_that_turn_with_a_cell_get_no_torque_of_it(size: int) -> None:
    """Nodes welded to a hub, all turned by 1 rad without strain."""
    m: Any = lw.Planar("hub") if size == 2 else lw.Spatial("hub")
    turn = np.eye(3)
    turn[:2, :2] = np.array([(np.cos(1.0), -np.sin(1.0)), (np.sin(1.0), np.cos(1.0))])
    corners = np.array([(0.1, 0, 0), (0.2, 0, 0), (0.1, 0.1, 0), (0.1, 0, 0.1)])[: size + 1, :size]
    angle: dict[str, Any] = {"orientation": {"vector": (0, 0, 1.0)}} if size == 3 else {}
    inertia = 1e-5 if size == 2 else (1e-5,) * 3
    for number, place in enumerate(corners @ turn[:size, :size].T):
        where = (*place, 1.0) if size == 2 else tuple(place)
        m.body(f"n{number}", where, mass={"mass": 0.1, "inertia": inertia}, **angle)
    m.solid_element("t", [f"n{number}" for number in range(size + 1)], [tuple(place) for place in corners], 2e11)
    run = m.simulate(1e-9, 2, progress=False)
    assert run["energy.elastic"][0] < 1e-6
    assert abs(run["n0.alpha" if size == 2 else "n0.alpha.z"][0]) < 1e-12


def test_what_turns_a_node_is_refused() -> None:
    def welded(m: Any, node: Any) -> None:
        m.fixed("weld", m.ground, node, at=(1, 0.25, 0.2)[: m.world.dimensions])

    def beside(m: Any, node: Any) -> None:
        m.revolute("pin", m.ground.at(1.1, 0.25), node.at(0.1, 0))

    def turned(m: Any, node: Any) -> None:
        m.estimate(str(node), 1, 0.25, 0.3)

    def twisted(m: Any, node: Any) -> None:
        m.force("twist", node.at(0, 0), torque="2*t")

    def driven(m: Any, node: Any) -> None:
        m.revolute("hinge", m.ground.at(1, 0.25), node.at(0, 0))
        m.drive("motor", joint="hinge", angle="t")

    cases = (welded, 2, "'weld'"), (welded, 3, "'weld'"), (beside, 2, "'pin'"), (twisted, 2, "'twist'")
    for change, size, words in (*cases, (turned, 2, "drawn turned"), (driven, 2, "'motor'")):
        m, solid = block("neo-hooke", size, (1, 1, 1)[:size])
        change(m, type(m.ground)(m, solid.nodes[-1]))
        with pytest.raises(lw.LinkworkError, match=words):
            m.simulate(1e-6, 2, progress=False)
    with pytest.raises(lw.LinkworkError, match="did you mean 'plate'"):
        m.body("plate")
        solid.attach("left", "plat")


@pytest.mark.parametrize("size", [2, 3])
def test_rotations_of_nodes_swing_above_all_frequencies_of_the_mesh(size: int) -> None:
    """With K and M of positions alone, by the shape functions."""
    m, solid = block("neo-hooke", size, (3, 1) if size == 2 else (1, 1, 1))
    solid.attach("left", "ground")
    places = np.array([m.scope().drawn_pose(node)[:size] for node in solid.nodes], dtype=float)
    stiff, masses = np.zeros((len(places), size) * 2), np.zeros(len(places))
    for cell in (force for force in m.forces.values() if force.type == "solid_element"):
        nodes = [solid.nodes.index(node) for node in cell.nodes]
        sides = places[nodes[1:]] - places[nodes[0]]
        volume = abs(np.linalg.det(sides)) * (0.2 / 2 if size == 2 else 1 / 6)
        inner = np.linalg.inv(sides).T
        g = np.vstack([-inner.sum(axis=0), inner])
        eye = np.eye(size)
        part = LAME * np.einsum("ai,bj->aibj", g, g) + SHEAR * np.einsum("aj,bi->aibj", g, g)
        part += SHEAR * np.einsum("ak,bk,ij->aibj", g, g, eye)
        stiff[np.ix_(nodes, range(size), nodes, range(size))] += volume * part
        masses[nodes] += 1000 * volume / (size + 1)
    free = [number for number, node in enumerate(solid.nodes) if node not in solid.set("left")]
    matrix = stiff[np.ix_(free, range(size), free, range(size))].reshape((len(free) * size,) * 2)
    root = np.repeat(masses[free], size) ** 0.5
    physical = np.sqrt(np.linalg.eigvalsh(matrix / np.outer(root, root)))
    values = np.array(m.linearise(m.equilibrium()).eigenvalues)
    omegas = np.sort(values.imag[values.imag > 0])
    assert omegas[: len(physical)] == pytest.approx(physical, rel=1e-5)
    turning = omegas[len(physical) :]
    assert len(turning) == len(places) * (1 if size == 2 else 3)
    assert turning == pytest.approx(turning[0], rel=1e-5)
    assert 2.0 < turning[0] / physical[-1] < 5.0


def test_a_slender_solid_sags_as_a_beam_and_carries_a_rigid_plate() -> None:
    sags = []
    for divisions in ((12, 3), (24, 6)):
        m, solid = block("saint-venant", 2, divisions)
        plate = m.body("plate", estimate=(1, 0.125, 0), mass={"mass": 0.5, "inertia": 0.01})
        solid.attach("left", "ground")
        solid.attach("right", plate)
        m.set_gravity(0, -0.2)
        rest = m.equilibrium()
        sags.append(0.125 - rest["plate.y"])
    stiff = E / (1 - NU**2) * 0.2 * 0.25**3 / 12  # plane strain
    whole = 1000 * 0.2 * 0.25
    bending = 0.2 * (whole / 8 + 0.5 / 3) / stiff
    shear = 0.2 * (whole / 2 + 0.5) / (5 / 6 * SHEAR * 0.2 * 0.25)
    excess = [(bending + shear) / sag - 1 for sag in sags]
    assert 3.0 < excess[0] / excess[1] < 5.0  # triangles of first order are too stiff, by the square of their size
    assert abs(excess[1] + (excess[1] - excess[0]) / 3) < 0.03
    assert rest.stable


def test_damping_takes_energy_out_and_a_file_holds_the_cells(tmp_path: Any) -> None:
    m, solid = block("neo-hooke", 2, (1, 1), damping=0.01)
    m.save(tmp_path / "rubber.yaml")
    again = lw.load(tmp_path / "rubber.yaml")
    options: dict[str, Any] = {"speeds": {f"{solid.nodes[0]}.vx": 1.0}, "progress": False}
    run, other = (one.simulate(0.3, 16, **options) for one in (m, again))
    assert run["energy.lost"][-1] > 0.1 * run["energy.total"][0]
    assert np.abs(run["energy.given"]).max() < 1e-9
    assert np.abs(run["energy.balance"]).max() < 1e-6
    assert other["b_0.x"] == pytest.approx(run["b_0.x"], abs=1e-12)


def test_bad_cells_are_refused() -> None:
    m, _ = block("neo-hooke", 2, (1, 1))
    m.solid_element("flat", ["b_0", "b_1", "b_2"], [(0, 0), (1, 0), (2, 0)], E)
    with pytest.raises(lw.LinkworkError, match="force 'flat': its places lie in a line"):
        m.simulate(0.1, 2)
    with pytest.raises(lw.LinkworkError, match="cells are too many"):
        lw.Planar("many").hyperelastic(
            "b", shape={"type": "rectangle", "size": (1, 1), "divisions": (60, 60)}, material=MATERIAL
        )


def taken(m: Any, name: str) -> None:
    """A part of the user's own that a solid or beam of many parts meets when some of its parts are made already."""
    own = m.body("own", (2, 0, 0), mass={"mass": 1})
    if name.startswith("x_cell"):
        m.spring(name, m.ground.at(0, 0), own.at(0, 0), stiffness=1, free_length=1)
    elif name.endswith("left"):
        m.revolute(name, m.ground.at(0, 0), own.at(0, 0))
    else:
        m.body(name, (0.3, 0.1, 0), mass={"mass": 2})


@pytest.mark.parametrize("name", ["x_0", "x_3", "x_cell2", "x_1_left"])
def test_a_refused_solid_or_beam_leaves_the_mechanism_as_it_was(name: str) -> None:
    def described() -> list[Any]:
        return [*(dict(part) for part in (*m._named_parts(), m.solids, m.solid_meshes, m.beams)), dict(m.generated)]

    m = lw.Planar("rubber")
    taken(m, name)
    m.body("x_1", points={"top": (0, 0.1)})
    before = described()
    shape = {"type": "rectangle", "size": (1.0, 0.25), "divisions": (4, 1)}
    sets, section = {"left": {"face": "-x"}}, {"type": "rectangle", "width": 0.02, "height": 0.03}
    makes: list[Any] = [
        lambda: m.hyperelastic("x", shape=shape, material=MATERIAL, sets=sets, attached={"left": "ground"})
    ]
    if name == "x_3":
        makes.append(lambda: m.beam("x", (0, 0), (1, 0), elements=4, section=section, E=E, rho=1000))
    for make in makes:
        with pytest.raises(lw.MechanismError, match=r"is a node of it|the name is already taken"):
            make()
        assert described() == before
    assert m.bodies_by_name["x_1"].mass is None
