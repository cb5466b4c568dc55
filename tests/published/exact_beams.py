"""Mechanisms of beams whose numbers are printed or known in closed form."""

from __future__ import annotations

import math
from functools import cache

import linkwork as lw
from linkwork.analysis.equilibrium.load_path import LoadPath
from linkwork.mechanism.beams.handle import BeamHandle
from linkwork.run.run import Run

RADIUS = 100.0
BEND = {"type": "stiffness", "EA": 1e7, "EI": 1e7 / 12, "mass": 1, "inertia": 0.1}
STIFFNESSES = {
    "A": BEND | {"GA": 4.16667e6, "GJ": 8.3333e5},
    "B": BEND | {"GA": 5e6, "GJ": 8.3333e5},
    "C": BEND | {"GA": 4.16667e6, "GJ": 7.02885e5},
}


@cache
def bend_tip(stiffness: str, load: float, elements: int) -> tuple[float, float, float]:
    """Displacement of the tip of the 45 degree bend under a dead force along z."""
    m = lw.Spatial("45 degree bend")
    end = (RADIUS * (1 - math.cos(math.pi / 4)), RADIUS * math.sin(math.pi / 4), 0)
    shape = {"section": STIFFNESSES[stiffness], "bend": "45 deg", "y": (1, 0, 0)}
    arm = m.beam("arm", (0, 0, 0), end, elements=elements, **shape)
    m.fixed("clamp", m.ground, arm.node("root"), at=(0, 0, 0))
    m.force("P", arm.at("tip"), z=f"{load}*t")
    path = m.load_path(longest=0.5, progress=False)
    x, y, z = (float(path[f"arm_tip.{axis}"][-1] - path[f"arm_tip.{axis}"][0]) for axis in "xyz")
    return x, y, z


@cache
def rolled(elements: int, turns: float = 1.0) -> tuple[float, float, float]:
    """A cantilever of 1 m under an end moment that bends it into so many circles: tip x, y and angle."""
    m = lw.Planar("roll-up")
    section = {"type": "rectangle", "width": 0.02, "height": 0.01}
    arm = m.beam("arm", (0, 0), (1, 0), section=section, E=2e9, rho=1000, elements=elements)
    m.fixed("clamp", m.ground, arm.node("root"), at=(0, 0))
    m.force("M", arm.node("tip"), torque=f"{2 * math.pi * turns * 2e9 * 0.02 * 0.01**3 / 12}*t")
    path = m.load_path(progress=False)
    x, y, angle = (float(path[f"arm_tip.{name}"][-1]) for name in ("x", "y", "angle"))
    return x, y, angle


def slender(elements: int, name: str = "slender cantilever") -> tuple[lw.Planar, BeamHandle]:
    """A cantilever of 1 m, EI = 1 N m^2, mass 1 kg/m, practically inextensible, rigid in shear."""
    m = lw.Planar(name)
    section = {"type": "stiffness", "EA": 1e8, "EI": 1, "mass": 1, "inertia": 1e-9}
    arm = m.beam("arm", (0, 0), (1, 0), section=section, elements=elements)
    m.fixed("clamp", m.ground, arm.node("root"), at=(0, 0))
    return m, arm


@cache
def elastica(load: float, elements: int = 16) -> tuple[float, float]:
    """Tip of a cantilever under a dead transverse end load P L^2 / EI: how far it moves back and down."""
    m, arm = slender(elements, "elastica")
    m.force("P", arm.at("tip"), y=f"-{load}*t")
    path = m.load_path(progress=False)
    return 1.0 - float(path["arm_tip.x"][-1]), -float(path["arm_tip.y"][-1])


@cache
def column(elements: int = 16) -> list[float]:
    """Loads at which a clamped column buckles."""
    m, arm = slender(elements, "Euler's column")
    m.force("P", arm.at("tip"), x="-t")
    return [float(load) for load in m.load_path(until=25, progress=False).bifurcations]


@cache
def lee_frame(elements: int = 20) -> LoadPath:
    """Lee's frame: two legs of 120, hinged, a load down at a fifth of the upper one."""
    m = lw.Planar("Lee's frame")
    shape = {"section": {"type": "section", "area": 6, "I_z": 2}, "E": 720, "nu": 0.3, "rho": 1e-3}
    leg = m.beam("leg", (0, 0), (0, 120), elements=elements, **shape)
    top = m.beam("top", (0, 120), (120, 120), elements=elements, places={"load": 0.2}, **shape)
    m.revolute("A", m.ground.at(0, 0), leg.at("root"))
    m.revolute("B", m.ground.at(120, 120), top.at("tip"))
    m.fixed("corner", leg.node("tip"), top.node("root"), at=(0, 120))
    m.force("P", top.at("load"), y="-t")
    return m.load_path(until=2.5, longest=0.1, progress=False)


@cache
def spin_up(elements: int = 12) -> Run:
    """The beam of Kane, Ryan and Banerjee and of Simo and Vu-Quoc, whose root turns up to 6 rad/s in 15 s."""
    m = lw.Planar("spin-up")
    section = {"type": "stiffness", "EA": 2.8e7, "GA": 1e7, "EI": 1.4e4, "mass": 1.2, "inertia": 6e-4}
    arm = m.beam("arm", (0, 0), (10, 0), section=section, elements=elements)
    m.revolute("O", m.ground.at(0, 0), arm.at("root"))
    m.drive("spin", joint="O", angle="if(t < 15, 6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1)), 6*t - 45)")
    options = {"method": "radau", "formulation": "projection", "rtol": 1e-6, "progress": False}
    return m.simulate(20.0, 401, **options)
