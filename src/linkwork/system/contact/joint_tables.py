"""Contacts and dry friction behind the table of a tree: their functions of joint coordinates, and their paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as touch
from linkwork.system.tree.paths import Paths

Integers = NDArray[np.int64]


def with_touch(k: Integers, scalar: str) -> Integers:
    """The int table of a system that has its tree, with what contacts and frictions need of it behind the others."""
    head = int(k[layout.TOUCH])
    if head == 0:
        return k
    paths, bodies = Paths(k), int(k[layout.BODIES])
    places, lists = [0] * (bodies + 1), list[int]()
    first = len(k) + touch.PATHS + bodies + 1
    for body in sorted(_bodies(k)):
        link = paths.link_of(body)
        places[body] = first + len(lists)
        lists += [link, *paths.up(link)]
    table = np.concatenate([k, np.array([*_addresses(scalar), *places, *lists], np.int64)])
    table[head + touch.JOINT_TABLE] = len(k)
    return table


def _bodies(k: Integers) -> set[int]:
    """Numbers, from 1, of the moving bodies that may touch or whose joints rub."""
    head, size = int(k[layout.TOUCH]), int(k[layout.COLUMNS])
    tables = (
        (touch.POINTS, touch.POINT_AT, touch.POINT_RECORD, touch.POINT_I, touch.POINT_J),
        (touch.FRICTIONS, touch.FRICTION_AT, touch.FRICTION_RECORD, touch.F_I, touch.F_J),
    )
    columns: set[int] = set()
    for count, at, width, one, other in tables:
        for number in range(int(k[head + count])):
            record = int(k[head + at]) + width * number
            columns |= {int(k[record + one]), int(k[record + other])}
    return {column // size + 1 for column in columns if column >= 0}


def _addresses(scalar: str) -> list[int]:
    """Addresses of the functions of joint coordinates, in the order of the layout."""
    from linkwork.system.contact import joint_forces_kernel as forces

    bodies = {
        touch.JOINT_FORCES: forces.add_joint_forces,
        touch.JOINT_POSITION: forces.add_joint_position,
        touch.JOINT_VELOCITY: forces.add_joint_velocity,
    }
    return [address(bodies[number], "world", scalar) for number in range(touch.PATHS)]
