"""Arrows of forces over time as a Scene holds them: on which body, where, how large, and which are not unique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.names import GROUND
from linkwork.run.contact.contact_points import channel_of, plane_of_body, point_names
from linkwork.run.redundancy import uniqueness
from linkwork.system.modal.frame_motion import frame_names
from linkwork.view.acting import Acting, Array, acting_over
from linkwork.view.motion import spread

if TYPE_CHECKING:
    from linkwork.run.run import Run

_ASKED = 3
"""Frames at which uniqueness is asked where it is not known."""
_STEADY = 1e-9
"""A point that moves on its body by a smaller share of the mechanism stays where it is."""
_NOTHING = 1e-9
"""Forces and torques smaller than this share of the largest are none."""


def forces_of(run: Run, keep: list[int]) -> dict[str, Any] | None:
    """Places in the bodies' frames, forces and torques in the plane or the world at the frames kept; the largest."""
    if run.loads is None:
        return None
    acting, parts = _with_tyres(run, acting_over(run))
    contacts = [_contact(run, name) for name, _ in point_names(run)]
    pushed = {name: part.bodies()[1] for name, part in point_names(run)}
    force = max((_largest(one.force) for one in (*acting, *contacts)), default=0.0)
    torque = max((_largest(one.torque) for one in acting), default=0.0)
    doubtful = _doubtful(run)
    least = (_NOTHING * force, max(_NOTHING * torque, _NOTHING * force * abs(run.system.length)))
    items = [
        _item(run, one, keep, least, pushed.get(one.name, one.body))
        | {"doubtful": one.name in doubtful}
        | ({"part": parts[one.name]} if one.name in parts else {})
        for one in (*acting, *contacts)
    ]
    shown = [item for item in items if item["force"] or item["torque"]]
    if not shown:
        return None
    units = {kind: list(run.mechanism.units.shown(unit)) for kind, unit in (("force", "N"), ("torque", "N m"))}
    largest = {"force": force, "torque": torque if torque > least[1] else 0.0}
    if parts:
        largest["tyre"] = max(_largest(one.force) for one in acting if one.name in parts)
    return {"items": shown, **largest, "units": units}


def _with_tyres(run: Run, acting: list[Acting]) -> tuple[list[Acting], dict[str, str]]:
    """Tyres as three arrows each, and which part of a tyre's force an arrow is, by its name."""
    if run.mechanism.world.dimensions != 3:
        return acting, {}
    from linkwork.view.spatial.tyre_arrows import parted_tyres

    return parted_tyres(run, acting)


def _item(run: Run, one: Acting, keep: list[int], least: tuple[float, float], body: str) -> dict[str, Any]:
    flat = run.mechanism.world.dimensions == 2
    roaming = np.ptp(one.point, axis=0).max(initial=0.0)  # not a number where a contact is open at times
    steady = bool(roaming <= _STEADY * run.system.length)
    return {
        "name": one.name,
        "body": (GROUND, *run.system.bodies, *frame_names(run.system)).index(one.body),
        **({"plane": plane_of_body(run, body)} if flat else {}),
        "at": one.point[0].tolist() if steady else one.point[keep].T.tolist(),
        "force": one.force[keep].T.tolist() if _largest(one.force) > least[0] else [],
        "torque": one.torque[keep].T.tolist() if _largest(one.torque) > least[1] else [],
    }


def _contact(run: Run, name: str) -> Acting:
    """The force of a contact point, at places of the ground's frame; NaN while it is open."""
    own = channel_of(run, name)
    axes = "xyz"[: run.mechanism.world.dimensions]
    real = {label: np.real(run[f"{own}.{label}"]).astype(float) for label in (*axes, *(f"n{axis}" for axis in axes))}
    at, normal = (np.column_stack([real[f"{prefix}{axis}"] for axis in axes]) for prefix in ("", "n"))
    force = np.real(run[f"{own}.force"])[:, None] * normal
    if len(axes) == 2:
        force = force + np.real(run[f"{own}.friction"])[:, None] * np.column_stack([-normal[:, 1], normal[:, 0]])
    open_ones = np.real(run[f"{own}.mode"]) == 0
    at[open_ones], force[open_ones] = np.nan, np.nan
    return Acting(name, GROUND, at, at, force, np.zeros((len(at), 1 if len(axes) == 2 else 3)))


def _largest(vectors: Array) -> float:
    """The length of the longest one; those that are not numbers count as none."""
    return float(np.sqrt(np.fmax.reduce(np.einsum("fi,fi->f", vectors, vectors), initial=0.0)))


def _doubtful(run: Run) -> set[str]:
    loads = run.loads
    if loads is None:
        return set()
    few = spread(len(run.t), _ASKED)
    known = loads.settled or uniqueness(loads.system, run.t[few], run.q[few])
    return set(known.doubtful())
