"""Restitution of contacts in a run from what is struck: the model that `blow` follows, at every impact's own state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.elements.contact_forces import AnyContactForce, HertzForce, KelvinVoigtForce
from linkwork.elements.restitution import FastScale
from linkwork.elements.struck.vibrating_body import VibratingBody
from linkwork.expression import as_expression
from linkwork.expression.given import public, takes
from linkwork.library.checks import require_positive
from linkwork.library.impacts.contact_law import LINEAR, contact_law
from linkwork.library.impacts.struck import Known, RoundBar, Sphere, Struck

_DIGITS = 8


@public
@takes(
    begin="LENGTH",
    along="LENGTH",
    hardening="PLAIN",
    stiffness_share="TIME",
    alike="PLAIN",
    quiet="PLAIN",
    within="TIME",
    penalty="STIFFNESS",
)
def fast_scale(
    striker: Sphere,
    struck: Struck,
    *,
    side: Literal["first", "second"] | None = None,
    begin: Sequence[float] = (0.0, 0.0),
    along: Sequence[float] = (1.0, 0.0),
    modes: int = 100,
    hardening: float = 1.0,
    stiffness_share: float = 0.0,
    alike: float = 1e-3,
    quiet: float = 1e-4,
    within: float = 0.02,
    penalty: float | None = None,
) -> FastScale:
    """The `restitution` of a contact between a ball and an elastic body, for `m.contact(..., restitution=...)`.

    Every impact of a run is followed with the body's modes, at its own speed and effective mass. With `side`, which of
    the contact's two bodies it is, also at its own place and direction; `begin` and `along` say where the axis of a rod
    or beam lies in that body (three coordinates in space), finite elements lie there as they were described. Without it
    every impact is one at the place where `struck` says. `stiffness_share` (s) damps the modes in proportion to the
    stiffness; impacts that are `alike` are followed once; what still vibrates with more than `quiet` of the energy of
    an impact strikes as it vibrates. `penalty` (N/m) takes the place of Hertz for a body of finite elements, as in
    `blow`.
    """
    require_positive("fast_scale", hardening=hardening)
    stiffness, exponent = contact_law("fast_scale", striker, struck, modes, hardening, penalty)
    force: AnyContactForce = HertzForce(stiffness=as_expression(stiffness))
    if exponent == LINEAR:
        force = KelvinVoigtForce(stiffness=as_expression(stiffness), damping=as_expression(0))
    known: dict[str, Any] = {}
    if side is not None:
        known[side] = _placed(struck, modes, begin, along)
    else:
        frequencies, shapes = struck.vibrations(modes)
        known["frequencies"] = tuple(as_expression(value / (2 * math.pi)) for value in frequencies.tolist())
        known["shapes"] = tuple(as_expression(value) for value in shapes.tolist())
    return FastScale(
        force=force,
        **known,
        stiffness_share=as_expression(stiffness_share),
        alike=as_expression(alike),
        quiet=as_expression(quiet),
        within=as_expression(within),
    )


def _placed(struck: Struck, modes: int, begin: Sequence[float], along: Sequence[float]) -> VibratingBody:
    """What modes move at many places, in the axes of the body of the run."""
    known = struck.known(modes)
    places, shapes, frequencies = known.places, known.shapes, known.frequencies
    way: tuple[float, ...] = ()
    if isinstance(struck, RoundBar):
        places, shapes, frequencies, way = _of_a_bar(known, np.asarray(begin, float), np.asarray(along, float))
    return VibratingBody(
        frequencies=tuple(as_expression(value / (2 * math.pi)) for value in frequencies.tolist()),
        places=tuple(tuple(map(as_expression, place)) for place in places.tolist()),
        shapes=_written(shapes),
        way=way,
        cells=known.cells,
        reach=as_expression(known.reach),
        struck=known.struck,  # type: ignore[arg-type]
    )


def _written(values: Array) -> Any:
    """An array as tuples, with as many digits as a file of a model needs."""
    if values.ndim > 1:
        return tuple(map(_written, values))
    return tuple(float(f"{value:.{_DIGITS}g}") for value in values.tolist())


def _of_a_bar(known: Known, begin: Array, along: Array) -> tuple[Array, Array, Array, tuple[float, ...]]:
    """Places, shapes, frequencies and the way of all shapes of a bar; in space it bends to two sides."""
    length = float(np.linalg.norm(along))
    if begin.shape != along.shape or begin.shape not in ((2,), (3,)) or not 0 < length < math.inf:
        raise MechanismError("fast_scale: begin and along have two coordinates in the plane, or three in space")
    axis = along / length
    places = begin + known.places[:, None] * axis
    if known.struck == "along":
        return places, known.shapes, known.frequencies, tuple(axis.tolist())
    if len(axis) == 2:
        return places, known.shapes, known.frequencies, (0.0 - float(axis[1]), float(axis[0]))
    one = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    sides = [one / np.linalg.norm(one), np.cross(axis, one) / np.linalg.norm(one)]
    shapes = np.concatenate([known.shapes[:, :, None] * side for side in sides])
    return places, shapes, np.tile(known.frequencies, 2), ()
