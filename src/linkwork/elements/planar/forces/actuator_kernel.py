"""A force in a freedom that pushes its value up: Q = F grad s, power given F s'."""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import freedom, pull_back


def actuator(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom; k: kind, place of F."""
    _, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    push = memory[k[b + 5]]
    pull_back(-push, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = 0.0 * push
    out[c + 7] = 0.0 * push
    out[c + 8] = push * speed
    out[c + 9] = push
