"""A spring and damper that act beyond a limit only, f = k (s - s_limit) + c s' there and f = 0 before it.

Clipped: it never pulls the other way. The clip has a switch of its own, behind that of the contact: it is on beyond
the limit while f would have the wrong sign, so it begins and ends at events and the law between them is smooth. What
the spring still stores when the clip begins is lost in its own damper on the way back to the limit.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import SWITCH, decide


@njit
def one_sided(memory, place, side, clipped, stretch, elastic, viscous):
    """What is left of the elastic and the viscous force; `side` is 1 beyond an upper limit, -1 below a lower one."""
    beyond, pull = side * stretch, -side * (elastic + viscous)
    contact = decide(memory, place, beyond)
    held = clipped and decide(memory, place + SWITCH, pull if pull.real < beyond.real else beyond)
    if not contact:
        return 0.0 * elastic, 0.0 * viscous
    if held:
        return elastic, -elastic
    return elastic, viscous
