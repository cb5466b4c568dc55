"""Where the loop of a simulation keeps what it knows of itself, and how it may end."""

from __future__ import annotations

# int state; the addresses are those of the formulation
STATUS, NEXT, RATE, CORRECT, OBSERVE, PENDING, LOGGED, CHATTER, BREAK, BREAKS, FELL, SAVED, STARTED = range(13)
RENEW, SOLVE, SEE, FRESH_STARTS, FAILURES = range(13, 18)  # more addresses; fresh starts; corrections failed in a row
STATE = 18
RUNNING, FINISHED, STOPPED, ENDED, ASKING, CHATTERING, LOG_FULL, CHECKPOINT = range(8)

# float state: time of the pending event, time of the last one, end of the run, what the last event has left of a step
# that is to be completed (0: nothing), the last steps while all contacts were open and while some were closed (0: not
# known); then the watched numbers at the start of the step, and early in it
EVENT_TIME, LAST_EVENT, UNTIL, REST, OPEN_STEP, CLOSED_STEP, NUMBERS = range(7)

INFINITE = 1e300  # what is not less is no number of a state
