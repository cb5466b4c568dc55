"""Friction and inertia of a pendulum from a noisy measurement of its angle.

Mass and place of the mass centre are known from weighing; moment of inertia, viscous drag and the torque of the dry
bearing are found from six seconds of swinging. Every value comes with its standard error.
"""

import numpy as np

import linkwork as lw

m = lw.Planar("pendulum")
m.parameters(J=0.02, drag=0.001, dry=0.001)
m.set_gravity(0, -9.81)
bob = m.body("bob", estimate=(0, 0, 0.9))
m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
m.mass("bob", mass=1.5, center=(0, -0.25), inertia="J")
m.force("bearing", bob, torque="-drag*omega - dry*tanh(omega/0.05)")

true = {"J": 0.035, "drag": 0.012, "dry": 0.02}
noise = 0.005
times = np.linspace(0.0, 6.0, 241)
m.set(**true)
angle = m.simulate(until=6.0, points=241)["bob.angle"]
measured = {"t": times, "bob.angle": angle + noise * np.random.default_rng(4).normal(size=len(times))}

m.set(J=0.02, drag=0.001, dry=0.001)
found = m.fit(
    measured,
    {"J": (0.005, 0.2), "drag": (0, 0.1), "dry": (0, 0.1)},
    deviations={"bob.angle": noise},
)
print(found.text())
found.plot("identification.png")
