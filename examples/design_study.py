"""A design study: how long must the rod of a slider-crank be? (Haug section 5.2: crank 2 m, one turn a second.)

Changing a parameter refills the tables; nothing is compiled again. A rod shorter than the crank locks the mechanism:
the run ends cleanly there and says why.
"""

import linkwork as lw
from linkwork.view.show import plot

m = lw.Planar("slider-crank study")
rod = m.parameters(rod=3.5)
crank = m.body("crank", estimate=(0, 0, 0.8))
link = m.body("rod", estimate=(1.4, 1.4, -0.4))
slider = m.body("slider", estimate=(4.6, 0, 0))
m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("B", crank.at(2, 0), link.at(0, 0))
m.revolute("C", link.at(rod, 0), slider.at(0, 0))
m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
m.drive("motor", joint="A", angle="pi/4 + 2*pi*t")

lengths = [5.0, 3.5, 2.5]
runs = []
for length in lengths:
    m.set(rod=length)
    runs.append(m.kinematics(until=1.0, points=401))
plot(runs, ["slider.x", "slider.ax"], path="design-study.png", labels=[f"rod {length} m" for length in lengths])

m.set(rod=1.9)
locked = m.kinematics(until=1.0, points=401)
print(locked)
print("largest accelerations:", [f"{abs(run['slider.ax']).max():.1f} m/s2" for run in runs])
