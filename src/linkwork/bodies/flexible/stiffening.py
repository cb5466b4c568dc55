"""Stiffness by centrifugal forces: the stress that spin makes, and what it adds to the stiffness of the modes.

The load of a spin omega at x is (omega.omega I - omega omega') x dm, quadratic in omega; its stress sigma adds
int sigma_ab S_kc,a S_lc,b dV to the stiffness. That has the form of the quadratic part of the inertia in the equations
of the modes, so it is taken off `inertia_curvature`, and the motion keeps having an energy (Wallrapp and Schwertassek,
Int. J. Numer. Meth. Engng 32 (1991) 1833). The load is held at an interface, the origin of the frame resting or moving
slowly: the one that is named, that of the reference, or the nearest to the origin; where two are as near, it is
balanced by the inertia of the free body about its centre.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.integrals import PAIRS
from linkwork.bodies.flexible.reduction import Reduced
from linkwork.bodies.flexible.statics import Held
from linkwork.bodies.flexible.ties import Tie

_NEARER = 1.5
"""How many times nearer to the origin of the frame than all others the interface is that holds against the load."""


def stiffened(reduced: Reduced, curvature: Floats, support: str | None, reference: object) -> tuple[Floats, str]:
    """The quadratic part of the inertia with the stiffness of spin in it, and where its load is held in words."""
    structure, tied = reduced.structure, reduced.body
    assert structure.recovery is not None
    tie = support_of(reduced.ties, support, reference)
    x = structure.particles if tie is not None else structure.particles - _centre(reduced)
    loads = tied.transform.T @ (structure.carried.T @ _forces(structure.weights, x))
    if tie is None:
        moved, where = tied.floating.relieved(loads), "about its mass centre"
    else:
        moved, where = Held(tied.floating, tied.rows(tie)).under(loads), f"held at '{tie.name}'"
    added = structure.recovery.geometric(tied.transform @ moved, reduced.shapes)
    if structure.dimension == 2:
        return curvature - added[0], where
    halves = np.array([1.0, 1.0, 1.0, 0.5, 0.5, 0.5])  # products stand twice in omega . J omega
    return curvature - np.moveaxis(added * halves[:, None, None], 0, 2), where


def support_of(ties: list[Tie], support: str | None, reference: object) -> Tie | None:
    """The interface that holds against loads; none where they are balanced by the inertia of the free body."""
    ties = [tie for tie in ties if tie.pushed is None]
    if support is not None:
        chosen = [tie for tie in ties if tie.name == support]
        if not chosen:
            known = suggestion(support, [tie.name for tie in ties], "interfaces")
            raise MechanismError(f"stiffening '{support}' is no interface{known}")
        return chosen[0]
    named = [tie for tie in ties if tie.name == reference]
    if named:
        return named[0]
    full = sorted((tie for tie in ties if not tie.soft), key=lambda tie: float(np.linalg.norm(tie.at)))
    if len(full) > 1 and np.linalg.norm(full[0].at) * _NEARER > np.linalg.norm(full[1].at):
        return None
    return full[0] if full else None


def _centre(reduced: Reduced) -> Floats:
    weights = reduced.structure.weights
    total = np.asarray(weights @ np.ones(weights.shape[0]))
    centre: Floats = total @ reduced.structure.particles / total.sum()
    return centre


def _forces(weights: Any, x: Floats) -> Floats:
    """Loads of the particles for a unit of every product of the spin: freedoms of the particles x 1 or 6."""
    n, d = x.shape
    heavy = np.asarray(weights @ x)
    if d == 2:
        return heavy.reshape(n * d, 1)
    forces = np.zeros((n, d, 6))
    for number, (a, b) in enumerate(PAIRS):
        if a == b:
            forces[:, :, number] = heavy
            forces[:, a, number] = 0.0
        else:
            forces[:, a, number], forces[:, b, number] = -heavy[:, b], -heavy[:, a]
    return forces.reshape(n * d, 6)
