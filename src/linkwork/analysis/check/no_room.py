"""Contacts between bodies that joints and drivers move: whether rigid bodies have any room left there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

_SURE = 1e-6  # share of the approach that forces of no effect may leave over
_RIGID = 1e-9  # of one over the mass of all bodies: a unit force that moves a point less does not move it
_NAMED = 4  # names that a sentence lists


def squeezed(moment: Loop) -> list[int]:
    """Points of the last decision that no forces can keep apart; none where the reason is another one.

    Bodies are squeezed where forces that push at the points have no effect on any of them, because joints and
    drivers carry all of it, though the points approach under them.
    """
    from scipy.optimize import nnls

    k, w = moment.system.k, moment.w.real
    here, head = int(k[layout.CONTACT_ROOM]), int(k[layout.CONTACTS])
    at, owners = (here + int(k[head + place]) for place in (contact_layout.PROBLEM_AT, contact_layout.CONE_AT))
    rows, first = int(w[at + cone.ROWS]), int(w[at + cone.CONE])
    whom = [
        int(w[owners + contact_layout.CONE * i + contact_layout.CONE_WHOM])
        for i in range(int(w[here + contact_layout.CONES]))
    ]
    normals = [(point, int(w[first + cone.CONE_SIZE * i + cone.ROW])) for i, point in enumerate(whom) if point >= 0]
    if not normals:
        return []
    at_matrix, at_speeds = int(w[at + cone.MATRIX]), int(w[at + cone.B])
    columns = [row for _, row in normals]
    matrix = w[at_matrix : at_matrix + rows * rows].reshape(rows, rows)[:, columns]
    speeds = w[at_speeds : at_speeds + rows][columns]
    gap_by_force, speed_by_force = moment.system.p[int(k[head + contact_layout.REACH]) + contact_layout.GAP_BY_FORCE :][
        :2
    ].real
    size = max(float(np.max(np.abs(matrix))), _RIGID * speed_by_force**2 / gap_by_force)
    fastest = float(np.max(np.abs(speeds)))
    if fastest == 0.0:
        return []
    system = np.vstack([matrix / size, speeds / fastest])
    pushes, rest = nnls(system, np.append(np.zeros(rows), -1.0))
    if not rest < _SURE:
        return []
    return [point for (point, _), push in zip(normals, pushes, strict=True) if push > _SURE * np.max(pushes)]


def no_room(moment: Loop) -> tuple[str, str] | None:
    """The name of a contact between bodies that are squeezed, and the reason in words; None where none are."""
    points, tables, drivers = squeezed(moment), moment.system.contact_tables, list(moment.system.mechanism.drivers)
    if not points or tables is None:
        return None
    contacts = list(dict.fromkeys(tables.points[point][0] for point in points))
    by = f"the joints and the drivers ({_list(drivers)}) press" if drivers else "the joints press"
    pushed = (
        "end or turn back the drive before, or move that body by a force or a spring instead of a driver"
        if drivers
        else "give the bodies more freedom or other starting speeds"
    )
    text = (
        f"there is no room left at contact{'s' * (len(contacts) > 1)} {_list(contacts)}: {by} bodies together there, "
        f"and rigid bodies cannot give way, whatever the forces; {pushed}, or give the contact a force law (`force`)"
    )
    return contacts[0], text


def _list(names: list[str]) -> str:
    """Names in quotes, and how many more there are."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(f"'{name}'" for name in names[:_NAMED]) + more
