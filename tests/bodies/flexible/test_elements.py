"""Finite elements of our own: rigid motions, mass, and K, M against scikit-fem."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.bodies.flexible.cells import cell
from linkwork.bodies.flexible.mesh import Mesh, checked, second_order
from linkwork.bodies.flexible.shape_parts import BeamShape, BoxShape, CylinderShape, PlateShape
from linkwork.bodies.flexible.shapes import structure_of
from linkwork.bodies.flexible.solid import Hooke
from linkwork.bodies.flexible.solid import structure_of as solid

KINDS = ("triangle", "triangle6", "quad", "quad8", "tetra", "tetra10", "hexahedron", "hexahedron20")


def number(value: Any) -> Any:
    return value.value({})


@pytest.mark.parametrize("name", KINDS)
def test_shape_functions_are_one_at_their_node_and_add_up_to_one(name: str) -> None:
    kind = cell(name)
    assert np.allclose(kind.values(kind.nodes), np.eye(len(kind.nodes)), atol=1e-14)
    assert np.allclose(kind.gradients(kind.points).sum(axis=1), 0.0, atol=1e-13)


SHAPES: list[tuple[Any, int, float]] = [
    (BoxShape(size=[0.4, 0.05]), 2, 0.02),
    (BoxShape(size=[0.4, 0.05, 0.03], order=1), 3, 0.0006),
    (BoxShape(size=[0.4, 0.05, 0.03]), 3, 0.0006),
    (PlateShape(size=[0.3, 0.1], holes=[{"center": [0.05, 0.05], "radius": 0.02}]), 2, 0.03 - np.pi * 4e-4),
    (PlateShape(size=[0.3, 0.1, 0.01], holes=[{"center": [0.1, 0.05], "radius": 0.02}]), 3, 3e-4 - np.pi * 4e-6),
    (CylinderShape(radius=0.02, length=0.3), 3, np.pi * 1.2e-4),
    (CylinderShape(radius=0.02, inner=0.01, length=0.3), 3, np.pi * 0.9e-4),
    (BeamShape(begin=[0.1, 0.2, 0.0], end=[0.4, 0.6, 0.0], section={"radius": 0.01}), 3, 0.5 * np.pi * 1e-4),
]


@pytest.mark.parametrize(("shape", "d", "volume"), SHAPES, ids=[f"{one[0].type}{one[1]}d" for one in SHAPES])
def test_a_shape_has_its_mass_and_its_rigid_motions_are_free(shape: Any, d: int, volume: float) -> None:
    structure = structure_of(shape, number, d, Hooke(0.3, "stress" if d == 2 else "solid"))
    rigid = structure.rigid()
    mass = rigid.T @ structure.mass @ rigid
    assert abs(mass[0, 0] / volume - 1) < 5e-3
    assert np.allclose(mass[:d, :d], mass[0, 0] * np.eye(d), atol=1e-12 * mass[0, 0])
    assert np.abs(structure.stiffness @ rigid).max() < 1e-11 * np.abs(structure.stiffness).max()


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("kind", ["tetra", "triangle"])
def test_mass_and_stiffness_are_those_of_scikit_fem(kind: str, order: int) -> None:
    import skfem
    from skfem.helpers import ddot, dot, eye, sym_grad, trace

    d = 3 if kind == "tetra" else 2
    ours = skfem.MeshTet().refined(1) if d == 3 else skfem.MeshTri().refined(2)
    mesh = Mesh(ours.p.T.copy(), {kind: ours.t.T.astype(np.int64)})
    hooke = Hooke(0.3, "solid" if d == 3 else "strain")
    found = solid(checked(second_order(mesh) if order == 2 else mesh), hooke)
    linear, quadratic = (
        (skfem.ElementTetP1(), skfem.ElementTetP2()) if d == 3 else (skfem.ElementTriP1(), skfem.ElementTriP2())
    )
    basis = skfem.Basis(ours, skfem.ElementVector(quadratic if order == 2 else linear), intorder=4)
    stiff = skfem.BilinearForm(
        lambda u, v, _: ddot(2 * hooke.shear * sym_grad(u) + hooke.lame * eye(trace(sym_grad(u)), d), sym_grad(v))
    ).assemble(basis)
    mass = skfem.BilinearForm(lambda u, v, _: dot(u, v)).assemble(basis)
    places = basis.doflocs.T
    order_of = {(*np.round(point, 9),): node for node, point in enumerate(found.points)}
    seen: dict[int, int] = {}
    rows = []
    for place in places:
        node = order_of[(*np.round(place, 9),)]
        rows.append(d * node + seen.get(node, 0))
        seen[node] = seen.get(node, 0) + 1
    assert np.allclose(found.stiffness.toarray()[np.ix_(rows, rows)], stiff.toarray(), atol=1e-12)
    assert np.allclose(found.mass.toarray()[np.ix_(rows, rows)], mass.toarray(), atol=1e-14)
