"""Restitution of contacts in a run from what is struck: the model that `blow` follows, at every impact's own state."""

from __future__ import annotations

import math

from linkwork.elements.contact_forces import HertzForce
from linkwork.elements.restitution import FastScale
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.library.checks import require_positive
from linkwork.library.impacts.hertz import hertz_stiffness
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
) -> FastScale:
    """The `restitution` of a contact between a ball and an elastic body, for `m.contact(..., restitution=...)`.

    Every impact of a run is followed with the body's modes, at its own speed and effective mass. `stiffness_share` (s)
    damps the modes in proportion to the stiffness; impacts that are `alike` are followed once; what still vibrates with
    more than `quiet` of the energy of an impact strikes as it vibrates.
    """
    require_positive("fast_scale", hardening=hardening)
    one, two = (1 / striker.radius + value for value in struck.curvatures)
    stiffness = hardening * hertz_stiffness(
        (one, two), (striker.modulus, striker.poisson), (struck.modulus, struck.poisson)
    )
    frequencies, shapes = struck.vibrations(modes)
    return FastScale(
        force=HertzForce(stiffness=as_expression(stiffness)),
        frequencies=tuple(as_expression(value / (2 * math.pi)) for value in frequencies.tolist()),
        shapes=tuple(as_expression(value) for value in shapes.tolist()),
        stiffness_share=as_expression(stiffness_share),
        alike=as_expression(alike),
        quiet=as_expression(quiet),
        within=as_expression(within),
    )
