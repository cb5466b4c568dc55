"""Build a Scene, the payload of every view, from a run or from one position of a system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.names import unquoted
from linkwork.bodies.bodies import plane_frame
from linkwork.elements.sketch import Pen
from linkwork.mechanism.beams.strands import strands_of
from linkwork.places.interfaces import owner_of
from linkwork.places.places import require_point
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.run.display import displayed, notes_to_act_on
from linkwork.run.export import asked_for
from linkwork.system.modal.frame_motion import frame_names, with_frames
from linkwork.view.contact_marks import contacts_of
from linkwork.view.force_series import forces_of
from linkwork.view.motion import spread
from linkwork.view.telling import telling
from linkwork.view.tints import as_muscles, tints_of
from linkwork.view.wholes import with_wholes

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.system import System

MOST_CONTACTS = 100  # changes of contacts that a viewer lists
SERIES_NUMBERS = 200_000  # numbers of all channels together that a page still opens with quickly


def build_scene(
    run: Run,
    traces: Iterable[Any] = (),
    channels: Sequence[str] | None = None,
    max_frames: int = 1500,
) -> dict[str, Any]:
    """The Scene of a run, thinned to `max_frames`; `traces` are points such as `rod.tip`.

    `channels` are those that the viewer can plot; left out, all of the run as far as they fit.
    """
    keep = spread(len(run.t), max_frames)
    q = _real(run.q)[keep]
    names = _fitting(run, len(keep)) if channels is None else list(channels)
    scene = {name: displayed(run, name) for name in names}
    tints = tints_of(run, keep)
    return {
        **as_muscles(_drawing(run.system, q), tints),
        **({"tints": tints} if tints else {}),
        **_length(run.system),
        "times": run.t[keep].tolist(),
        "traces": [_trace(run.system, place) for place in traces],
        "channels": {name: values[keep].tolist() for name, (values, _) in scene.items()},
        "shown": telling(run, names),
        "plots": [[unquoted(name) for name in plot] for plot in run.mechanism.output.plots],
        "cross": [list(pair) for pair in run.mechanism.output.cross_plots],
        "units": {name: unit for name, (_, unit) in scene.items()},
        "events": _told(run),
        "notes": notes_to_act_on(run.notes),
        "touching": contacts_of(run, keep),
        "forces": forces_of(run, keep),
        **_circuits(run, keep),
        **_bending(run, keep),
        **_controls(run, keep),
        **_roads(run),
        **_looks(run),
    }


def _circuits(run: Run, keep: Sequence[int]) -> dict[str, Any]:
    """The diagrams of circuits, where there are some."""
    if not run.mechanism.circuits:
        return {}
    from linkwork.view.circuits.diagram import circuits_of

    return {"circuits": circuits_of(run, keep)}


def _bending(run: Run, keep: Sequence[int]) -> dict[str, Any]:
    """What bends, where there is something."""
    mechanism = run.mechanism
    if not (run.system.modal or strands_of(mechanism)):
        return {}
    from linkwork.view.soft.soft import softs_of

    made = softs_of(run, list(keep))
    return {"soft": made} if made else {}


def _controls(run: Run, keep: Sequence[int]) -> dict[str, Any]:
    """The channels that are shown as instruments, at the frames kept."""
    asked = [unquoted(name) for name in run.mechanism.output.controls]
    known = set(run.channels()) if asked else set()
    names = [name for name in asked if name in known]  # others are told by the check of the model
    shown = {name: displayed(run, name) for name in names}
    made = [{"name": name, "unit": unit, "values": values[keep].tolist()} for name, (values, unit) in shown.items()]
    return {"controls": made} if made else {}


def _roads(run: Run) -> dict[str, Any]:
    """The roads under tyres, where there are some."""
    if not in_space(run.system):
        return {}
    from linkwork.view.spatial.roads import roads_of

    made = roads_of(run)
    return {"roads": made} if made else {}


def _looks(run: Run) -> dict[str, Any]:
    """What the model says of how it is looked at: fixed axes, from where, and behind what."""
    from linkwork.view.show import fixed_ends

    output = run.mechanism.output
    axes = {"axes": {name: list(pair) for name, pair in fixed_ends(run, None).items()}} if output.axes else {}
    from_where = {"view": output.view} if output.view is not None else {}
    return axes | from_where | ({"chase": output.chase} if output.chase is not None else {})


def _told(run: Run) -> list[dict[str, Any]]:
    """Events that a viewer lists: not the switches of laws, and of contacts the first ones."""
    contacts = [event for event in run.events if event.kind == "contact"]
    told = [event for event in run.events if event.kind not in ("switch", "contact")] + contacts[:MOST_CONTACTS]
    shown = [{"t": float(event.t), "text": event.text} for event in sorted(told, key=lambda event: event.t)]
    if len(contacts) > MOST_CONTACTS:
        text = f"and {len(contacts) - MOST_CONTACTS} more changes of contacts: run.contact_log() has them all"
        shown.append({"t": float(run.t[-1]), "text": text})
    return shown


def scene_at(system: System, q: Array) -> dict[str, Any]:
    """The Scene of one position, such as an assembled one."""
    empty: dict[str, Any] = {"traces": [], "channels": {}, "units": {}, "events": [], "notes": []}
    return {**_drawing(system, _real(q).reshape(1, -1)), **_length(system), "times": [0.0], **empty}


def _length(system: System) -> dict[str, Any]:
    """By what lengths are multiplied to be shown, and their unit, where that is not the metre."""
    factor, unit = system.mechanism.units.shown("m")
    return {} if unit == "m" else {"length": [factor, unit]}


def in_space(system: System) -> bool:
    """Whether the mechanism is a spatial one."""
    return bool(system.world.dimensions == 3)


def _drawing(system: System, q: NDArray[np.float64]) -> dict[str, Any]:
    """Name, planes, bodies with shapes, connectors and poses."""
    if in_space(system):
        from linkwork.view.spatial.scene import spatial_drawing

        drawing = spatial_drawing(system, q)
        return {**drawing, "bodies": with_wholes(system.mechanism, drawing["bodies"])}
    scope, (frames, q, _, _) = Scope(system.mechanism, dict(system.env)), with_frames(system, q, q, q)
    pen = Pen(system, q, frames)
    for body in system.modal:
        pen.bend(body.name, [frame for frame in frames if owner_of(frame) == body.name])
    for placed in system.elements:
        placed.element.sketch(Row(scope, placed.name, placed.name), pen)
    for name, force in system.mechanism.forces.items():
        force.sketch(Row(scope, name, name), pen)
    return {
        "linkwork_scene": 1,
        "name": system.mechanism.name,
        "planes": _planes(scope),
        "bodies": with_wholes(system.mechanism, pen.bodies()),
        "connectors": pen.connectors,
        "poses": _poses(q, [*range(0, system.body_columns, 3), *frames.values()]),
    }


def _planes(scope: Scope) -> list[dict[str, Any]]:
    planes = []
    for name, plane in scope.mechanism.planes.items():
        origin, x, y = plane_frame(Row(scope, f"plane '{name}'"), plane)
        planes.append({"name": name, "origin": list(origin), "x": list(x), "y": list(y)})
    return planes


def _poses(q: NDArray[np.float64], firsts: list[int]) -> list[Any]:
    moving = q[:, [first + column for first in firsts for column in range(3)]].reshape(len(q), len(firsts), 3)
    return np.concatenate([np.zeros((len(q), 1, 3)), moving], axis=1).tolist()


def _trace(system: System, place: Any) -> dict[str, Any]:
    if in_space(system):
        from linkwork.view.spatial.scene import spatial_trace

        return spatial_trace(system, place)
    point = require_point(place)
    x, y = Scope(system.mechanism, dict(system.env)).point(point)
    number = ("ground", *system.bodies, *frame_names(system)).index(point.body)
    return {"name": str(point), "body": number, "point": [float(x.real), float(y.real)]}


def _fitting(run: Run, frames: int) -> list[str]:
    """As many channels as a page opens with quickly, in their order; what the model asks for is always there."""
    names, asked = run.channels(), asked_for(run)
    if frames * len(names) <= SERIES_NUMBERS:
        return names
    first = set(list(dict.fromkeys([*asked, *names]))[: max(len(asked), SERIES_NUMBERS // max(frames, 1), 1)])
    return [name for name in names if name in first]


def _real(values: Any) -> NDArray[np.float64]:
    return np.asarray(np.real(values), float)
