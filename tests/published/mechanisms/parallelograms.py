"""The five-bar parallelogram of Haug Ex. 5.1.1: three cross bars on pivots 0, 1 and 2, and a coupler."""

from __future__ import annotations

from linkwork.expression import Expression
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar


def five_bar() -> Planar:
    """Haug Ex. 5.1.1 as first modelled: six revolute joints, one equation too many."""
    m = Planar("five-bar parallelogram", "Haug Ex. 5.1.1")
    l3, bar3, coupler = _bars(m)
    m.revolute("F", bar3.at(l3, 0), coupler.at(2, 0))
    return m


def five_bar_repaired() -> Planar:
    """Haug Ex. 5.1.1 repaired: the last revolute joint becomes revolute-translational; third bar of length `l3`."""
    m = Planar("five-bar parallelogram, repaired", "Haug Ex. 5.1.1")
    l3, bar3, coupler = _bars(m)
    m.revolute_translational("F", coupler.line((0, 0), (1, 0)), bar3.at(l3, 0))
    return m


def _bars(m: Planar) -> tuple[Expression, BodyHandle, BodyHandle]:
    """The bars with five revolute joints, the first one driven from 0.3 rad at 1 rad/s."""
    l3 = m.parameters(l3=1)
    bars = [m.body(f"bar{i + 1}", estimate=(i, 0, 0.3)) for i in range(3)]
    coupler = m.body("coupler", estimate=(0.95, 0.3, 0))
    for i, pivot in enumerate("ACE"):
        m.revolute(pivot, m.ground.at(i, 0), bars[i].at(0, 0))
    m.revolute("B", bars[0].at(1, 0), coupler.at(0, 0))
    m.revolute("D", bars[1].at(1, 0), coupler.at(1, 0))
    m.drive("motor", joint="A", angle="0.3 + t")
    return l3, bars[2], coupler
