"""Steps of a given length as one C function, for loops outside Python: no events, no output, nothing allocated.

Behind the integrator's own numbers lie, in s: where the length of a step stands in z, then the state of the simulation
loop with the addresses of the formulation; in z: that length, then room for vectors.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import STATE as OWN_NUMBERS
from linkwork.numerics.integrators.integrator_state_kernel import STATUS as REASON
from linkwork.numerics.integrators.integrator_state_kernel import STOP, T
from linkwork.numerics.jit import part
from linkwork.system.loop.simulation_kernel import make_step
from linkwork.system.loop.simulation_state_kernel import RUNNING, STATUS

LENGTH_AT, LOOP = OWN_NUMBERS, OWN_NUMBERS + 1
DONE, CONSTRAINTS = 0, 5  # what it returns; reasons of the integrator (2, 3, 4) lie between


def c_step(count, k, p, w, z, s):
    """Go on by `count` steps of the length in z; returns DONE, or the reason why the state stays where it is."""
    state, length, scratch = part(s, LOOP), s[LENGTH_AT], part(z, s[LENGTH_AT] + 1)
    for _ in range(count):
        z[STOP] = z[T] + z[length]
        while z[T].real < z[STOP].real:
            make_step(k, p, w, z, s, state, scratch)
            if state[STATUS] != RUNNING:
                return s[REASON] if s[REASON] != DONE else CONSTRAINTS
    return DONE
