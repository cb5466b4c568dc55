"""Stiffness by weight, acceleration and forces at interfaces, as shapes of second order of the modes (docs/modal.md).

Each load, held as that of the spin is (`stiffening`), has a stress that adds G to the stiffness of the modes. The same
is said by shapes of second order that move the load by q B q / 2 with B = -G of a unit of it: of a force at an
interface the place of that interface, of the acceleration of the frame the mass centre, of its angular acceleration
the moment of the mass. So the motion keeps having an energy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.reduction import Reduced
from linkwork.bodies.flexible.statics import Held
from linkwork.bodies.flexible.stiffening import support_of


@dataclass(frozen=True)
class Bent:
    """Of every pair of modes: integrals of B and x cross B per unit density, and B of every interface."""

    linear: Floats
    angular: Floats
    interfaces: dict[str, Floats]


def bent_by_loads(reduced: Reduced, support: str | None, reference: object) -> Bent:
    """The shapes of second order."""
    structure, tied, d = reduced.structure, reduced.body, reduced.structure.dimension
    assert structure.recovery is not None
    tie = support_of(reduced.ties, support, reference)
    held = None if tie is None else Held(tied.floating, tied.rows(tie))

    def second_order(loads: Floats) -> Floats:
        moved = tied.floating.relieved(loads) if held is None else held.under(loads)
        assert structure.recovery is not None
        added = structure.recovery.geometric(tied.transform @ moved, reduced.shapes)
        return -0.5 * np.moveaxis(added + added.swapaxes(1, 2), 0, 2)

    inertia = second_order(np.asarray(tied.transform.T @ (structure.mass @ structure.rigid())))
    interfaces = {}
    for one in reduced.ties:
        if tie is None or one.name != tie.name:
            interfaces[one.name] = second_order(np.asarray(tied.rows(one).toarray().T[:, :d]))
    return Bent(inertia[..., :d], inertia[..., 2] if d == 2 else inertia[..., d:], interfaces)
