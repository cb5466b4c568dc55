"""A force or torque in a freedom of space that pushes its value up: Q = F grad s, power given F s'."""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import freedom, pull_back, put_powers


def actuator(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom; k: kind, accepted, place of F."""
    _, speed = freedom(pose, twist, memory, p, k, a, b, c, out)
    push = memory[k[b + 6]]
    pull_back(-push, c, out)
    put_powers(0.0 * push, 0.0 * push, push * speed, push, c, out)
