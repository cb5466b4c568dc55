"""Mechanisms that the tests of the analyses share."""

from __future__ import annotations

import linkwork as lw


def slider_crank(rod: float = 3.5, phase: str = "pi/4", scale: float = 1.0) -> lw.Planar:
    """Haug 5.2, model 1; `scale` multiplies all lengths."""
    m = lw.Planar("slider-crank")
    r, length = m.parameters(r=2.0 * scale, l=rod * scale)
    crank = m.body("crank", estimate=(0, 0, 0.7))
    body = m.body("rod", estimate=(2 * scale, 0.7 * scale, -0.4))
    slider = m.body("slider", estimate=(4.6 * scale, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), body.at(-length / 2, 0))
    m.revolute("B", body.at(length / 2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle=f"{phase} + 2*pi*t")
    return m


def four_bar(follower: float = 3.0, drive: bool = True) -> lw.Planar:
    """Haug 5.3, model 1."""
    m = lw.Planar("four-bar")
    length = m.parameters(l=follower)
    crank = m.body("crank", estimate=(0, 1, 1.5))
    coupler = m.body("coupler", estimate=(2, 2, 0), points={"middle": (0, 0)})
    rocker = m.body("follower", estimate=(4, 0.5, 1.5))
    m.revolute("A", m.ground.at(0, 0), crank.at(-1, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(-2, 0))
    m.revolute("C", coupler.at(2, 0), rocker.at(length / 2, 0))
    m.revolute("D", rocker.at(-length / 2, 0), m.ground.at(4, 2 - length))
    if drive:
        m.drive("motor", joint="A", angle="pi/2 + 2*pi*t")
    return m


def parallelogram(drive: bool = True, scale: float = 1.0, start: float = 1.0) -> lw.Planar:
    """Three equal parallel bars between ground and coupler: one constraint too many, one freedom (Haug 5.1.1)."""
    from math import cos, sin

    m = lw.Planar("three bars")
    coupler = m.body("coupler", estimate=(scale * cos(start), scale * sin(start), 0))
    for number in range(3):
        bar = m.body(f"bar{number}", estimate=(scale * number, 0, start))
        m.revolute(f"G{number}", m.ground.at(scale * number, 0), bar.at(0, 0))
        m.revolute(f"C{number}", bar.at(scale, 0), coupler.at(scale * number, 0))
    if drive:
        m.drive("motor", joint="G0", angle=f"{start} + t")
    return m
