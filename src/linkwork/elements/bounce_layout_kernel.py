"""What a law of restitution is given beside the speed of approach: behind its four results in the contact's memory."""

from __future__ import annotations

MOBILITY, TIME = 4, 5  # one over the effective mass; the time of the impact
