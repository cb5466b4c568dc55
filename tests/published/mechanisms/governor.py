"""The governor of Haug Sec. 12.6: a spindle with two balls on arms, a collar, a spring, and the engine's torque."""

from __future__ import annotations

import linkwork as lw

G = 9.80
ARM, LINK, MIDDLE = 0.16, 0.10922, 0.08
LENGTH, DAMPING = 0.15, 30.0


def governor(k: float = 1000.0, gain: float = 0.0, load: float = 0.0) -> lw.Spatial:
    """Tables 12.6.1 to 12.6.6; the engine's torque is `gain` times the spring's elongation.

    The load is a ramp from 1 s to 2 s down to -`load` N m. The first ball's e3 is minus that of Table 12.6.6: only so
    does its arm reach the spindle.
    """
    m = lw.Spatial("governor", "Haug Sec. 12.6")
    y = {"Q": (0, 1, 0), "R": (0, 0, 1)}
    spindle = m.body("spindle", (0, 0.2, 0))
    m.revolute("REV1", m.ground.frame(P=(0, 0, 0), **y), spindle.frame(P=(0, -0.2, 0), Q=(0, -1.2, 0), R=(0, -0.2, 1)))
    collar = m.body("collar", (0, 0.05, 0))
    m.translational("TRANS1", spindle.frame(P=(0, 0, 0), **y), collar.frame(P=(0, 0, 0), **y))
    for number, side in ((1, -1), (2, 1)):
        turned = lw.orient.parameters(0, 0, side * 0.3827)
        ball = m.body(f"ball {number}", (-side * 0.11314, 0.08686, 0), orientation=turned)
        on_spindle = spindle.frame(P=(0, 0, 0), Q=(0, 0, 1), R=(1, 0, 0))
        on_ball = ball.frame(P=(side * ARM, 0, 0), Q=(side * ARM, 0, 1), R=(1, 0, 0))
        m.revolute(f"REV{number + 1}", on_spindle, on_ball)
        m.distance(f"DIST{number}", ball.at(side * MIDDLE, 0, 0), collar.at(0, 0, 0), LINK)
        m.mass(ball, mass=1, inertia=[0.1, 0.1, 0.1])
    m.mass(spindle, mass=200, inertia=[25, 50, 25])
    m.mass(collar, mass=1, inertia=[0.15, 0.125, 0.15])
    m.spring("TSDA", spindle.at(0, 0, 0), collar.at(0, 0, 0), stiffness=k, free_length=LENGTH, damping=DAMPING)
    axis = m.ground.frame(at=(0, 0, 0), axis=(0, 1, 0))
    m.set_gravity(0, -G, 0)
    if gain:
        m.torque("engine", axis, spindle, f"{gain!r}*(TSDA.length - {LENGTH!r})")
    if load:
        m.torque("load", axis, spindle, f"if(t < 1, 0, if(t < 2, {-load!r}*(t - 1), {-load!r}))")
    return m
