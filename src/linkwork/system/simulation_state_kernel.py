"""Where the loop of a simulation keeps what it knows of itself, and how it may end."""

from __future__ import annotations

# int state; the addresses are those of the formulation
STATUS, NEXT, RATE, CORRECT, OBSERVE, PENDING, LOGGED, CHATTER, BREAK, BREAKS, FELL, SAVED, STARTED = range(13)
RENEW, SOLVE, SEE, FRESH_STARTS, FAILURES = range(13, 18)  # more addresses; fresh starts; corrections failed in a row
# times at which numbers are looked at in any case: the first one ahead, how many; steps that were not looked through
LOOK, LOOKS, UNSURE = range(18, 21)
STATE = 21
RUNNING, FINISHED, STOPPED, ENDED, ASKING, CHATTERING, LOG_FULL, CHECKPOINT = range(8)

# float state: time of the pending event, time of the last one, end of the run, what the last event has left of a step
# that is to be completed (0: nothing), the last steps while all contacts were open and while some were closed (0: not
# known), when the run began, the distance of the places at which numbers are looked at in any case (0: none); then the
# watched numbers at the start of the step, early in it, and what `crossings_kernel` knows of them
EVENT_TIME, LAST_EVENT, UNTIL, REST, OPEN_STEP, CLOSED_STEP, BEGAN, SPACING, NUMBERS = range(9)
BLOCKS = 7  # numbers kept of every watched number

INFINITE = 1e300  # what is not less is no number of a state
