"""All ways of putting a mechanism together: two dyads in a row can be assembled in four ways."""

import linkwork as lw

m = lw.Planar("six-bar with a slider")
crank = m.body("crank", estimate=(0, 0, 1.0))
coupler = m.body("coupler", estimate=(0.05, 0.08, 0.3))
rocker = m.body("rocker", estimate=(0.3, 0, 1.7))
rod = m.body("rod", estimate=(0.3, 0.3, -0.5))
slider = m.body("slider", estimate=(0.6, 0, 0))
m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("A", crank.at(0.1, 0), coupler.at(0, 0))
m.revolute("B", coupler.at(0.28, 0), rocker.at(0.22, 0))
m.revolute("C", m.ground.at(0.3, 0), rocker.at(0, 0))
m.revolute("D", rocker.at(0.3, 0), rod.at(0, 0))
m.revolute("E", rod.at(0.4, 0), slider.at(0, 0))
m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
m.drive("motor", joint="O", angle="1 + t")

found = m.branches()
print(found.text())
for number, assembly in enumerate(found, 1):
    assembly.draw(path=f"branch-{number}.png")
