"""The quick-return shaper of Haug Sec. 5.4: crank `crank` started at angle `phase`, speed `omega`."""

from __future__ import annotations

from linkwork.expression import Expression
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar


def quick_return() -> Planar:
    """Haug Sec. 5.4, model 1: rocker, crank, sliding block, link and tool."""
    m = Planar("quick-return shaper", "Haug Sec. 5.4, model 1")
    arm, rocker, crank, tool = _rocker_crank_tool(m)
    block = m.body("block", estimate=(1.4, 2.6, 1.1))
    link = m.body("link", estimate=(0.9, 3.8, -0.2))
    m.revolute("C", crank.at(arm, 0), block.at(0, 0))
    m.revolute("D", rocker.at(2, 0), link.at(0.95, 0))
    m.revolute("E", link.at(-0.95, 0), tool.at(0, 0))
    m.translational("slide", rocker.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    return m


def quick_return_with_slot() -> Planar:
    """Haug Sec. 5.4, model 2: the block is a revolute-translational joint, the link a revolute-revolute one."""
    m = Planar("quick-return shaper, model 2", "Haug Sec. 5.4, model 2")
    arm, rocker, crank, tool = _rocker_crank_tool(m)
    m.revolute_translational("C", rocker.line((0, 0), (1, 0)), crank.at(arm, 0))
    m.revolute_revolute("DE", tool.at(0, 0), rocker.at(2, 0), length=1.9)
    return m


def _rocker_crank_tool(m: Planar) -> tuple[Expression, BodyHandle, BodyHandle, BodyHandle]:
    """What both models have: rocker about A, driven crank about B, tool on slide F."""
    arm, _, _ = m.parameters(crank=1.5, omega="2*pi", phase=0.44)
    rocker = m.body("rocker", estimate=(0.9, 1.8, 1.1))
    crank = m.body("crank", estimate=(0, 2, 0.4))
    tool = m.body("tool", estimate=(0, 4, 0))
    m.revolute("A", m.ground.at(0, 0), rocker.at(-2, 0))
    m.revolute("B", m.ground.at(0, 2), crank.at(0, 0))
    m.translational("F", m.ground.line((-3, 4), (-2, 4)), tool.line((0, 0), (1, 0)))
    m.drive("motor", joint="B", angle="phase + omega*t")
    return arm, rocker, crank, tool
