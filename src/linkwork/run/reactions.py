"""Reactions seen from the joint or from a body: channels beside the world components `O.fx`, `O.fy`, `O.torque`.

    O.along, O.across   components along the joint's axis x'' and its normal y'' (x'' turned by +90 degrees), both
                        fixed in the first body: the line of a slide or slot, otherwise the body's own x axis
    O.force             magnitude;   O.direction   angle of the force in the world, in (-pi, pi]
    reaction(O, rod).x  components along the axes of any body (`.x`, `.y`)

All are of the force on the second-named body at the joint's point.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.numerics import analytic

if TYPE_CHECKING:
    from linkwork.run.loads import Loads
    from linkwork.run.run import Run
    from linkwork.system.system import Placed

FORCES = ("along", "across", "force")
LABELS = ("fx", "fy", "torque", *FORCES, "direction")
_CALL = re.compile(r"reaction\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)\.(\w+)\Z")


def reaction_names(loads: Loads) -> list[str]:
    """Channels of the reactions in the joints' own axes."""
    return [f"{placed.name}.{label}" for placed in loads.system.elements for label in (*FORCES, "direction")]


def reaction_channel(run: Run, name: str) -> tuple[Array, str] | None:
    """A channel of a reaction with its unit, or nothing when the name is not one."""
    loads = run.loads
    if loads is None:
        return None
    call = _CALL.match(name)
    if call:
        return _seen_from(run, call[1], call[2], call[3]), "N"
    head, _, label = name.rpartition(".")
    if label not in (*FORCES, "direction") or not any(placed.name == head for placed in loads.system.elements):
        return None
    fx, fy = loads.reaction(head)[:, :2].T
    if label == "force":
        return analytic.hypot(fx, fy), "N"
    if label == "direction":
        return analytic.arctan2(fy, fx), "rad"
    along, across = joint_axes(run, placed_element(run, head))
    axis = along if label == "along" else across
    return fx * axis[:, 0] + fy * axis[:, 1], "N"


def placed_element(run: Run, name: str) -> Placed:
    """The joint or driver of that name, in the tables of the loads."""
    loads = required(run)
    for placed in loads.system.elements:
        if placed.name == name:
            return placed
    names = [placed.name for placed in loads.system.elements]
    raise AnalysisError(f"there is no joint or driver '{name}'{suggestion(name, names, 'joints and drivers')}")


def required(run: Run) -> Loads:
    """The loads of a run, or an error that says how to get them."""
    if run.loads is None:
        raise AnalysisError("this run has no forces; use inverse_dynamics or simulate to get them")
    if run.loads.points is None:
        run.loads.points = (run.t, run.q)
    return run.loads


def joint_axes(run: Run, placed: Placed) -> tuple[Array, Array]:
    """Unit vectors x'' and y'' of a joint in the world over the run (frames by 2)."""
    body, x, y = placed.element.joint_axis(run.system.row(placed.name, f"joint '{placed.name}'"))
    along = run.motion.turned(body, (x, y))[0]
    return along, np.stack([-along[:, 1], along[:, 0]], axis=-1)


def in_axes_of(run: Run, element: str, body: str) -> tuple[Array, Array]:
    """Force of an element on its second body along the axes of a body (`ground`: the world's)."""
    run.mechanism.scope(dict(run.system.env)).body(body)
    placed_element(run, element)
    fx, fy = required(run).reaction(element)[:, :2].T
    x = run.motion.turned(body, (1.0, 0.0))[0]
    return fx * x[:, 0] + fy * x[:, 1], fy * x[:, 0] - fx * x[:, 1]


def _seen_from(run: Run, element: str, body: str, axis: str) -> Array:
    if axis not in ("x", "y"):
        raise AnalysisError(f"reaction({element}, {body}) has components .x and .y; found '.{axis}'")
    return in_axes_of(run, element, body)["xy".index(axis)]


def free_body(run: Run, body: str) -> Any:
    """Cut a body of a run free."""
    from linkwork.run.free_body import free_body as cut_free

    return cut_free(run, body)


def link_load(run: Run, body: str, start: str, end: str, stations: Any) -> Any:
    """Loads inside a body along a line of it."""
    from linkwork.run.link_load import link_load as cut

    return cut(run, body, start, end, stations)


def to_load_case(run: Run, body: str, path: Any, times: Any) -> Any:
    """Write the loads on a body for a finite-element program."""
    from linkwork.run.load_case import to_load_case as write

    return write(run, body, path, times)
