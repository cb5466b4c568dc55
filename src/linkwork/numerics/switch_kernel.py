"""Switches: decisions of a law that stay as they are during a step and change at an event.

A switch is three numbers in the memory: its state (1 when the deciding number was above zero), the deciding number
itself, and 1 when the state is frozen. The integration freezes all switches and looks for zeros of the deciding
numbers; an analysis without time leaves them free.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

STATE, NUMBER, FROZEN = range(3)
SWITCH = 3  # numbers a switch


@njit
def decide(memory, place, number):
    """Whether the switch is on; unless frozen it is on exactly when the number is above zero."""
    memory[place + NUMBER] = number
    if memory[place + FROZEN].real == 0.0:
        memory[place + STATE] = 1.0 if number.real > 0.0 else 0.0
    return memory[place + STATE].real > 0.5
