"""What a tension in a path does at two of its stations: the pulls of a tension of 1, times it.

Q = [ F ; s' B' F + n ],   F = T pull, n = T moment  (`signals/path_kernel.py`)
Told by the first record of a muscle: the energy that it stores, the power that its fibres give, its tension.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn


def path_pull(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j; k: places of both pulls, of the tension, of stored energy and power given, -1 for none."""
    tension = memory[k[b + 6]]
    for side in range(2):
        place, i = k[b + 4 + side], k[b + 2 * side]
        fx = fy = torque = 0.0 * tension
        if place >= 0:
            x, y = turn(pose, i, p[a + 2 * side], p[a + 2 * side + 1])
            fx, fy = tension * memory[place], tension * memory[place + 1]
            torque = x * fy - y * fx + tension * memory[place + 5]
        out[c + 3 * side] = fx
        out[c + 3 * side + 1] = fy
        out[c + 3 * side + 2] = torque
    told = k[b + 7]
    tells = told >= 0
    out[c + 6] = memory[told] if tells else 0.0 * tension
    out[c + 7] = 0.0 * tension
    out[c + 8] = memory[told + 1] if tells else 0.0 * tension
    out[c + 9] = tension
