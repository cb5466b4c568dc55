"""A state machine: its mode changes when the number of a transition that leaves it passes through zero from below.

The loop changes the side of a transition's switch at the event; that is a change of mode. Sides alternate, so the
number is held below or above zero in turn. Transitions that leave other modes are held off.
"""

from __future__ import annotations

from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE

PLACE, COUNT, MODES, TRANSITIONS = 4, 5, 6, 7  # in the ints: results, transitions, modes, first of the transitions
BEFORE, AFTER, GUARD, SWITCH, KEPT = range(5)  # of a transition
TRANSITION = 5
SINCE, ENTERED, FLAGS = 1, 2, 3  # behind the mode: time in it, time at which it began, whether it is each of the modes
SIDE = 1e-300  # what tells the side of a number that is zero at a start


def machine(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """k: place of the results, number of transitions and of modes, the transitions."""
    place = k[b + PLACE]
    mode, changed = int(memory[place].real + 0.5), False
    for j in range(k[b + COUNT]):
        here = b + TRANSITIONS + TRANSITION * j
        at, kept = k[here + SWITCH], k[here + KEPT]
        if memory[at + FROZEN].real == 0.0:
            memory[at + STATE], memory[kept], memory[place + ENTERED] = 0.0, 0.0, t
        elif memory[at + STATE].real != memory[kept].real:
            memory[kept] = memory[at + STATE]
            if mode == k[here + BEFORE] and not changed:
                mode, changed = k[here + AFTER], True
                memory[place + ENTERED] = t
    memory[place], memory[place + SINCE] = mode, t - memory[place + ENTERED]
    for i in range(k[b + MODES]):
        memory[place + FLAGS + i] = 1.0 if i == mode else 0.0
    for j in range(k[b + COUNT]):
        here = b + TRANSITIONS + TRANSITION * j
        at, number = k[here + SWITCH], 0.0 * t - 1.0
        if mode == k[here + BEFORE] and not changed:
            number = memory[k[here + GUARD]]
            if memory[at + FROZEN].real == 0.0 and number.real == 0.0:
                number = number - SIDE
        memory[at + NUMBER] = -number if memory[at + STATE].real > 0.5 else number
