"""The quick-return shaper of Haug Sec. 8.3 with its masses: rocker, crank with flywheel, block, link and tool."""

from __future__ import annotations

from linkwork.mechanism.planar import Planar

TORQUE = 165521.0
"""Work of a cut over 2 pi (N m)."""
CUT = "if(vx < 0, if(x > cut_end, if(x < cut_start, cut, 0), 0), 0)"
"""A uniform cutting force stands in for the lost figure: the printed work 1.04e6 N m over the cut."""


def shaper() -> Planar:
    """Bodies, joints and masses (Tables 5.4.1, 5.4.2, 8.3.1), estimates at x6 = -4 where the cut has ended."""
    m = Planar("shaper", "Haug Sec. 8.3")
    m.parameters(flywheel=2000, tool_mass=50, phase=2.995446)
    rocker = m.body("rocker", estimate=(-1.128, 1.651, 2.17))
    crank = m.body("crank", estimate=(0, 2, "phase"))
    block = m.body("block", estimate=("1.5*cos(phase)", "2 + 1.5*sin(phase)", 2.17))
    link = m.body("link", estimate=(-3.12, 3.65, -0.37))
    tool = m.body("tool", estimate=(-4, 4, 0))
    masses = {rocker: (100, 100), crank: (1000, "flywheel"), block: (5, 0.05), link: (30, 10), tool: ("tool_mass", 1.5)}
    for body, (mass, inertia) in masses.items():
        m.mass(body, mass=mass, inertia=inertia)
    m.revolute("A", m.ground.at(0, 0), rocker.at(-2, 0))
    m.revolute("B", m.ground.at(0, 2), crank.at(0, 0))
    m.revolute("C", crank.at(1.5, 0), block.at(0, 0))
    m.revolute("D", rocker.at(2, 0), link.at(0.95, 0))
    m.revolute("E", link.at(-0.95, 0), tool.at(0, 0))
    m.translational("F", m.ground.line((-3, 4), (-2, 4)), tool.line((0, 0), (1, 0)))
    m.translational("slide", rocker.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.set_gravity(0, -9.81)
    return m


def driven_shaper(tool_mass: float = 50.0) -> Planar:
    """Turned at one revolution a second."""
    m = shaper()
    m.set(tool_mass=tool_mass)
    m.drive("motor", joint="B", angle="phase + 2*pi*t")
    return m


def cutting_shaper(flywheel: float = 2000.0, start: float = 1.5, end: float = -4.0) -> Planar:
    """Driven by a constant torque against the cutting force, which acts while the tool moves from `start` to `end`."""
    m = shaper()
    m.parameters(cut_start=start, cut_end=end, cut=1.04e6 / (start - end))
    m.set(flywheel=flywheel)
    m.force("cutting", "tool", x=CUT)
    m.force("torque", "crank", torque=TORQUE)
    return m
