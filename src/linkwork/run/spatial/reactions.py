"""Reactions in space: channels beside the world components `A.fx` ... `A.tz` (force and torque at the joint's point).

    A.force, A.torque       magnitudes
    A.joint.fx ... .tz      along the axes x'', y'', z'' of the joint, which are fixed in its first body
    reaction(A, rod).fx     along the axes of any body (ground: the world's)
    on(A, crank).fx         what acts on the body that is named: the second has the reaction, the first its opposite

All but the last are of the reaction on the second-named body; torques are about the joint's point.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.run.loads import Loads
    from linkwork.run.run import Run
    from linkwork.system.system import Placed

Array = NDArray[Any]
COMPONENTS = ("fx", "fy", "fz", "tx", "ty", "tz")
LABELS = (*COMPONENTS, "force", "torque", *(f"joint.{label}" for label in COMPONENTS))
SIZES = {"force": slice(0, 3), "torque": slice(3, 6)}
_CALL = re.compile(r"(reaction|on)\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)\.(\w+)\Z")


def reaction_names(loads: Loads) -> list[str]:
    """Channels of magnitudes and of components along the joints' own axes."""
    labels = (*SIZES, *(f"joint.{label}" for label in COMPONENTS))
    return [f"{placed.name}.{label}" for placed in loads.system.elements for label in labels]


def reaction_channel(run: Run, name: str) -> tuple[Array, str] | None:
    """A channel of a reaction with its unit, or nothing when the name is not one."""
    loads = run.loads
    if loads is None:
        return None
    call = _CALL.match(name)
    if call:
        return _called(run, call[1], call[2], call[3], call[4])
    head, _, label = name.partition(".")
    placed = next((placed for placed in loads.system.elements if placed.name == head), None)
    if placed is None:
        return None
    if label in SIZES:
        return np.linalg.norm(np.real(loads.reaction(head)[:, SIZES[label]]), axis=1), _unit(label)
    joint, _, component = label.rpartition(".")
    if joint != "joint" or component not in COMPONENTS:
        return None
    return _component(np.real(loads.reaction(head)), joint_axes(run, placed), component), _unit(component)


def joint_axes(run: Run, placed: Placed) -> Array:
    """Unit vectors x'', y'', z'' of a joint in the world over the run (frames by 3 by 3, one a row)."""
    row = run.system.row(placed.name, f"joint '{placed.name}'")
    element: Any = placed.element
    body, *axes = element.joint_frame(row)
    return np.stack([np.real(run.motion.turned(body, axis)[0]) for axis in axes], axis=1)


def _called(run: Run, kind: str, element: str, body: str, component: str) -> tuple[Array, str]:
    from linkwork.run.reactions import placed_element, required

    placed, loads = placed_element(run, element), required(run)
    run.mechanism.scope(dict(run.system.env)).body(body)
    if component not in COMPONENTS:
        raise AnalysisError(f"{kind}({element}, {body}) has {', '.join(COMPONENTS)}; found '.{component}'")
    wrench = np.real(loads.reaction(element))
    if kind == "reaction":
        axes = np.swapaxes(np.real(run.motion.matrix(body)), 1, 2)
        return _component(wrench, axes, component), _unit(component)
    ends = placed.element.ends(run.system.row(element))
    if body not in ends:
        raise AnalysisError(f"on({element}, {body}): '{element}' joins {ends[0]} and {ends[1]}")
    sign = 1.0 if body == ends[1] else -1.0
    return sign * wrench[:, COMPONENTS.index(component)], _unit(component)


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
