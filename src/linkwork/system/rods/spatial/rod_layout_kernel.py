"""Removed rods in space: where their numbers lie. Their records are those of the plane (`rod_place_kernel` there)."""

from __future__ import annotations

from linkwork.system.rods.rod_place_kernel import END_SHIFT

END_AXIS = END_SHIFT  # of an end: where the pin of a universal joint lies in p, on the body there; -1: a ball

# numbers of a rod in p: direction from its first joint to its second and the first joint's point, in its frame; the
# foot of its origin on that line, in lengths from the first joint, and its origin beside the foot; masses at the ends
# and between them; the pin of a universal joint, in its frame
ALONG, FIRST_POINT, FOOT, BESIDE = 0, 3, 6, 7
MASS_FIRST, MASS_SECOND, MASS_BETWEEN, OWN_PIN = 10, 11, 12, 13

# own numbers in w: quaternion and direction that were kept, the direction's rate then, when that was and whether this
# is known; from the reference point of the body at each end to the joint there; the vector from joint to joint, one
# over its square; the spin about that line, which is zero between balls
KEPT, DIRECTION, DRIFT, TIME, KNOWN, LEVERS, SPAN, INVERSE, SPIN = 0, 4, 7, 10, 11, 12, 18, 21, 22
OWN_SIZE = 23
