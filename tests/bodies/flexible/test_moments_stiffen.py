"""The stiffness of moments: frames that buckle sideways, and bodies that turn about what holds them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.spatial.transform import Rotation

from linkwork.bodies.flexible import beam, shells
from linkwork.bodies.flexible.description import InterfaceNodes
from linkwork.bodies.flexible.frames import structure_of
from linkwork.bodies.flexible.mesh import Mesh
from linkwork.bodies.flexible.reduction import Reduced, Wanted, reduced
from linkwork.bodies.flexible.stiffening import stiffened, stiffness_under
from linkwork.bodies.flexible.structure import Structure
from linkwork.bodies.flexible.ties import ties_of

NU = 0.3
THIN = beam.rectangle(0.1, 0.004)
ROOT: dict[str, Any] = {"box": [[-1e-3, -1, -1], [1e-3, 1, 1]]}


def frame(tip: float = 0.0, elements: int = 20) -> Structure:
    """A cantilever of 1 m on edge, its outer fifth bent sideways by an angle."""
    bent = elements - elements // 5
    along = [np.array([k / elements, 0.0, 0.0]) for k in range(bent + 1)]
    step = np.array([np.cos(tip), np.sin(tip), 0.0]) / elements
    points = np.array(along + [along[-1] + k * step for k in range(1, elements - bent + 1)])
    lines = np.array([[k, k + 1] for k in range(elements)])
    return structure_of(Mesh(points, {"line": lines}, {}), THIN, np.array([0.0, 1.0, 0.0]), NU)


def plate() -> Structure:
    """A shell of the size of that cantilever, its outer half shifted sideways."""
    along, across = np.meshgrid(np.linspace(0, 1, 9), np.linspace(-0.05, 0.05, 3), indexing="ij")
    points = np.stack([along, across + 0.3 * np.maximum(along - 0.5, 0.0), 0 * along], axis=-1).reshape(-1, 3)
    quads = [[3 * i + j, 3 * i + j + 3, 3 * i + j + 4, 3 * i + j + 1] for i in range(8) for j in range(2)]
    return shells.structure_of(Mesh(points, {"quad": np.array(quads)}, {}), 0.004, NU)


def modes(structure: Structure, reference: str = "root", **interfaces: Any) -> Reduced:
    described = {name: InterfaceNodes(**given) for name, given in interfaces.items()}
    ties = ties_of(structure, described, lambda value: float(value.constant))
    return reduced(structure, ties, Wanted("craig-bampton", 12, None, True, (), reference))


def test_a_cantilever_on_edge_buckles_sideways_as_prandtl_says() -> None:
    """4.013 sqrt(EI GJ) / L^2, of a beam that is deep beside its width: that of its bending is 1/625 of the other."""
    body = modes(frame(), root={"at": (0, 0, 0)}, tip={"at": (1, 0, 0)})
    root, tip = body.ties
    force = np.zeros((6, 1))
    force[1] = 1.0
    softer = stiffness_under(body, root, force, tip)[0]
    elastic = float(body.structure.weights.sum()) * np.diag(body.values)
    load = 1.0 / eigh(softer, elastic, eigvals_only=True)[-1]
    exact = 4.0126 * np.sqrt(THIN.about_y * 0.5 / (1 + NU) * THIN.torsion)
    assert load == pytest.approx(exact, rel=5e-3)


@pytest.mark.parametrize("made", [lambda: frame(0.6), plate], ids=["frame", "shell"])
def test_a_body_that_turns_as_a_whole_is_stiffened_by_its_loads_alone(made: Any) -> None:
    """Turned by phi about its support, each force f does -f . phi x (phi x y): whatever stress holds it."""
    structure = made()
    body = modes(structure, root=ROOT)
    root = body.ties[0]
    turned = replace(body, shapes=structure.rigid(root.at)[:, 3:])
    curvature, where = stiffened(turned, np.zeros((3, 3, 6)), None, "root")
    assert where == "held at 'root'"
    particles, masses = structure.particles, np.asarray(structure.weights @ np.ones(len(structure.particles)))
    inward = np.einsum("p,pa,pb->ab", masses, particles * [1, 1, 0], particles - root.at)
    expected = 0.5 * (inward + inward.T) - np.trace(inward) * np.eye(3)
    scale = np.abs(expected).max()
    assert curvature[:, :, 2] == pytest.approx(expected, abs=1e-7 * scale)  # spin about z


def test_turns_of_second_order_are_those_of_finite_rotations() -> None:
    """Of a beam whose ends are moved and turned by a little, in the axes of its chord."""
    length, small = 0.4, 1e-3
    random = np.random.default_rng(7)
    moved, forces = random.standard_normal(12), random.standard_normal(12)

    forces[9] = -forces[3]  # a torque; the mean of both ends turns the chord

    def natural(u: np.ndarray) -> np.ndarray:
        chord = np.array([length, 0.0, 0.0]) + u[6:9] - u[:3]
        along = chord / np.linalg.norm(chord)
        aside = np.cross([1.0, 0.0, 0.0], along)
        angle = np.arctan2(np.linalg.norm(aside), along[0])
        frame_of, roll = Rotation.from_rotvec(aside / np.linalg.norm(aside) * angle), 0.0
        for _ in range(30):  # turned about its chord until the ends are twisted alike
            axes = frame_of * Rotation.from_rotvec([roll, 0.0, 0.0])
            ends = [(axes.inv() * Rotation.from_rotvec(u[at : at + 3])).as_rotvec() for at in (3, 9)]
            roll += 0.5 * (ends[0][0] + ends[1][0])
        return np.concatenate([np.zeros(3), ends[0], np.zeros(3), ends[1]])

    exact = forces @ (natural(small * moved) + natural(-small * moved)) / small**2
    own = moved[None, :, None]
    ours = 0.0
    for place, one, other, factor in beam._second_turns(own, length):
        ours += 2 * factor * forces[place] * float(one[0, 0] * other[0, 0])
    assert ours == pytest.approx(exact, rel=1e-3)
