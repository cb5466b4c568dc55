"""Balancing a slider-crank: which counterweight on the crank leaves the least shaking force on the frame?

The crank turns at constant speed. The rod acts as two masses, one at the crank pin and one at the slider; the shaking
force is what bearing and guide carry together. The first harmonic of the slider's motion is exactly r cos(wt), so that
the least mean square is reached with all of the turning and half of the sliding mass balanced:
counterweight * arm = r (pin + rod (l - c)/l + (slider + rod c/l)/2).
"""

import linkwork as lw
from linkwork.view.show import plot

m = lw.Planar("balancing")
m.parameters(r="50 mm", l="160 mm", c="50 mm", arm="60 mm", pin="0.3 kg", rod="0.6 kg", slider="0.4 kg", weight=0.0)
crank, link, piston = m.bodies("crank", "link", "piston")
m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("A", crank.at("r", 0), link.at(0, 0))
m.revolute("B", link.at("l", 0), piston.at(0, 0))
m.translational("guide", m.ground.line((0, 0), (1, 0)), piston.line((0, 0), (1, 0)))
m.mass("crank", mass="pin + weight", center=("(pin*r - weight*arm)/(pin + weight)", 0), inertia=1e-3)
m.mass("link", mass="rod", center=("c", 0), inertia="rod*c*(l - c)")
m.mass("piston", mass="slider", inertia=1e-4)
m.drive("motor", joint="O", angle="100*t")

shaking = "mean(O.fx^2 + (O.fy + guide.fy)^2)"
turn = {"analysis": "inverse_dynamics", "until": "2*pi/100", "points": 121}
best = m.optimise(shaking, {"weight": (0, 3)}, tolerance=1e-13, **turn)
print(best.text())

before = m.inverse_dynamics(until="2*pi/100", points=121)
names = ["without", f"{best.parameters['weight']:.3f} kg"]
plot([before, best.run], ["O.fx", "O.fy"], path="balancing.png", labels=names)
