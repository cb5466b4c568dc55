"""A first result waits for nothing that it does not use."""

from __future__ import annotations

import subprocess
import sys

UNUSED = (
    "scipy",
    "email",
    "xml.sax",
    "matplotlib",
    "pandas",
    "linkwork.networks.catalogue",
    "linkwork.bodies.flexible.description",
    "linkwork.bodies.ritz.description",
    "linkwork.elements.spatial.catalogue",
)
PROGRAM = """
import sys
import linkwork as lw
m = lw.Planar("pendulum")
m.parameters(length=1.0)
bar = m.body("bar", estimate=(0, 0, 0))
m.mass("bar", mass=1, center=(1, 0), inertia=0.1)
m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
m.joint_spring("coil", "O", stiffness="10*length")
run = m.simulate(0.1, 3, progress=False)
slopes = m.sensitivity("bar.angle", to=["length"], until=0.1, points=3, analysis="simulate")
print(*sys.modules)
"""


def test_a_pendulum_and_its_sensitivity_load_no_circuits_no_finite_elements_and_no_space() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert set(UNUSED) & set(done.stdout.split()) == set()
