"""Suited: which formulation a mechanism is simulated in when none is asked for, and the sentence that says why.

Trees have no constraints in joint coordinates. Closed loops are simulated in those coordinates, of the joints or of the
bodies, in which one right-hand side takes fewer products; both numbers are counted on the patterns of the equations.
Loops of many bodies are where those of the bodies win: every joint of a path is coupled with all others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.mechanism.contacts import contact_names
from linkwork.numerics import ldl_kernel as ldl
from linkwork.places import layout_kernel as layout
from linkwork.system.rods.spatial.idle_spins import idle_spins
from linkwork.system.system import System
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.closures import table_products
from linkwork.system.tree.paths import Paths
from linkwork.system.tree.tree import is_open, planted, with_tree
from linkwork.topology.network import SLENDER

# in a plane and in space: products of one entry of a path sum; the time of a body's motion and forces, and of the call
# of an element, in products
_PATH_SUM = {2: 3, 3: 8}
_BODY = {2: 100, 3: 150}
_ELEMENT = {2: 100, 3: 200}
_MANY_STATES = 24  # own states from which on an implicit method has them on a pattern
_DAMPING = 1e-9  # of a step to the place beside a position
_ARRIVED = 1e-12  # a scaled step below which the place beside a position is reached


def suited(system: System, singular: bool, rank: int, implicit: bool) -> tuple[System, str, str]:
    """The system, with its tree where that is needed, the formulation that suits, and why.

    `singular` tells whether the rank is that of a singular position.
    """
    whole, count = system, len(system.equations)
    has_contacts = bool(contact_names(system.mechanism))
    if system.modal:
        why = f"body '{system.modal[0].name}' has elastic modes, whose equations are sparse in the bodies' coordinates"
        return system, "projection", why
    own = int(system.k[layout.STATES]) - layout.QUADRATURES
    if implicit and own > max(_MANY_STATES, len(system.coordinates)) and not singular:
        why = (
            "most unknowns are own states, as those of circuits: their matrix is sparse beside the bodies' coordinates"
        )
        return system, "projection", why
    if is_open(system) and not has_contacts:
        why = "no loop is closed: the coordinates of the joints are free, and no constraint is left to keep"
        return with_tree(system), "joint", why
    if count == 0:
        return system, "projection", "no joint holds a body: their coordinates are free, and no constraint is to keep"
    redundant = count - rank
    if singular and not system.rolling and not has_contacts and not idle_spins(system):
        why = "the start is a singular position, where it needs no independent constraint equations"
        return system, "canonical", why
    words = f"{redundant} constraint equation{' is' if redundant == 1 else 's are'} redundant"
    if redundant and implicit:
        return system, "projection", f"{words}, which it allows for an implicit method too"
    if idle_spins(system):
        why = "rods between balls have no inertia about their own lines: as distances they need none"
        return with_tree(system), "joint", why
    if _slender(system):
        why = "slender bodies stand in loops in space: the coordinates of the joints would lose digits on their spins"
        return system, "projection", why
    system, joint, bodies = compared(system)
    why = f"a right-hand side takes about {joint} products in the coordinates of the joints, {bodies} in the bodies'"
    if redundant:
        why += f"; {words}, which it allows"
    return (system, "joint", why) if joint <= bodies else (whole, "projection", why)


def _slender(system: System) -> bool:
    """Whether a body of the tree in space has a moment of inertia that is next to nothing beside its largest."""
    if system.world.name != "space":
        return False
    removed = [rod.body - 1 for rod in system.plan.rods]
    count, at, size = int(system.k[layout.MASSES]), int(system.k[layout.MASS_NUMBERS]), system.world.mass_numbers
    moments = system.p[at : at + size * count].real.reshape(-1, size)[:, 4:7]
    bodies = system.k[int(system.k[layout.MASS_AT]) :][:count]
    moments = moments[~np.isin(bodies, removed)]
    return bool(np.any(np.min(moments, axis=1) < SLENDER * np.max(moments, axis=1)))


def compared(system: System) -> tuple[System, int, int]:
    """The system with its tree, and the products of a right-hand side in the coordinates of joints and of bodies.

    Where the sums along the paths alone cost more than everything in the other coordinates, no more is counted.
    """
    bodies, world = body_products(system), system.world.dimensions
    paths = Paths(planted(system).k)
    joint = _PATH_SUM[world] * paths.sums() + _BODY[world] * paths.bodies + _ELEMENT[world] * paths.cuts
    if joint <= bodies:
        system = with_tree(system)
        joint += int(system.k[paths.head + kernel.PRODUCTS])
    return system, joint, bodies


def body_products(system: System) -> int:
    """Products of a right-hand side in the coordinates of the bodies: sparse factor, solution, residual, elements."""
    k, world = system.k, system.world.dimensions
    base = int(k[layout.PATTERN])
    around = _BODY[world] * int(k[layout.BODIES]) + _ELEMENT[world] * int(k[layout.ELEMENTS])
    return table_products(k, base) + 2 * int(k[base + ldl.VALUE_COUNT]) + around


def _closing_step(equations: Any) -> Array:
    """The step that closes the constraints; without the masses where some motion moves none, which leave it open."""
    residual = equations.residual()
    step: Array = equations.solve(-residual, damping=_DAMPING)[0]
    if np.abs(step).max(initial=0.0) < 1.0:
        return step
    rows = equations.jacobian()
    return np.asarray(-rows.T @ np.linalg.solve(rows @ rows.T + _DAMPING * np.eye(len(rows)), residual))


def is_singular(equations: Any, q: Array, t: float, rank: int) -> bool:
    """Whether the rank is larger at a place beside this one on which the constraints hold."""
    from linkwork.system.constraints.rank import rank_at

    system = equations.system
    beside = equations.system.column_scale * np.cos(1.0 + np.arange(len(q)))
    for distance in (1e-3, -1e-3):
        place = system.world.moved(len(system.bodies), q, distance * beside)
        for _ in range(20):
            equations.evaluate(place, t)
            step = _closing_step(equations)
            place = system.world.moved(len(system.bodies), place, system.column_scale * step)
            if np.abs(step).max(initial=0.0) < _ARRIVED:
                break
        equations.evaluate(place, t)
        if equations.is_closed(equations.residual(), 1e-10) and rank_at(equations) > rank:
            return True
    return False
