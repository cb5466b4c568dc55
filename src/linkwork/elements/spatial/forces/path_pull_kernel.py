"""What a tension in a path does at two of its stations in space: the pulls of a tension of 1, times it.

Wrench on a body: force F = T pull in world axes, moment s x A'F + A'n about the body's origin in body axes, n = T
moment (`signals/path_kernel.py`). Told by the first record of a muscle: the energy that it stores, the power that its
fibres give, its tension.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.vectors_kernel import cross, into_body, plus, times, vector


def path_pull(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j; k: places of both pulls, of the tension, of stored energy and power given, -1 for none."""
    tension = memory[k[b + 6]]
    none = 0.0 * tension
    for side in range(2):
        place, i = k[b + 4 + side], k[b + 2 * side]
        force, moment = (none, none, none), (none, none, none)
        if place >= 0:
            force = times(tension, vector(memory, place))
            local = into_body(pose, i, force)
            turning = into_body(pose, i, times(tension, vector(memory, place + 3)))
            moment = plus(cross(vector(p, a + 3 * side), local), turning)
        put(out, c + 6 * side, force)
        put(out, c + 6 * side + 3, moment)
    told = k[b + 7]
    stored, given = none, none
    if told >= 0:
        stored, given = memory[told], memory[told + 1]
    put_powers(stored, none, given, tension, c, out)
