"""Where the loop of a simulation keeps what it knows of itself, and how it may end."""

from __future__ import annotations

# int state; the addresses are those of the formulation
STATUS, NEXT, RATE, CORRECT, OBSERVE, PENDING, LOGGED, CHATTER, BREAK, BREAKS, FELL, SAVED, STARTED = range(13)
RENEW, SOLVE, SEE, FRESH_STARTS, FAILURES = range(13, 18)  # more addresses; fresh starts; corrections failed in a row
# times at which numbers are looked at in any case: the first one ahead, how many; steps that were not looked through;
# the break at which the loop comes back because a driver jumps; entries in the trail; bodies, by bits, that may turn as
# far as they like in a step; whether the last step was calm: watched numbers were filled at its end and nowhere since
# what is asked of cells of solids (below); the number from 1 on of one that a step would have turned inside out, below
# zero of one that it has turned
LOOK, LOOKS, UNSURE, JUMP_AT, TRAILED, ROUND, CALM, CELLS, CELL = range(18, 27)
STATE = 27
NO_CELLS, KEPT, TOLD = range(3)  # none; steps keep out of what laws bar; and it is told of what they allow
MARKED = 62  # bodies that the bits of one integer can tell
RUNNING, FINISHED, STOPPED, ENDED, ASKING, CHATTERING, LOG_FULL, CHECKPOINT, JUMPING, TURNED = range(10)

# float state: time of the pending event, time of the last one, end of the run, what the last event has left of a step
# that is to be completed (0: nothing), the last steps while all contacts were open and while some were closed (0: not
# known), when the run began, the time of the last entry in the trail, the fastest turning at the end of the last step;
# then the watched numbers at the start of the step, early in it, and what `crossings_kernel` knows of them
EVENT_TIME, LAST_EVENT, UNTIL, REST, OPEN_STEP, CLOSED_STEP, BEGAN, TRAIL_TIME, SPIN, NUMBERS = range(10)
BLOCKS = 7  # numbers kept of every watched number

INFINITE = 1e300  # what is not less is no number of a state
