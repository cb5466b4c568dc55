"""The hexapod HEXACT as it follows from what Kuebler, Henninger and Eberhard (2005) print: no drawing of it is there.

Their compliance at the centre, Eq. (18), gives the stiffness and the inclination of the struts and the lever of the
tilt; the angle of tangential struts, 80.2 deg, the ratio of the radii; the radius of 200 mm at 13.2 deg the radii.
Whether the struts run inwards or outwards the print does not tell. Struts half as stiff
fit the printed rotations better.
"""

from __future__ import annotations

from math import radians

OUTER_RADIUS = 0.5857
"""m: R, from the workspace of 200 mm at 13.2 deg."""
INNER_RADIUS = 0.09969
"""m: a = 0.1702 R, from the tangential strut at 80.2 deg."""
INNER_HEIGHT = {"inward": 0.3452, "outward": 0.5079}
"""m over the middle plane: h, from the lever of the tilt, 0.3305 m."""
INCLINATION = radians(39.22)
"""rad of the struts against the middle plane, from the ratio of the compliances along x and z."""
STIFFNESS = 3.134e6
"""N/m of a strut, from the trace of Eq. (18)."""
PIVOT = radians(40)
"""rad, printed: how far a joint of a strut may turn from its radial direction."""
STROKE = 0.4
"""m, printed; that the home position is in the middle of it is ours."""

# The machine in motion. Masses, inertias and damping are not printed; these are ours, of the size of such a machine.
CARRIER = (100.0, 5.0)
"""kg and kg m^2: the tool carrier, alike about all axes; ours."""
QUILL = (20.0, 0.4)
"""kg and kg m^2: the part of a strut that the frame holds; ours."""
PLUNGER = (10.0, 0.2)
"""kg and kg m^2: the part that carries; ours."""
MASS_CENTRE = 0.15
"""m from its joint to the mass centre of a quill or a plunger, some quarter of a strut of 0.63 m; ours."""
JOINT_DAMPING = 1000.0
"""N s/m of a joint: some percent of the critical damping of the carrier on its struts; ours."""
CIRCLE_RADIUS = 0.1
"""m, printed: of the tool's path."""
TORQUE = 1000.0
"""N m about the tool's axis on the circle, printed."""
