"""Rods between balls that spin about their own line at the start cannot be removed: as distances they have no spin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial.layout_kernel import TWIST_SIZE
from linkwork.places.spatial.rotations import matrix
from linkwork.system.formulations.formulations import Chosen
from linkwork.system.formulations.motion_rows import has_own_trees
from linkwork.system.rods import rod_place_kernel as record
from linkwork.system.rods.spatial.idle_spins import idle_spins
from linkwork.system.rods.spatial.rod_layout_kernel import ALONG, BESIDE, END_AXIS
from linkwork.topology.axial import ROUNDING

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SPIN = 1e-6  # share of its angular velocity that is none
_NAMED = 3  # rods that a note names


def rod_notes(chosen: Chosen) -> list[str]:
    """What is said of rods between balls that are distances: nothing fixes how they are turned about their lines."""
    system = chosen.system
    if not chosen.formulation.joints or system.world.dimensions == 2:
        return []
    rods = [system.bodies[rod.body - 1] for rod in system.plan.rods if rod.free_to_spin]
    if not rods:
        return []
    more = f" and {len(rods) - _NAMED} more" if len(rods) > _NAMED else ""
    return [
        f"rods between balls are distances, their inertia kept: {', '.join(rods[:_NAMED])}{more}; how they are turned "
        "about their own lines, on which nothing depends, is followed from step to step and not to the tolerances"
    ]


def refuse_idle_spins(mechanism: Mechanism, rods: Iterable[str], formulation: str, method: str = "") -> NoReturn:
    """Say that rods which are bodies have no inertia about their lines, and what would do without it.

    `method` is one that goes with no other formulation.
    """
    names = sorted(rods)
    shown = ", ".join(f"'{rod}'" for rod in names[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    them = "it" if len(names) == 1 else "them"
    remedy = f"with formulation 'joint' they are distances that need none, with '{formulation}' give {them} some"
    if method:
        remedy = (
            f"with formulation 'joint' they are distances that need none, which method '{method}' does not go with: "
            f"take another, such as 'radau', or give {them} some"
        )
    if has_own_trees(mechanism.tree_request):
        remedy = (
            f"give {them} some, or take cut_translation and cut_rotation of `tree` away, which formulation 'joint' "
            "does not go with: in it they are distances that need none"
        )
    raise AnalysisError(
        f"{mechanism.name}: some motion moves no mass: rods between balls spin about their own lines, about which "
        f"{shown}{more} {'has' if len(names) == 1 else 'have'} no inertia; {remedy}"
    )


def refuse_spinning_rods(chosen: Chosen, q: Array, v: Array, method: str = "") -> None:
    """Refuse velocities in which a removed rod with inertia about its own line spins about it, and rods kept without.

    Where no rate was given, the smallest velocities were taken. They spin a rod whose frame lies beside its line,
    which nobody asked for: that is left out. `method` is one that goes with no other formulation.
    """
    system = chosen.system
    if not chosen.formulation.joints and (idle := idle_spins(system)):
        refuse_idle_spins(system.mechanism, idle, chosen.name, method)
    if not chosen.formulation.joints or system.world.dimensions == 2 or not system.plan.rods:
        return
    k, first = system.k, int(system.k[system.k[layout.TREE] + record.ROD_AT])
    for number, rod in enumerate(system.plan.rods):
        at = first + record.ROD * number
        ends = (at + record.END, at + record.END + record.END_SIZE)
        numbers, mass = int(k[at + record.ROD_NUMBERS]), int(k[at + record.ROD_MASS])
        if mass < 0 or any(k[end + END_AXIS] >= 0 for end in ends):
            continue
        along, moments = system.p[numbers + ALONG :][:3].real, system.p[mass + 4 : mass + 10].real
        xx, yy, zz, xy, yz, zx = moments
        about = along @ np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]) @ along
        place = np.real(q[TWIST_SIZE * (rod.body - 1) :][:TWIST_SIZE])
        moving = np.real(v[TWIST_SIZE * (rod.body - 1) :][:TWIST_SIZE])
        beside = np.cross(along, system.p[numbers + BESIDE :][:3].real)
        spin = float(along @ moving[3:])
        smallest = -float(matrix(place[3:]) @ beside @ moving[:3]) / system.length**2
        if about > ROUNDING * max(xx, yy, zz) and abs(spin - smallest) > _SPIN * float(np.linalg.norm(moving[3:])):
            name = system.bodies[rod.body - 1]
            raise AnalysisError(
                f"{system.mechanism.name}: rod '{name}' spins about its own line at the start with {spin:.6g} rad/s; "
                f"as a distance between its balls it has no spin: give it none, or keep it as a body by "
                f'm.tree(remove="none")'
            )
