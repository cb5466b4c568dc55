"""The benchmark problems, with all their data."""

from __future__ import annotations

import linkwork as lw


def slider_crank() -> lw.Planar:
    """Haug 5.2, model 1: crank 2 m, rod 3.5 m, 2 pi rad/s, one turn."""
    m = lw.Planar("slider-crank")
    crank = m.body("crank", estimate=(0, 0, 0.7))
    rod = m.body("rod", estimate=(3, 0.7, -0.4))
    slider = m.body("slider", estimate=(4.6, 0, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), rod.at(-1.75, 0))
    m.revolute("C", rod.at(1.75, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="A", angle="pi/4 + 2*pi*t")
    return m


def four_bar() -> lw.Planar:
    """Haug 5.3, model 1: crank 2 m, coupler 4 m, follower 3 m, second pivot (4, -1), 2 pi rad/s, one turn."""
    m = lw.Planar("four-bar")
    crank = m.body("crank", estimate=(0, 1, 1.5))
    coupler = m.body("coupler", estimate=(2, 2, 0))
    follower = m.body("follower", estimate=(4, 0.5, 1.5))
    m.revolute("A", m.ground.at(0, 0), crank.at(-1, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(-2, 0))
    m.revolute("C", coupler.at(2, 0), follower.at(1.5, 0))
    m.revolute("D", follower.at(-1.5, 0), m.ground.at(4, -1))
    m.drive("motor", joint="A", angle="pi/2 + 2*pi*t")
    return m


def chain(count: int) -> lw.Planar:
    """A row of four-bars, each follower turning the next crank.

    Every loop: crank and follower 1 m, coupler and pivots 2 m; crank i+1 sits on the pivot of follower i and turns with
    it. The first crank swings as pi/2 + 0.3 sin(2 pi t) rad, away from the flat positions; one second.
    """
    m = lw.Planar(f"chain of {count} four-bars")
    for i in range(count):
        x = 2.0 * i
        crank = m.body(f"crank{i}", estimate=(x, 0, 1.5708))
        coupler = m.body(f"coupler{i}", estimate=(x, 1, 0.1))
        follower = m.body(f"follower{i}", estimate=(x + 2, 0, 1.5708))
        m.revolute(f"A{i}", m.ground.at(x, 0), crank.at(0, 0))
        m.revolute(f"B{i}", crank.at(1, 0), coupler.at(0, 0))
        m.revolute(f"C{i}", coupler.at(2, 0), follower.at(1.0, 0))
        m.revolute(f"D{i}", m.ground.at(x + 2, 0), follower.at(0, 0))
        if i:
            m.relative_angle(f"link{i}", f"follower{i - 1}", crank, 0)
    m.drive("motor", joint="A0", angle="pi/2 + 0.3*sin(2*pi*t)")
    return m
