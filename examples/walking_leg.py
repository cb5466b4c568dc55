"""A four-bar leg: its foot goes straight and evenly while the crank makes half a turn, and comes back through the air.

Path generation with timing: seven points on a line at crank angles 30 degrees apart, from 200 starts in compiled code.
Coupler and rocker of the best linkage come out equal: it is Hoecken's. Then the general synthesis, which takes any
mechanism, brings the hip to a given height.
"""

from math import radians

from linkwork.design.synthesis import four_bar_path
from linkwork.synthesis import grashof, path, transmission

line = [(0.3 - 0.1 * number, 0.0) for number in range(7)]
angles = [radians(-30 * number) for number in range(7)]
lengths = dict.fromkeys(("l1", "l2", "l3", "l4"), (0.03, 3))
bounds = {"y": (0.3, 1.5), **lengths}
found = four_bar_path(line, angles=angles, bounds=bounds, transmission="30 deg", name="walking leg")
print(found.table())
found.draw("walking-leg.png")

leg = found[0].mechanism
leg.set(y=0.7)
free = {**lengths, "x": (-1, 1), "turn": (-4, 4), "px": (-2, 2), "py": (-2, 2), "phase": (-4, 4)}
timing = ("crank.angle", [f"turn + phase - {30 * number} deg" for number in range(7)])
conditions = [*grashof(*lengths), *transmission(*lengths, least="30 deg")]
better = leg.synthesise(path("coupler.P", line, inputs=timing), free, conditions=conditions, starts=1)
print(better.text())

m = better[0].mechanism
run = m.kinematics(until=1.0, points=361)
run.animate("walking-leg.html", traces=["coupler.P"])
print(f"the foot strays {1000 * better[0].largest:.1f} mm from its even straight way of 600 mm")
