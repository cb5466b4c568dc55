"""A spring that makes equilibria: an arm that rests at 20 degrees when empty and sinks to -10 degrees under 1 kg.

The spring reaches from a point above the arm's pin to a point on the arm. Rest needs k (1 - free/L) h b = M g a with
the spring's length L^2 = b^2 + h^2 - 2 b h sin(angle): two positions give stiffness and free length.
"""

import linkwork as lw

m = lw.Planar("spring scale")
m.parameters(a="0.4 m", b="0.3 m", h="0.35 m", k=300, free="0.1 m", arm="1.2 kg", load="0 kg", wanted="20 deg")
m.set_gravity(0, -9.81)
beam = m.body("beam", estimate=(0, 0, 0.1))
m.revolute("O", m.ground.at(0, 0), beam.at(0, 0))
m.mass("beam", mass="arm + load", center=("a", 0), inertia=0.05)
m.spring("spring", m.ground.at(0, "h"), beam.at("b", 0), stiffness="k", free_length="free")

cases = {"empty": {"load": 0.0, "wanted": "20 deg"}, "loaded": {"load": 1.0, "wanted": "-10 deg"}}
best = m.optimise(
    "(beam.angle - wanted)^2",
    {"k": (50, 2000), "free": (0, 0.3)},
    analysis="equilibrium",
    cases=cases,
    tolerance=1e-16,
)
print(best.text())
best.plot("spring-scale.png")
