"""Where the known places of a body that vibrates lie in the tables of its fast-scale model.

Ints of a side: which body it is, its first mode, how many, coordinates of a place (2 or 3), kind of its elements, how
many places, how many elements, which directions of a blow are known, where its floats begin and where its elements.
Floats: how far from its places the surface is; the places; then of every place, and of every mode there, what it moves
and by what angle it turns, each behind its slope along the element where the places are a chain.
"""

from __future__ import annotations

WHICH, FIRST, COUNT, AXES, KIND, PLACES, ELEMENTS, RULE, FLOATS, INDICES = range(10)
SIDE = 10
LONE, CHAIN, SEGMENTS, TRIANGLES = range(4)  # one place, a smooth line, straight lines, triangles
ANY, ALONG, ACROSS = range(3)  # directions
SINE = 0.0872  # of the angle by which a blow may be aslant: 5 degrees
FOUND, OUTSIDE, ASLANT = range(3)  # answers
SPACE = 3  # coordinates of a place in space
