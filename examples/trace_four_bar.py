"""The whole configuration curve of a four-bar whose crank cannot go round.

A run over time ends at the first limit of the crank. The trace goes on by arc length, through the limit positions, and
finds all circuits; each circuit is a run of its own with all channels.
"""

import linkwork as lw

m = lw.Planar("double rocker")
a, b, c, d = m.parameters(a=0.20, b=0.16, c=0.24, d=0.38)
crank = m.body("crank", estimate=(0, 0, 0.6))
coupler = m.body("coupler", estimate=(0.17, 0.11, 0.3), points={"P": (b / 2, 0.1)})
rocker = m.body("rocker", estimate=(d, 0, 2.2))
m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("A", crank.at(a, 0), coupler.at(0, 0))
m.revolute("B", coupler.at(b, 0), rocker.at(c, 0))
m.revolute("C", m.ground.at(d, 0), rocker.at(0, 0))
m.drive("motor", joint="O", angle="0.6 + t")

trace = m.trace()
print(trace.text())
circuit = trace.circuits[0]
circuit.run.cross_plot("coupler.P.x", "coupler.P.y", path="coupler-curve.png")
circuit.run.cross_plot("crank.angle", "rocker.angle", path="input-output.png")
