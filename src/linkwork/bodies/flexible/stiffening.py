"""Stiffness by centrifugal forces: the stress that spin makes, and what it adds to the stiffness of the modes.

The load of a spin omega at x is (omega.omega I - omega omega') x dm, quadratic in omega; its stress sigma adds
int sigma_ab S_kc,a S_lc,b dV to the stiffness. That has the form of the quadratic part of the inertia in the equations
of the modes, so it is taken off `inertia_curvature`, and the motion keeps having an energy (Wallrapp and Schwertassek,
Int. J. Numer. Meth. Engng 32 (1991) 1833). The load is held at an interface, the origin of the frame resting or moving
slowly: the one that is named, that of the reference, or the nearest to the origin; where two are as near, it is
balanced by the inertia of the free body about its centre.

The frame of an interface turns by R q as a rigid body does, its nodes with it: to second order they move by
phi x (phi x y) / 2, against which what holds them, the forces r, does work. That adds phi' (sym D - tr D I) phi with
D = sum r y' to the stiffness, phi = R q: without it a moment at the support would turn as forces on fixed points do,
and the stiffness would depend on the frame of reference.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.integrals import PAIRS
from linkwork.bodies.flexible.reduction import Reduced
from linkwork.bodies.flexible.statics import Held
from linkwork.bodies.flexible.structure import Structure
from linkwork.bodies.flexible.ties import Tie

_NEARER = 1.5
"""How many times nearer to the origin of the frame than all others the interface is that holds against the load."""
ASIDE = 0.02
"""By how much of the body's size the pull of spin may pass its cross-sections and not count as bending them."""
_SECTIONS = 10


def stiffened(reduced: Reduced, curvature: Floats, support: str | None, reference: object) -> tuple[Floats, str]:
    """The quadratic part of the inertia with the stiffness of spin in it, and where its load is held in words."""
    structure = reduced.structure
    tie = support_of(reduced.ties, support, reference)
    x = structure.particles if tie is not None else structure.particles - _centre(reduced)
    forces = _forces(structure.weights, x)
    added = stiffness_under(reduced, tie, structure.carried.T @ forces)
    if structure.sections is not None:
        added = added - _in_sections(structure.sections, forces, reduced.shapes)
    where = "about its mass centre" if tie is None else f"held at '{tie.name}'"
    if structure.dimension == 2:
        return curvature - added[0], where
    halves = np.array([1.0, 1.0, 1.0, 0.5, 0.5, 0.5])  # products stand twice in omega . J omega
    return curvature - np.moveaxis(added * halves[:, None, None], 0, 2), where


def stiffness_under(reduced: Reduced, support: Tie | None, loads: Floats, on: Tie | None = None) -> Floats:
    """What the stress of each load, held at the support, adds to the stiffness of the modes: loads x n x n.

    Loads are those of all freedoms of the structure, or of the freedoms of the frame of an interface.
    """
    structure, tied = reduced.structure, reduced.body
    assert structure.recovery is not None
    at_frame = on is not None and on.rigid
    if on is not None:
        pushed = tied.rows(on).toarray().T @ loads
        direct = np.zeros((structure.count, loads.shape[1])) if at_frame else on.rows.toarray().T @ loads
    else:
        pushed, direct = np.asarray(tied.transform.T @ loads), np.asarray(loads)
    if support is None:
        moved = tied.floating.relieved(pushed)
        floating = tied.floating
        accelerated = np.linalg.solve(floating.rigid_mass, floating.rigid.T @ pushed)
        direct = direct - structure.mass @ (structure.rigid() @ accelerated)
    else:
        moved = Held(tied.floating, tied.rows(support)).under(pushed)
    moved = np.asarray(tied.transform @ moved)
    added = structure.recovery.geometric(moved, reduced.shapes)
    return added + _turned_with(reduced, support, structure.stiffness @ moved - direct)


def _turned_with(reduced: Reduced, support: Tie | None, holding: Floats) -> Floats:
    """The share of the forces that hold the nodes of interfaces, which turn with their frames."""
    structure, d = reduced.structure, reduced.structure.dimension
    forces = holding.reshape(len(structure.points), len(structure.freedoms), -1)[:, :d]
    free = np.ones(len(structure.points), dtype=bool)
    added = np.zeros((holding.shape[1], *(reduced.shapes.shape[1],) * 2))
    for tie in sorted(reduced.ties, key=lambda tie: not tie.rigid):
        if not tie.rigid and tie is not support:
            continue
        nodes = np.unique(tie.rows.indices // len(structure.freedoms))
        nodes = nodes[free[nodes]]
        free[nodes] = False
        moments = np.einsum("nas,nb->sab", forces[nodes], structure.points[nodes] - tie.at)
        turns = np.asarray(tie.rows[d:] @ reduced.shapes)
        added += np.einsum("ak,sab,bl->skl", turns, _of_turns(moments), turns, optimize=True)
    return added


def _in_sections(sections: Any, forces: Floats, shapes: Floats) -> Floats:
    """The same of particles beside the axis of a beam, whose sections turn."""
    arms, turned = sections
    count, d = arms.shape
    moments = np.einsum("pas,pb->psab", forces.reshape(count, d, -1), arms)
    turns = np.asarray(turned @ shapes).reshape(count, -1, shapes.shape[1])
    added: Floats = np.einsum("pak,psab,pbl->skl", turns, _of_turns(moments), turns, optimize=True)
    return added


def _of_turns(moments: Floats) -> Floats:
    """Work of second order of forces whose arms turn, sym D - tr D I of D = sum r y': for every pair of turns."""
    d = moments.shape[-1]
    outward = np.trace(moments, axis1=-2, axis2=-1)[..., None, None]
    if d == 2:
        return -outward
    of_turns: Floats = 0.5 * (moments + moments.swapaxes(-1, -2)) - outward * np.eye(d)
    return of_turns


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


def leaves_its_load(reduced: Reduced, support: str | None, reference: object) -> bool:
    """Whether a bent body moves the origin of its frame away from the axis that the load of spin is taken about.

    A body that the pull of some spin bends, seen from a frame that is not that of the support. What the way of the
    origin does to the load is of the size of that bending; the shapes of second order (`load_stiffening`) have it.
    """
    tie = support_of(reduced.ties, support, reference)
    if tie is None or tie.name == reference:
        return False
    axes = [np.ones(1)] if reduced.structure.dimension == 2 else list(np.eye(3))
    return max(aside(reduced.structure, tie.at, axis) for axis in axes) > ASIDE


def aside(structure: Structure, held: Floats, turning: Floats) -> float:
    """By how much of its size the pull of all that is farther out passes the middle of a cross-section, at the most.

    Of the support, and of sections across the radius of the mass centre; nothing of a body whose centre is on the axis.
    """
    x, at = (
        np.pad(part, [(0, 0)] * (part.ndim - 1) + [(0, 3 - part.shape[-1])]) for part in (structure.particles, held)
    )
    axis = np.array([0.0, 0.0, 1.0]) if len(turning) == 1 else turning / np.linalg.norm(turning)
    masses = np.asarray(structure.weights @ np.ones(len(x)))
    pull = np.asarray(structure.weights @ (x - np.outer(x @ axis, axis)))
    size, centre = float(np.ptp(x, axis=0).max()), pull.sum(axis=0) / masses.sum()
    if np.linalg.norm(centre) < ASIDE * size:
        return 0.0
    along = x @ centre / np.linalg.norm(centre)
    passing = [_passing(x, pull, at)]
    edges = np.linspace(along.min(), along.max(), _SECTIONS + 1)
    for low, high in pairwise(edges):
        here, beyond = (along >= low) & (along <= high), along > 0.5 * (low + high)
        if masses[here].sum() > 0.0 and beyond.any():
            passing.append(_passing(x[beyond], pull[beyond], masses[here] @ x[here] / masses[here].sum()))
    return max(passing) / size


def _passing(x: Floats, pull: Floats, middle: Floats) -> float:
    """How far the sum of forces passes a point, m."""
    moment = np.cross(x - middle, pull).sum(axis=0)
    return float(np.linalg.norm(moment) / max(np.linalg.norm(pull.sum(axis=0)), np.finfo(float).tiny))
