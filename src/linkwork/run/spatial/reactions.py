"""Reactions in space: channels beside the world components `A.fx` ... `A.tz` (force and torque at the joint's point).

    A.force, A.torque       magnitudes; of a driver its one force or torque with its sign, which pushes the value up
    A.joint.fx ... .tz      along the axes x'', y'', z'' of the joint, which are fixed in its first body
    reaction(A, rod).fx     along the axes of any body (ground: the world's)
    on(A, crank).fx         what acts on the body that is named: the second has the reaction, the first its opposite;
                            gears and couplers act differently on each of their bodies

All but the last are of the reaction on the second-named body; torques are about the joint's point. Springs, bushings,
tyres and other forces have `.fx` ... `.tz`, `.force`, `.torque` and `on(...)` too (`force_channels`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.numerics.analytic import norm
from linkwork.run.reactions import placed_element, required
from linkwork.run.spatial.force_channels import COMPONENTS, SIZES, force_channel, force_names, force_on

if TYPE_CHECKING:
    from linkwork.run.loads import Loads
    from linkwork.run.run import Run
    from linkwork.system.system import Placed

LABELS = (*COMPONENTS, "force", "torque", *(f"joint.{label}" for label in COMPONENTS))
_SQUARE = 1e-3
"""A direction with less than this share across an axis has no direction there."""
_CALL = re.compile(r"(reaction|on)\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)\.(\w+)\Z")


def reaction_names(loads: Loads) -> list[str]:
    """Channels of magnitudes and of components along the joints' own axes, and of forces."""
    labels = (*SIZES, *(f"joint.{label}" for label in COMPONENTS))
    return [f"{placed.name}.{label}" for placed in loads.system.elements for label in labels] + force_names(loads)


def reaction_channel(run: Run, name: str) -> tuple[Array, str] | None:
    """A channel of a reaction with its unit, or nothing when the name is not one."""
    loads = run.loads
    if loads is None:
        return None
    call = _CALL.match(name)
    if call:
        return _called(run, call[1], call[2], call[3], call[4])
    head, _, label = name.partition(".")
    if head in loads.system.forces:
        values = force_channel(run, head, label)
        return None if values is None else (values, _unit(label))
    placed = next((placed for placed in loads.system.elements if placed.name == head), None)
    if placed is None:
        return None
    if label in SIZES:
        effort = _effort(loads, placed, label)
        if effort is not None:
            return effort, _unit(label)
        return norm(loads.reaction(head)[:, SIZES[label]]), _unit(label)
    joint, _, component = label.rpartition(".")
    if joint != "joint" or component not in COMPONENTS:
        return None
    return _component(loads.reaction(head), joint_axes(run, placed), component), _unit(component)


def _effort(loads: Loads, placed: Placed, label: str) -> Array | None:
    """The force or torque with which a driver pushes its value up, on the second body; nothing for other elements."""
    if placed.element.kernel != "drive":
        return None
    unit = next(iter(placed.element.equations.values()))
    if label != ("torque" if unit == "angle" else "force"):
        return None
    return -loads.multipliers[:, placed.first_row]


def joint_axes(run: Run, placed: Placed) -> Array:
    """Unit vectors x'', y'', z'' of a joint in the world over the run (frames by 3 by 3, one a row)."""
    row = run.system.row(placed.name, f"joint '{placed.name}'")
    element: Any = placed.element
    body, *axes = element.joint_frame(row)
    return np.stack([run.motion.turned(body, axis)[0] for axis in axes], axis=1)


def in_axes_of(run: Run, element: str, body: str) -> tuple[Array, Array]:
    """Force of an element on its second body across the joint's axis z'': along an axis of a body, and square to it.

    That axis is the body's x axis, projected, or its y axis where x comes near to the joint's axis.
    """
    run.mechanism.scope(dict(run.system.env)).body(body)
    placed = placed_element(run, element)
    force = required(run).reaction(element)[:, :3]
    axis = joint_axes(run, placed)[:, 2]
    sides = [run.motion.turned(body, unit)[0] for unit in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))]
    across = [side - np.sum(side * axis, axis=1, keepdims=True) * axis for side in sides]
    lengths = [norm(side) for side in across]
    least = [float(np.min(length.real)) for length in lengths]
    chosen = 0 if least[0] >= 0.3 or least[0] >= least[1] else 1
    if least[chosen] < _SQUARE:
        raise AnalysisError(
            f"polar: neither x nor y of '{body}' stays across the axis of '{element}'; take the axes of a body it joins"
        )
    right = across[chosen] / lengths[chosen][:, None]
    up = np.cross(axis, right)
    return np.sum(force * right, axis=1), np.sum(force * up, axis=1)


def _called(run: Run, kind: str, element: str, body: str, component: str) -> tuple[Array, str]:
    loads = required(run)
    run.mechanism.scope(dict(run.system.env)).body(body)
    if component not in COMPONENTS:
        raise AnalysisError(f"{kind}({element}, {body}) has {', '.join(COMPONENTS)}; found '.{component}'")
    if kind == "on" and element in loads.system.forces:
        return force_on(run, element, body)[:, COMPONENTS.index(component)], _unit(component)
    placed = placed_element(run, element)
    wrench = loads.reaction(element)
    if kind == "reaction":
        axes = np.swapaxes(run.motion.matrix(body), 1, 2)
        return _component(wrench, axes, component), _unit(component)
    return _on(run, placed, body, wrench)[:, COMPONENTS.index(component)], _unit(component)


def _on(run: Run, placed: Placed, body: str, wrench: Array) -> Array:
    """What acts on one of an element's bodies, where its reaction on the second one is `wrench`."""
    from linkwork.run.spatial.free_body import in_world, on_bodies, wrenches_on_bodies

    row = run.system.row(placed.name)
    places = dict(on_bodies(placed.element, row))
    first, second = placed.element.ends(row)
    if body not in places:
        joined = list(places)
        raise AnalysisError(
            f"on({placed.name}, {body}): '{placed.name}' joins {', '.join(joined[:-1])} and {joined[-1]}"
        )
    if body == second or first == body == "ground":
        return wrench if body == second else -wrench
    number = [one.name for one in required(run).system.elements].index(placed.name)
    wrenches = wrenches_on_bodies(run)[0][:, number, places[body] : places[body] + 6]
    spot = np.array(placed.element.reaction_point(row))
    at = in_world(run, second, np.tile(spot, (len(run.t), 1)))
    origin = run.motion.point(body, (0.0, 0.0, 0.0))[0]
    torque = run.motion.in_world(body, wrenches[:, 3:]) + np.cross(origin - at, wrenches[:, :3])
    return np.concatenate([wrenches[:, :3], torque], axis=1)


def _component(wrench: Array, axes: Array, component: str) -> Array:
    """A component of a wrench along one of three axes."""
    part = wrench[:, SIZES["force" if component[0] == "f" else "torque"]]
    return np.asarray(np.sum(part * axes[:, "xyz".index(component[1])], axis=1))


def _unit(label: str) -> str:
    return "N" if label.startswith("f") else "N m"


def free_body(run: Run, body: str) -> Any:
    """Cut a body of a run free."""
    from linkwork.run.spatial.free_body import free_body as cut_free

    return cut_free(run, body)


def link_load(run: Run, body: str, start: str, end: str, stations: Any) -> Any:
    """Loads inside a body along a line of it."""
    from linkwork.run.spatial.link_load import link_load as cut

    return cut(run, body, start, end, stations)


def to_load_case(run: Run, body: str, path: Any, times: Any) -> Any:
    """Write the loads on a body for a finite-element program."""
    from linkwork.run.spatial.load_case import to_load_case as write

    return write(run, body, path, times)
