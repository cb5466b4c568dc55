"""Tolerances of a press: where does the slide stop, how far is it off in a series, and which length is to blame?

The crank turns once a second; the guide lies beside the crank's axis. Bottom dead centre is at
sqrt((r + l)^2 - e^2) below the axis, and must be met within 0.1 mm.
"""

import linkwork as lw
from linkwork import plans

m = lw.Planar("press")
m.parameters(r="50 mm", l="200 mm", e="20 mm")
crank = m.body("crank", estimate=(0, 0, 0))
rod = m.body("rod", estimate=("r", 0, 0))
slide = m.body("slide", estimate=("r + l", "e", 0))
m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("A", crank.at("r", 0), rod.at(0, 0))
m.revolute("B", rod.at("l", 0), slide.at(0, 0))
m.translational("guide", m.ground.line((0, "e"), (1, "e")), slide.line((0, 0), (1, 0)))
m.drive("motor", joint="O", angle="2*pi*t")

made = {"r": "+- 0.05 mm", "l": "+- 0.1 mm uniform", "e": "20 mm +0.5 mm/-0 mm triangular"}
bottom, stroke = "max(slide.x)", "range(slide.x)"
cycle = {"analysis": "kinematics", "until": 1.0, "points": 61}

series = m.study(plans.monte_carlo(400, seed=7, **made), [bottom, stroke], **cycle)
limits = (0.2491, 0.2493)
print(series.statistics(bottom, limits).text())
print(series.contributions(bottom).text())
series.histogram(bottom, limits, path="press-tolerances.png")

worst = m.study(plans.worst_case(**made), [bottom, stroke], **cycle)
print(worst.text())
