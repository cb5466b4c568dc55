"""Contacts and dry friction behind the table of a tree: their functions of joint coordinates, and their paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.tree.paths import Paths

Integers = NDArray[np.int64]


def with_contact(k: Integers, scalar: str) -> Integers:
    """The int table of a system that has its tree, with what contacts and frictions need of it behind the others."""
    head = int(k[layout.CONTACTS])
    if head == 0:
        return k
    paths, bodies = Paths(k), int(k[layout.BODIES])
    places, lists = [0] * (bodies + 1), list[int]()
    first = len(k) + contact_layout.PATHS + bodies + 1
    for body in sorted(_bodies(k)):
        link = paths.link_of(body)
        places[body] = first + len(lists)
        lists += [link, *paths.up(link)]
    table = np.concatenate([k, np.array([*_addresses(scalar), *places, *lists], np.int64)])
    table[head + contact_layout.JOINT_TABLE] = len(k)
    return table


def _bodies(k: Integers) -> set[int]:
    """Numbers, from 1, of the moving bodies that may touch or whose joints rub."""
    head, size = int(k[layout.CONTACTS]), int(k[layout.COLUMNS])
    tables = (
        (
            contact_layout.POINTS,
            contact_layout.POINT_AT,
            contact_layout.POINT_RECORD,
            contact_layout.POINT_I,
            contact_layout.POINT_J,
        ),
        (
            contact_layout.FRICTIONS,
            contact_layout.FRICTION_AT,
            contact_layout.FRICTION_RECORD,
            contact_layout.F_I,
            contact_layout.F_J,
        ),
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
        contact_layout.JOINT_FORCES: forces.add_joint_forces,
        contact_layout.JOINT_POSITION: forces.add_joint_position,
        contact_layout.JOINT_VELOCITY: forces.add_joint_velocity,
    }
    return [address(bodies[number], "world", scalar) for number in range(contact_layout.PATHS)]
