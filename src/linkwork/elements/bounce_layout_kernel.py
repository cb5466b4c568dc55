"""What a law of restitution is given beside the speed of approach: behind its four results in the contact's memory."""

from __future__ import annotations

MOBILITY, TIME = 4, 5  # one over the effective mass; the time of the impact
FIRST_PLACE, FIRST_NORMAL, SECOND_PLACE, SECOND_NORMAL = 6, 9, 12, 15
# in the axes of either body the point that is struck and the direction from the first body to the second
GIVEN = 18
