"""Symbols between two points that move: rods, struts, springs, belts."""

from __future__ import annotations

import numpy as np

from linkwork.elements.sketch import held_at
from linkwork.view.glyphs.belts import belt_loop
from linkwork.view.glyphs.connectors import BAND, belly, folds
from linkwork.view.spatial import solids
from linkwork.view.spatial.parts import DARK, METAL, Part, Sketch, Span, Symbol, helix, wire
from linkwork.view.spatial.pieces import ball_at, hinge_at, put
from linkwork.view.spatial.solids import Array, Solid

COILS = 8
SLIDE_ROOM = 4.0  # the least length of a spring along a slide in units; a body drawn about its end hides a shorter one
_STEADY = 1e-3
"""A rod whose length changes by a smaller share is a rod, another one a strut."""


def _span(symbol: Symbol) -> Span:
    first, second = symbol["first"], symbol["second"]
    x = np.array(first["axes"])[:, 0]
    return Span((first["body"], np.array(first["at"])), (second["body"], np.array(second["at"])), x)


def _lengths(sketch: Sketch, symbol: Symbol) -> Array:
    lengths: Array = np.linalg.norm(sketch.travel(symbol), axis=1)
    return lengths


def _stretched(symbol: Symbol, kind: str, solid: Solid, colour: str, thick: float = 0.0) -> Part:
    return Part(kind, 0, solid, colour, symbol["name"], thick, "stretch", _span(symbol))


def _tips(sketch: Sketch, symbol: Symbol) -> list[Part]:
    parts: list[Part] = []
    for end, tip in zip((symbol["first"], symbol["second"]), symbol["tips"], strict=True):
        sketch.hold(end["body"], end["at"])
        parts += hinge_at(end, sketch.unit, symbol["name"]) if tip == "hinge" else []
        parts += [ball_at(end, 0.6 * sketch.unit, symbol["name"])] if tip == "ball" else []
    return parts


def _pieces(length: float, u: float) -> int:
    return int(np.clip(round(length / (3.0 * u)), 1, 12))


def rod(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A massless rod with its joints at the ends; a strut where its length changes."""
    lengths, u = _lengths(sketch, symbol), sketch.unit
    if float(np.ptp(lengths)) > _STEADY * float(lengths.max()):
        return strut(sketch, symbol)
    bar = solids.cylinder(0.3 * u, 0.0, 1.0, 10, _pieces(float(lengths.mean()), u))
    return [_stretched(symbol, "rod", bar, METAL), *_tips(sketch, symbol)]


def beam(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """An element of a beam: a bar that stretches with the distance, and a ball that fills the bend at its end."""
    u = sketch.unit
    for end in (symbol["first"], symbol["second"]):
        sketch.hold(end["body"], end["at"])
    bar = solids.cylinder(0.3 * u, 0.0, 1.0, 10, _pieces(float(_lengths(sketch, symbol).mean()), u))
    span = Part("rod", symbol["first"]["body"], bar, None, symbol["name"], 0.0, "stretch", _span(symbol))
    return [span, put("rod", symbol["second"], solids.sphere(0.31 * u, 10, 7), None, symbol["name"])]


def strut(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A cylinder at the first end and a piston rod from the second that slides in it."""
    u, lengths = sketch.unit, _lengths(sketch, symbol)
    reach = max(0.62 * float(lengths.min()), 1.5 * u)
    barrel = solids.cylinder(0.62 * u, 0.5 * u, reach, 14, _pieces(reach, u))
    piston = solids.cylinder(0.26 * u, _begin(reach, lengths, u), 1.0, 10, _pieces(float(lengths.min()), u))
    cylinder = Part("cylinder", 0, barrel, METAL, symbol["name"], 0.0, "from", _span(symbol))
    return [_stretched(symbol, "piston rod", piston, DARK), cylinder, *_tips(sketch, symbol)]


def cylinder(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A hydraulic cylinder: a stout tube with head and foot, and a thick rod."""
    return _telescope(sketch, symbol, 0.85, 0.4)


def gas_strut(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A gas strut: a slender tube and a thin rod."""
    return _telescope(sketch, symbol, 0.5, 0.16)


def damper(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A shock absorber: a tube, and about the end of its rod the wider cover that slides over it."""
    u, lengths = sketch.unit, _lengths(sketch, symbol)
    covered = max(0.45 * float(lengths.min()), u)
    cover = solids.cylinder(0.85 * u, -covered, -0.5 * u, 14, _pieces(covered, u))
    part = Part("cover", 0, cover, DARK, symbol["name"], 0.0, "to", _span(symbol))
    return [*_telescope(sketch, symbol, 0.55, 0.2), part]


def _telescope(sketch: Sketch, symbol: Symbol, tube: float, rod: float) -> list[Part]:
    u, lengths = sketch.unit, _lengths(sketch, symbol)
    shortest = float(lengths.min())
    reach = max(0.66 * shortest, 1.5 * u)
    for end in (symbol["first"], symbol["second"]):
        sketch.hold(end["body"], end["at"])
    eyes = [ball_at(end, 0.5 * u, symbol["name"]) for end in (symbol["first"], symbol["second"])]
    bar = solids.cylinder(rod * u, _begin(reach, lengths, u), 1.0, 10, _pieces(shortest, u))
    pieces = [(tube, 0.5 * u, reach), (1.12 * tube, 0.5 * u, 0.9 * u), (1.12 * tube, reach - 0.4 * u, reach)]
    span, name = _span(symbol), symbol["name"]
    made = [solids.cylinder(radius * u, begin, end, 14, _pieces(end - begin, u)) for radius, begin, end in pieces]
    tubes = [Part("cylinder", 0, solid, METAL, name, 0.0, "from", span) for solid in made]
    return [_stretched(symbol, "piston rod", bar, DARK), *tubes, *eyes]


def _begin(reach: float, lengths: Array, u: float) -> float:
    """Where a rod begins in a tube that reaches so far, as a share of the whole: deeper inside it would be painted
    through the tube.
    """
    return max(0.0, (reach - 0.8 * u) / max(float(lengths.max()), reach))


def spring(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A coil that stretches with the distance."""
    u = sketch.unit
    coil = helix(0.75 * u, 0.14, 0.86, COILS)
    line = np.vstack([[0.0, 0.0, 0.0], [0.0, 0.0, 0.1], coil, [0.0, 0.0, 0.9], [0.0, 0.0, 1.0]])
    for end in (symbol["first"], symbol["second"]):
        sketch.hold(end["body"], end["at"])
    eyes = [ball_at(end, 0.4 * u, symbol["name"]) for end in (symbol["first"], symbol["second"])]
    return [_stretched(symbol, "spring", wire(line), DARK, 0.15 * u), *eyes]


def slide_spring(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A coil along an axis, at which positions have a sign."""
    held = _held(sketch, symbol)
    return [] if held is None else spring(sketch, held)


def slide_damper(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A damper along an axis, at which positions have a sign."""
    held = _held(sketch, symbol)
    return [] if held is None else damper(sketch, held)


def _held(sketch: Sketch, symbol: Symbol) -> Symbol | None:
    """The symbol with its first end moved along the axis to where it is held; none where nothing goes far from zero.

    That is how the bending of a frame is described, which has no coil.
    """
    first, free = symbol["first"], float(symbol["sizes"][0])
    travel = sketch.travel(symbol)[:, 2]
    if max(float(np.max(np.abs(travel))), abs(free)) < sketch.unit:
        return None
    held = held_at(travel, free, SLIDE_ROOM * sketch.unit)
    at = np.array(first["at"]) + held * np.array(first["axes"])[:, 2]
    return {**symbol, "first": {**first, "at": at.tolist()}}


def muscle(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A belly that tapers into its two tendons."""
    return _turned(sketch, symbol, "muscle", belly())


def band(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A part of a muscle that goes over several points: alike all along."""
    return _turned(sketch, symbol, "muscle", [(BAND, 0.0), (BAND, 1.0)])


def absorber(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A bellows that folds."""
    return _turned(sketch, symbol, "absorber", [(0.2, 0.0), *folds(), (0.2, 1.0)])


def _turned(sketch: Sketch, symbol: Symbol, kind: str, profile: list[tuple[float, float]]) -> list[Part]:
    u = sketch.unit
    solid = solids.lathe([(half * u, at) for half, at in profile], 14)
    return [_stretched(symbol, kind, solid, METAL)]


def belt(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A belt round its pulleys, on the body that carries both of them."""
    first, second = (float(size) for size in symbol["sizes"])
    loop = belt_loop(sketch.travel(symbol)[0], (first, second))
    return [put("belt", symbol["first"], wire(loop), DARK, symbol["name"], 0.22 * sketch.unit)]
