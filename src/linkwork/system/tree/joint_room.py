"""Room for the own numbers of the formulations in joint coordinates, and what is in them at the start."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.independent import PARTITIONED, wanted
from linkwork.system.system import System
from linkwork.system.tree.tree import cut_rows, freedoms_of, joint_numbers, scales, units_at


def joint_room(system: System, name: str) -> tuple[int, int]:
    """How many numbers a formulation needs behind the workspace, and where the tolerances lie in them."""
    key = "joint room", name
    if key not in system.structure:
        system.structure[key] = _joint_room(system, name)
    joint_room: tuple[int, int] = system.structure[key]
    return joint_room


def _joint_room(system: System, name: str) -> tuple[int, int]:
    n, m, behind = freedoms_of(system), cut_rows(system), joint_numbers(system)
    if name == "joint":
        return behind, 0
    from linkwork.system.formulations import joint_augmented_kernel, joint_canonical_kernel, joint_null_space_kernel
    from linkwork.system.formulations import joint_partition_kernel as partition

    partitioned, given = partition.numbers(n, m, int(system.k[layout.STATES])), behind + partition.first_tolerance(n, m)
    room = {
        "joint-partitioning": (partitioned, given),
        "joint-canonical": (partitioned + joint_canonical_kernel.numbers(n, m), given),
        "joint-null-space": (joint_null_space_kernel.numbers(n, m), 0),
        "joint-augmented": (joint_augmented_kernel.numbers(n, m), 0),
    }
    more, given = room.get(name, (0, 0))
    return behind + more, given


def load_joint_numbers(system: System, name: str, own: Array) -> None:
    """Units of the coordinates, where the numbers begin that "joint" does not have, and the user's independent ones."""
    from linkwork.system.formulations import formulation_kernel as kernel

    units, at = scales(system), kernel.OWN_NUMBERS + units_at(system)
    own[at : at + len(units)] = units
    if name != "joint":
        from linkwork.system.formulations import joint_dense_kernel as dense

        own[kernel.OPTIONS + dense.BEHIND] = joint_numbers(system)
    if name in PARTITIONED:
        from linkwork.system.formulations import joint_partition_kernel as partition

        marks, at = wanted(system), kernel.OWN_NUMBERS + joint_numbers(system)
        own[at + partition.WANTED] = np.sum(marks)
        own[at + partition.SINGLES : at + partition.SINGLES + len(marks)] = marks
