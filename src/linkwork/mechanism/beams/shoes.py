"""Shoes: rigid bodies without mass, welded to interfaces of bodies with elastic modes, for what touches and rubs.

Contacts, clearances and dry friction act between rigid bodies. A shoe lends an interface the outlines, bearings and
pins that they need: it has no mass and no freedom of its own, so that the modes alone give way to a blow.
"""

from __future__ import annotations

from typing import Any

from linkwork.places.interfaces import AT, is_interface, owner_of

_WELD = "weld"


def shoe_of(mechanism: Any, interface: str) -> str:
    """The body that is welded to an interface such as `rod@tip`: `rod_tip`; it is made where there is none."""
    mechanism.scope().interface(interface)
    name = interface.replace(AT, "_")
    weld = f"{name}_{_WELD}"
    joined = getattr(mechanism.joints.get(weld), "between", ())
    if name in mechanism.bodies_by_name and [place.body for place in joined] == [interface, name]:
        return name
    if mechanism.world.dimensions == 2:
        _in_plane(mechanism, interface, name, weld)
    else:
        _in_space(mechanism, interface, name, weld)
    return name


def _is_placed(mechanism: Any, interface: str) -> bool:
    return mechanism.bodies_by_name[owner_of(interface)].estimate is not None


def _in_plane(mechanism: Any, interface: str, name: str, weld: str) -> None:
    from linkwork.places.places import Point

    pose = mechanism.scope().drawn_pose(interface) if _is_placed(mechanism, interface) else None
    plane = mechanism.scope().body(interface).plane
    mechanism.body(name, None if pose is None else tuple(float(value.real) for value in pose), plane=plane)
    mechanism.fixed(weld, Point(body=interface), Point(body=name), angle=0)


def _in_space(mechanism: Any, interface: str, name: str, weld: str) -> None:
    from linkwork.mechanism.spatial.handles import SpatialBodyHandle

    axes: dict[str, Any] = {"at": (0, 0, 0), "axis": (0, 0, 1), "x": (1, 0, 0)}
    estimate = {}
    if _is_placed(mechanism, interface):
        place, turn = mechanism.scope().drawn_place(interface)
        estimate = {
            "estimate": tuple(float(value.real) for value in place),
            "orientation": {"parameters": tuple(float(value.real) for value in turn)},
        }
    shoe = mechanism.body(name, **estimate)
    mechanism.fixed(weld, SpatialBodyHandle(mechanism, interface).frame(**axes), shoe.frame(**axes))


def on_shoes(mechanism: Any, part: Any) -> Any:
    """A joint or clearance with its places on shoes, where it names interfaces; the same part where it names none."""
    changes = {}
    for field in type(part).model_fields:
        value = getattr(part, field)
        moved = tuple(_moved(mechanism, one) for one in value) if isinstance(value, tuple) else _moved(mechanism, value)
        if moved != value:
            changes[field] = moved
    return part.model_copy(update=changes) if changes else part


def _moved(mechanism: Any, place: Any) -> Any:
    body = getattr(place, "body", None)
    if not isinstance(body, str) or not is_interface(body):
        return place
    return place.model_copy(update={"body": shoe_of(mechanism, body)})
