"""Numbers of a push-belt drive that are ours: Bullinger, Funk and Pfeiffer (2005) print none at all.

They are those of a passenger car's drive of middle size, each with its reason; all may be given anew.
"""

from __future__ import annotations

from math import pi, radians

DISTANCE = 0.155
"""m between the shafts: pulleys of 160 mm outer diameter just fit."""
ELEMENTS, PITCH = 330, 2.0e-3
"""Number and thickness (m) of elements: within the 300 to 600 that the chapter names."""
CONE = radians(11.0)
"""rad, half the angle of the groove: usual for steel on steel with friction near 0.1."""
WIDTH = 24.0e-3
"""m across the belt at the pitch line."""
ELEMENT_MASS = 1.1
"""kg/m: steel of about 140 mm^2 section."""
ELEMENT_STIFFNESS = 1.5e7
"""N, force by strain of pressed elements: a third of the solid section, for they touch on a narrow face."""
ELEMENT_YIELD = 3.0e10
"""N/m^2, axial force by length and compression across: half of the solid section, for the pillar is narrow."""
ROCKING = 1.0
"""N m^2, bending stiffness of pressed elements before they rock: the stiffness above on a face of 1 mm."""
EDGE_IN, EDGE_OUT = 0.3e-3, 0.6e-3
"""m from the pitch line to the edges of the face on which elements touch: the rocking edge is the pitch line nearly."""
SADDLE = 1.0e-3
"""m from the pitch line out to the saddles on which the rings lie."""
LAYERS = 2
"""Layers as which the rings of a pack are counted: the least with slip of ring on ring."""
RINGS, RING_THICKNESS, RING_WIDTH = 12, 0.185e-3, 20.0e-3
"""Rings of each pack, thickness and width of both packs together, m: rings so thin bend without harm."""
RING_MODULUS, RING_DENSITY = 2.0e11, 8000.0
"""Pa and kg/m^3: maraging steel."""
PLAY = 0.1e-3
"""m that the slack belt is longer than its elements; rings that carry some kN leave some tenths of a millimetre."""
FLANK_FRICTION = 0.09
"""Of elements on sheaves in oil."""
RING_REST, RING_SLIDE, RING_FADE = 0.08, 0.05, 0.2
"""Stribeck's law between rings and on saddles: at rest, sliding, and the speed in m/s at which half the gap is gone."""
RING_FILM = 30.0
"""N s/m^2 of oil between layers: too little to be felt; without it nothing would hold loose elements in a span."""
FLANK_SLIP, RING_SLIP = 2.0e-3, 4.0e-3
"""m/s below which friction is smoothed; a thousandth of what the belt runs, far below the slip that carries torque."""
SHARP = 1 / 512
"""Share of those slips below which friction is smoothed in a steady state: so little that half of it changes the push
along the belt by less than a percent; steps through time need the whole."""
PLATE_HUB, PLATE_RIM, PLATE_HUB_THICKNESS, PLATE_RIM_THICKNESS = 22e-3, 80e-3, 24e-3, 9e-3
"""m: a sheave as a plate; it opens by some hundredths of a millimetre under 20 kN, as is measured on such pulleys."""
SINE_STIFFNESS, SINE_AXIS = 8.0e5, 0.0
"""N m/rad and m of the sine model: the same opening opposite to the belt as that of the plates."""
TILT_STIFFNESS = 6.0e5
"""N m/rad of the seat of the movable sheave: tilts by a milliradian under full load, its play included."""
SHAFT_SEGMENTS = ((0.040, 0.030), (0.060, 0.044), (0.040, 0.030))
"""m, lengths and diameters."""
SHAFT_BEARINGS, SHAFT_SHEAVES = (0.010, 0.130), (0.050, 0.090)
"""m along the shaft."""
BEARING_STIFFNESS, BEARING_CLEARANCE = 3.0e8, 10e-6
"""N/m and m of ball bearings of that size."""
INERTIA = 0.02
"""kg m^2 of a pulley with its shaft."""
AXIAL_TIME, TILT_TIME = 2.0e-3, 2.0e-3
"""s, delays of gap and tilt: the chapter makes them first order; oil and friction allow no faster motion."""
GAP_STIFFNESS = 1.0e8
"""N/m by which the delay of the gap is scaled: 20 kN close the groove by 0.2 mm."""
OIL_SPIN = 2.0e-3
"""N s^2: thrust of the turning oil by the square of the speed; 90 N at 2000 rpm."""
SPEED = 2000 * 2 * pi / 60
"""rad/s of the driving shaft."""
THRUST = 20e3
"""N on the driven pulley."""
LOOSE = 3e3
"""N: force by strain with which loose elements keep together; ten newtons, where thousands are pressed."""
LIMIT_FREQUENCY = 1e3
"""Hz, printed: faster motion is not followed; functions of first order are delayed accordingly."""
CONTROL = 1e5, 5e5
"""N and N/s of ratio: a control that takes away an error of the ratio within half a second and overshoots by a tenth of
a change; the state to which it leads does not depend on it."""

STANDING_FRICTION = 0.01
"""Share of the friction with which a standing belt is found: 1 % of it leaves the force at both ends alike to 4 %."""
STANDING_SPEED = 50.0
"""rad/s: so slow that the belt's own mass takes a thousandth of the thrust."""
