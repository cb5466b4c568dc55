"""Balancing: where as many solutions of a group have a determinant with + as with -.

Let the bodies of a group hang on the bodies already placed by a tree of joints that leave no body room to go away:
pins, balls, rods. The positions that fulfil the tree's equations are then a closed surface without edge, whole turns
aside, and the other equations are smooth functions on it. The signs of their determinant, added over all solutions,
are the degree of that map into the unbounded space of its values. It is zero, as on a circle every smooth function
takes a value as often upwards as downwards. Unequal numbers of + and - prove that solutions are missing.

Equations that count turns (driven angles, gears, racks) are no functions on that surface. A driven angle of a joint of
the tree only makes the surface smaller; all others take the proof away, as redundant equations and contacts do.
"""

from __future__ import annotations

from linkwork.analysis.assembly.branch import Group
from linkwork.elements.spatial.joints.program import COINCIDE, PARALLEL, SQUARE
from linkwork.system.system import Placed, System

_DRIVE = "drive"  # in space, of lengths and of angles
_PINNED = {"revolute", "fixed"}
_SMOOTH = {"revolute", "distance", "axis", "translational", "revolute_translational", "slide_drive", _DRIVE}


def tree_rows(system: System, group: Group) -> list[int] | None:
    """The rows of a tree by which the group hangs on what is placed; None where its signs need not balance."""
    if len(system.equations) != len(system.coordinates) or max(group.columns) >= system.body_columns:
        return None
    names = {system.equations[row].element for row in group.rows}
    parts = [placed for placed in system.elements if placed.name in names]
    turning = [placed for placed in parts if _counts_turns(placed)]
    driven = {str(getattr(placed.element, "joint", "")) for placed in turning}
    carrying = _tree(system, group, sorted(parts, key=lambda placed: placed.name not in driven))
    if carrying is None or not driven <= {placed.name for placed in carrying}:
        return None
    rest = [placed for placed in parts if placed not in carrying and placed not in turning]
    if not rest or not all(_is_smooth(placed) for placed in rest):
        return None
    inside = {placed.name for placed in (*carrying, *turning)}
    return [row for row in group.rows if system.equations[row].element in inside]


def _tree(system: System, group: Group, parts: list[Placed]) -> list[Placed] | None:
    """Joints that bound what they carry, from the bodies already placed to each body of the group."""
    left = {system.bodies.index(body) + 1 for body in group.bodies}
    tree: list[Placed] = []
    while left:
        carrier = next((placed for placed in parts if _bounds(placed) and len(left & {*placed.ends}) == 1), None)
        if carrier is None:
            return None
        tree.append(carrier)
        left -= {*carrier.ends}
    return tree


def _codes(placed: Placed) -> set[int]:
    """The primitives of which a joint in space is written."""
    return {code for code, _, _ in getattr(placed.element, "program", ())}


def _bounds(placed: Placed) -> bool:
    """Whether a point of one body stays near a point of the other."""
    element = placed.element
    return COINCIDE in _codes(placed) or "distance" in element.equations or element.kernel in _PINNED


def _is_smooth(placed: Placed) -> bool:
    """Whether its equations are smooth functions of the positions, the same after a whole turn."""
    codes, element = _codes(placed), placed.element
    if codes:
        return not codes & {PARALLEL, SQUARE}
    return element.kernel in _SMOOTH and (element.kernel != _DRIVE or "angle" not in element.equations.values())


def _counts_turns(placed: Placed) -> bool:
    """Whether it gives the angle of a joint."""
    element = placed.element
    return element.kernel in ("angle", _DRIVE) and bool(getattr(element, "joint", "")) and "angle" in element.equations
