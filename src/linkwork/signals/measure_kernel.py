"""A sensor: a freedom between two bodies and its rate, written into the memory."""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import freedom


def measure(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom; k: kind, place of the value (the rate follows it)."""
    value, speed, _, _, _, _, _, _ = freedom(k[b + 4], pose, twist, p, k, a, b)
    memory[k[b + 5]] = value
    memory[k[b + 5] + 1] = speed
