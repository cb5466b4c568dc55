"""A sensor in space: a freedom between two bodies and its rate, written into the memory.

Of an angle it also remembers the last accepted value, so that whole turns are counted; forces in the same freedom read
it there.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import freedom

ACCEPT, ADVANCE = 2, 3


def measure_space(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom; k: kind, place of the accepted angle, place of the value (the rate follows it).

    To advance: t is a time by which the accepted angle runs ahead with its rate.
    """
    value, speed = freedom(pose, twist, memory, p, k, a, b, c, out)
    if stage == ACCEPT:
        memory[k[b + 5]] = value
        return
    if stage == ADVANCE:
        memory[k[b + 5]] = memory[k[b + 5]] + t * speed
        return
    memory[k[b + 6]] = value
    memory[k[b + 6] + 1] = speed
