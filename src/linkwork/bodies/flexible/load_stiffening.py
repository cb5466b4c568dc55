"""Stiffness by weight, acceleration and forces at interfaces, as shapes of second order of the modes (docs/modal.md).

Each load, held as that of the spin is (`stiffening`), has a stress that adds G to the stiffness of the modes. The same
is said by shapes of second order that move the load by q B q / 2 with B = -G of a unit of it: of a force at an
interface the place of that interface, of the acceleration of the frame the mass centre, of its angular acceleration
the moment of the mass. So the motion keeps having an energy. A face under pressure, tied by its normals, moves its
frame by the volume that it sweeps, which has a part of second order, too: normals turn and areas grow as it bends. That
is the symmetric part of the stiffness of pressure; of a face with free edges there is another, without an energy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.faces import turning
from linkwork.bodies.flexible.mesh import Ints
from linkwork.bodies.flexible.reduction import Reduced
from linkwork.bodies.flexible.stiffening import stiffness_under, support_of
from linkwork.bodies.flexible.structure import Structure
from linkwork.bodies.flexible.ties import Tie


@dataclass(frozen=True)
class Bent:
    """Of every pair of modes: integrals of B and x cross B per unit density, and B of every interface.

    `unsymmetric`: what share of the stiffness of pressure on a face has no energy, and is left out; `together`: the
    same of one pressure on all of these faces.
    """

    linear: Floats
    angular: Floats
    interfaces: dict[str, Floats]
    unsymmetric: dict[str, float]
    together: float


def bent_by_loads(reduced: Reduced, support: str | None, reference: object) -> Bent:
    """The shapes of second order."""
    structure, d = reduced.structure, reduced.structure.dimension
    tie = support_of(reduced.ties, support, reference)

    def second_order(loads: Floats, on: Tie | None = None) -> Floats:
        added = stiffness_under(reduced, tie, loads, on)
        return -0.5 * np.moveaxis(added + added.swapaxes(1, 2), 0, 2)

    unsymmetric, total = {}, np.zeros((reduced.shapes.shape[1],) * 2)
    inertia = second_order(np.asarray(structure.mass @ structure.rigid()))
    interfaces = {}
    for one in reduced.ties:
        if tie is None or one.name != tie.name:
            interfaces[one.name] = second_order(np.eye(one.rows.shape[0])[:, :d], one)
        if one.pushed is not None:
            swept = swept_by(structure, one.nodes, reduced.shapes)
            interfaces[one.name] += (0.5 / one.pushed.size) * (swept + swept.T)[..., None] * one.pushed.along
            unsymmetric[one.name] = _share(swept)
            total += swept
    angular = inertia[..., 2] if d == 2 else inertia[..., d:]
    return Bent(inertia[..., :d], angular, interfaces, unsymmetric, _share(total))


def _share(swept: Floats) -> float:
    """The size of what is not symmetric, of the whole."""
    return 0.5 * float(np.linalg.norm(swept - swept.T)) / max(float(np.linalg.norm(swept)), 1e-300)


def swept_by(structure: Structure, nodes: Ints, shapes: Floats) -> Floats:
    """How what a unit of tension on a face does in each shape changes with each of them."""
    assert structure.mesh is not None
    each, d = len(structure.freedoms), structure.dimension
    columns = each * np.asarray(nodes)[:, None] + np.arange(d)
    return turning(structure.mesh, nodes, shapes[columns])
