"""Restitution of contacts in a run from what is struck: the model that `blow` follows, at every impact's own state."""

from __future__ import annotations

import math

from linkwork.elements.contact_forces import AnyContactForce, HertzForce, KelvinVoigtForce
from linkwork.elements.restitution import FastScale
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.library.checks import require_positive
from linkwork.library.impacts.contact_law import LINEAR, contact_law
from linkwork.library.impacts.struck import Sphere, Struck


@public
def fast_scale(
    striker: Sphere,
    struck: Struck,
    *,
    modes: int = 100,
    hardening: float = 1.0,
    stiffness_share: float = 0.0,
    alike: float = 1e-3,
    quiet: float = 1e-4,
    within: float = 0.02,
    penalty: float | None = None,
) -> FastScale:
    """The `restitution` of a contact between a ball and an elastic body, for `m.contact(..., restitution=...)`.

    Every impact of a run is followed with the body's modes, at its own speed and effective mass. `stiffness_share` (s)
    damps the modes in proportion to the stiffness; impacts that are `alike` are followed once; what still vibrates with
    more than `quiet` of the energy of an impact strikes as it vibrates. `penalty` (N/m) takes the place of Hertz for a
    body of finite elements, as in `blow`.
    """
    require_positive("fast_scale", hardening=hardening)
    stiffness, exponent = contact_law("fast_scale", striker, struck, modes, hardening, penalty)
    force: AnyContactForce = HertzForce(stiffness=as_expression(stiffness))
    if exponent == LINEAR:
        force = KelvinVoigtForce(stiffness=as_expression(stiffness), damping=as_expression(0))
    frequencies, shapes = struck.vibrations(modes)
    return FastScale(
        force=force,
        frequencies=tuple(as_expression(value / (2 * math.pi)) for value in frequencies.tolist()),
        shapes=tuple(as_expression(value) for value in shapes.tolist()),
        stiffness_share=as_expression(stiffness_share),
        alike=as_expression(alike),
        quiet=as_expression(quiet),
        within=as_expression(within),
    )
