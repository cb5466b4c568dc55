"""A mode that is held: Phi = q - C(t), with nothing against the bodies themselves."""

from __future__ import annotations

from linkwork.functions.call_kernel import evaluate


def mode(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """ints: place of the mode, how many columns the bodies have; function: C."""
    columns = k[b + 6]
    function = c + 4 + columns
    evaluate(t, p, k, k[b + 7], out, function)
    out[c] = pose[k[b + 4]] - out[function]
    out[c + 3 + columns] = 1.0
    if stage == 0:
        return
    out[c + 1] = out[function + 1]
    out[c + 2] = out[function + 2]
