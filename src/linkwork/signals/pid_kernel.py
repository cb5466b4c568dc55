"""A continuous PID controller with a filtered derivative and limits that stop its integral.

u = P e + I x + D (e - y) / tau,   x' = e,   y' = (e - y) / tau
"""

from __future__ import annotations


def pid(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: P, I, D, tau, least, most; k: result, error, states x and y, their rates; limited when k[b+10] is 1."""
    error = memory[k[b + 5]]
    slope = (error - memory[k[b + 7]]) / p[a + 3]
    output = p[a] * error + p[a + 1] * memory[k[b + 6]] + p[a + 2] * slope
    growth = error
    if k[b + 10] == 1:
        if output.real > p[a + 5].real:
            output = p[a + 5]
            if error.real * p[a + 1].real > 0.0:
                growth = 0.0 * error
        elif output.real < p[a + 4].real:
            output = p[a + 4]
            if error.real * p[a + 1].real < 0.0:
                growth = 0.0 * error
    memory[k[b + 4]] = output
    memory[k[b + 8]] = growth
    memory[k[b + 9]] = slope
