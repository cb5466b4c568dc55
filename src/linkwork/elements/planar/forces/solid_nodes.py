"""Nodes of solids that are points: what joins or moves them must leave their rotation alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from linkwork.elements.forces_base import NONE, SOLID_KERNELS

STILL = 1e-6  # rad, and of the size of a cell
_POINTS = frozenset(
    [
        "solid_element",
        "solid_edge",
        "isoparametric_element",
        "solid_spoke",
        "spring",
        "force",
        "cable_element",
        "absolute_x",
        "absolute_y",
        "absolute_z",
        "spherical",
        "point",
        "distance",
        "spherical_spherical",
        "absolute_distance",
        "relative_distance",
        "relative_x",
        "relative_y",
    ]
)
"""What holds or pulls points of both bodies and turns neither about it."""
_PLANE = frozenset(("revolute", "revolute_revolute"))
"""The same in the plane only: in space these have an axis."""
_SECOND = frozenset(["pin_in_slot", "revolute_translational"]), frozenset(["point_on_line", "point_on_plane"])
"""What holds a point of its second body, in the plane and in space."""

_at_node: WeakKeyDictionary[Any, dict[str, list[tuple[str, Any]]]] = WeakKeyDictionary()


def check_points(row: Any, nodes: tuple[str, ...], size: float, d: int) -> None:
    """Refuse what could turn nodes that torsion springs keep from turning: it would turn them against the world."""
    scope = row.scope
    if scope not in _at_node:
        _at_node[scope] = _by_body(scope.mechanism)
    for node in nodes:
        if max(abs(value.real) for value in scope.drawn_pose(node)[d:]) > STILL:
            row.fail(f"node '{node}' is drawn turned; nodes of a solid are points and do not turn: give it no angle")
        for name, element in _at_node[scope].get(node, ()):
            if not _leaves_alone(scope, element, node, d, size):
                row.fail(turning_words(name, element.type, node, d))


def turning_words(name: str, kind: str, node: str, d: int) -> str:
    """What is said of a joint that could turn a node."""
    joint = "revolute joints" if d == 2 else "spherical joints"
    return (
        f"'{name}' ({kind}) can turn node '{node}', which is a point that a spring keeps from turning (holding); "
        f"join nodes at their origins, by {joint} or with attach"
    )


def _leaves_alone(scope: Any, element: Any, node: str, d: int, size: float) -> bool:
    kind = element.type
    if any(value != NONE for field, value in element if kind == "force" and field.startswith("torque")):
        return False
    places = list(element.places()) if callable(getattr(element, "places", None)) else list(_places(element))
    bodies = [place.body for place in places]
    second = kind in _SECOND[d - 2] and bodies[0] != node
    if not (kind in _POINTS or (d == 2 and kind in _PLANE) or second):
        return False
    spots = [scope.point(place) for place in places if place.body == node]
    return all(abs(value.real) <= STILL * size for spot in spots for value in spot)


def _by_body(mechanism: Any) -> dict[str, list[tuple[str, Any]]]:
    """Joints, drivers and forces of each body; what acts in a joint counts for its bodies."""
    at_node: dict[str, list[tuple[str, Any]]] = {}
    joints = set(mechanism.joints)
    for group in (mechanism.joints, mechanism.drivers, mechanism.forces):
        for name, element in group.items():
            if element.kernel in SOLID_KERNELS:
                continue
            words = set(_words(element))
            for joint in words & joints:
                words |= set(_words(mechanism.joints[joint]))
            for body in words:
                at_node.setdefault(body, []).append((name, element))
    return at_node


def _values(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for one in value:
            yield from _values(one)
    else:
        yield value


def _places(element: Any) -> Iterator[Any]:
    """Points, lines and frames among its fields."""
    return (value for _, field in element for value in _values(field) if isinstance(getattr(value, "body", None), str))


def _words(element: Any) -> Iterator[str]:
    """Names of bodies or joints among its fields."""
    yield from (place.body for place in _places(element))
    yield from (value for _, field in element for value in _values(field) if isinstance(value, str))
