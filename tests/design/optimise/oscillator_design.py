"""A mass on a spring, whose responses are known in closed form: the design of the tests of optimisation."""

from __future__ import annotations

import linkwork as lw


def oscillator() -> lw.Planar:
    """Mass m on a spring k along x, let go at 1 m: without damping x = cos(w t) with w = sqrt(k/m)."""
    m = lw.Planar("oscillator")
    mass, stiffness, damping = m.parameters(m=2.0, k=8.0, c=0.0)
    block = m.body("block", estimate=(1.0, 0, 0))
    m.mass("block", mass=mass, inertia=1.0)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.spring("spring", m.ground.at(-1, 0), block.at(0, 0), stiffness=stiffness, free_length=1.0, damping=damping)
    return m
