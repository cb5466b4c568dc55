"""Where the numbers of a muscle lie: in its record, of its law, and what it tells in the memory."""

from __future__ import annotations

THELEN, DE_GROOTE, AMBROSIO_SILVA, FORMULA, MILLARD = range(5)
STRENGTH, OPTIMUM, SLACK, SINE, FASTEST, LEAST, LAW_AT = range(7)
LENGTH, SPEED, FORCE, POWER, FIBRE, STORED, GIVEN = range(7)  # what it tells
COSINE, STILL, PASSIVE_FORCE, BENT, ACTIVATION = range(7, 12)  # behind: what the fibres do
RELATIVE, OWN_FORCE, OWN_TENDON = 12, 13, 14
"""The speed of the fibres that a law by a formula takes, and what it says that they and the tendon pull."""
TELLS = 15
WIDTH, RISE, RISE_SCALE, TOE, TOE_FORCE, TOE_SLOPE, SHAPE, LIMIT = range(8)
BELL, CURVE, BEYOND, TENDON, PASSIVE = 0, 12, 16, 20, 24
"""Where the numbers of De Groote begin: three bells, the curve over the speed, its ends with their slopes, tendon,
passive fibres."""
PIECE, RISING_PIECES, HANGING_PIECES, SPEED_PIECES = 10, 5, 2, 4
"""Numbers of a piece of Millard's curves; pieces of the active force, of passive fibres and of the tendon, and of the
force over the speed."""
DAMPING, RISES = 0, 1
STRETCHES = RISES + PIECE * RISING_PIECES
PULLS = STRETCHES + PIECE * HANGING_PIECES
MOVES = PULLS + PIECE * HANGING_PIECES
"""Where the numbers of Millard begin: damping of the fibres, then the pieces of active force, passive force, tendon and
speed."""
LAW, GIVES, WAY, ACTIVE, STRAIN, STRAIN_RATE, TOLD = range(4, 11)
"""Integers of its records: law, whether the tendon gives way, places of length and rate, of activation, of the strain
and its rate, of what is told."""
