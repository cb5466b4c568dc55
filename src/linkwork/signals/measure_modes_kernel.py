"""A gauge on a body with elastic modes: a sum of its modes, each times a number, and its rate, into the memory."""

from __future__ import annotations


def measure_modes(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: a factor a mode; k: places of the first mode in pose and twist, how many, place of the value (then the rate).

    value = sum f_k q_k
    """
    value, speed = 0.0 * p[a], 0.0 * p[a]
    for mode in range(k[b + 6]):
        value += p[a + mode] * pose[k[b + 4] + mode]
        speed += p[a + mode] * twist[k[b + 5] + mode]
    memory[k[b + 7]] = value
    memory[k[b + 7] + 1] = speed
