"""Symbols of joints as parts: hinges, balls, crosses, slides, threads, plates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.view.spatial import solids
from linkwork.view.spatial.camera import camera
from linkwork.view.spatial.parts import DARK, METAL, RUBBER, Part, Sketch, Symbol, helix, wire
from linkwork.view.spatial.pieces import ball_at, hinge_at, put
from linkwork.view.spatial.solids import Array
from linkwork.view.spatial.spans import (
    absorber,
    band,
    beam,
    belt,
    cylinder,
    damper,
    gas_strut,
    muscle,
    rod,
    slide_damper,
    slide_spring,
    spring,
    strut,
)
from linkwork.view.spatial.wheels import gear, pulley, rack, wheel, width_of, worm

ROOM = 2.2  # units of rail beyond the travel
_ON_POSTS = ("hinge", "ball", "ring", "cross", "rail", "bushing")
_UPRIGHT = 0.8  # cosine of an axis that stands upright


def _meeting(sketch: Sketch, symbol: Symbol) -> tuple[Symbol, Symbol]:
    """Both sides where two bodies meet in a point, the fixed one first; both bodies reach it."""
    first, second = symbol["first"], symbol["second"]
    for end in (first, second):
        sketch.hold(end["body"], end["at"])
    return (second, first) if second["body"] == 0 else (first, second)


def hinge(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A short cylinder along the axis with its pin."""
    end, _ = _meeting(sketch, symbol)
    return hinge_at(end, sketch.unit, symbol["name"], sketch.exit(symbol))


def ball(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A ball."""
    end, _ = _meeting(sketch, symbol)
    return [ball_at(end, 0.74 * sketch.unit, symbol["name"])]


def cross(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """The two pins of a universal joint, each on its body, and the cross between them."""
    _meeting(sketch, symbol)
    u, parts = sketch.unit, []
    for end in (symbol["first"], symbol["second"]):
        caps = [solids.cylinder(0.42 * u, z - 0.22 * u, z + 0.22 * u, 12) for z in (-1.2 * u, 1.2 * u)]
        parts.append(put("pin", end, solids.cylinder(0.26 * u, -1.4 * u, 1.4 * u, 10, 2), DARK, symbol["name"]))
        parts.append(
            Part("yoke", end["body"], solids.merged(caps).placed(end["at"], end["axes"]), None, symbol["name"])
        )
    parts.append(put("cross", symbol["first"], solids.sphere(0.5 * u, 12, 7), METAL, symbol["name"]))
    return parts


def weld(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A dark cube where two bodies are one."""
    end, _ = _meeting(sketch, symbol)
    return [put("weld", end, solids.box(*(3 * [1.15 * sketch.unit])), DARK, symbol["name"])]


def coupling(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A ball in a ring on the first shaft."""
    _meeting(sketch, symbol)
    u = sketch.unit
    return [
        put("ring", symbol["first"], solids.torus(0.95 * u, 0.25 * u, 18, 8), DARK, symbol["name"]),
        ball_at(symbol["second"], 0.75 * u, symbol["name"]),
    ]


def bushing(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A ring of rubber about the first axis."""
    _meeting(sketch, symbol)
    u = sketch.unit
    ring = solids.pipe(0.45 * u, 1.0 * u, -0.8 * u, 0.8 * u, 16)
    return [put("bushing", symbol["first"], ring, RUBBER, symbol["name"])]


def coil(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A spring wound about the first axis."""
    u = sketch.unit
    return [put("coil", symbol["first"], wire(helix(1.15 * u, -0.9 * u, 0.9 * u, 4.0)), DARK, symbol["name"], 0.12 * u)]


# ------------------------------------------------------------------ along a line


def _rail(sketch: Sketch, symbol: Symbol) -> tuple[Symbol, Symbol, float, float]:
    """The side with the rail (ground's, where it has a part), the side that rides on it, and the rail's ends."""
    first, second = symbol["first"], symbol["second"]
    if second["body"] == 0 and symbol["kind"] in ("sleeve", "slide", "thread"):
        first, second = second, first
    places = sketch.travel({"first": first, "second": second})[:, 2]
    room = ROOM * sketch.unit + 0.04 * float(np.ptp(places))
    room = max(room, 2.0 * ROOM * sketch.unit - 0.5 * float(np.ptp(places)))
    low, high = float(places.min()) - room, float(places.max()) + room
    axis, nearest = np.array(first["axes"])[:, 2], float(np.clip(0.0, low, high))
    sketch.hold(first["body"], np.array(first["at"]) + nearest * axis)
    sketch.hold(second["body"], second["at"])
    return first, second, low, high


def _pieces(low: float, high: float, u: float) -> int:
    return int(np.clip(round((high - low) / (3.0 * u)), 1, 16))


def _shaft(sketch: Sketch, symbol: Symbol, radius: float) -> tuple[Symbol, Symbol, list[Part], float, float]:
    first, second, low, high = _rail(sketch, symbol)
    shaft = solids.cylinder(radius, low, high, 10, _pieces(low, high, sketch.unit))
    return first, second, [put("rail", first, shaft, None, symbol["name"])], low, high


def sleeve(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A round sleeve on a shaft."""
    u = sketch.unit
    _, second, parts, _, _ = _shaft(sketch, symbol, 0.3 * u)
    return [*parts, put("sleeve", second, solids.cylinder(0.75 * u, -1.25 * u, 1.25 * u, 16, 2), METAL, symbol["name"])]


def slide(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A block on a square rail."""
    u = sketch.unit
    first, second, low, high = _rail(sketch, symbol)
    rail = solids.box(0.62 * u, 0.62 * u, high - low).placed([0.0, 0.0, 0.5 * (low + high)], np.eye(3))
    block = solids.box(1.7 * u, 1.7 * u, 2.6 * u)
    return [
        put("rail", first, rail.grained(3.0 * u), None, symbol["name"]),
        put("block", second, block, METAL, symbol["name"]),
    ]


def thread(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A nut on a threaded shaft."""
    u = sketch.unit
    first, second, parts, low, high = _shaft(sketch, symbol, 0.32 * u)
    turns = float(np.clip((high - low) / (0.5 * u), 4.0, 60.0))
    parts.append(put("thread", first, wire(helix(0.36 * u, low, high, turns, 8)), DARK, symbol["name"], 0.05 * u))
    angles = np.arange(6) * (np.pi / 3)
    nut = solids.prism(1.05 * u * np.column_stack([np.cos(angles), np.sin(angles)]), -0.75 * u, 0.75 * u)
    return [*parts, put("nut", second, nut, METAL, symbol["name"])]


def bead(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A ball on a thin line."""
    u = sketch.unit
    _, second, parts, _, _ = _shaft(sketch, symbol, 0.2 * u)
    return [*parts, ball_at(second, 0.7 * u, symbol["name"])]


def curve(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A ball on the curve along which it goes."""
    u, first, second = sketch.unit, symbol["first"], symbol["second"]
    path = sketch.poses.seen_from(first["body"], sketch.poses.path(second["body"], second["at"]))
    sketch.hold(first["body"], path[0])
    sketch.hold(second["body"], second["at"])
    parts = [ball_at(second, 0.7 * u, symbol["name"])]
    if len(path) > 1:
        parts.append(Part("curve", first["body"], wire(path), None, symbol["name"], 0.2 * u))
    return parts


# ------------------------------------------------------------------ on a plane


def _face(sketch: Sketch, symbol: Symbol, height: float) -> list[Part]:
    """The plate of the first body under the travel of the second point."""
    u, first, second = sketch.unit, symbol["first"], symbol["second"]
    places = sketch.travel(symbol)
    low, high = places.min(axis=0)[:2] - 3.0 * u, places.max(axis=0)[:2] + 3.0 * u
    middle = np.array([*(0.5 * (low + high)), float(np.mean(places[:, 2])) - height - 0.2 * u])
    width, length = (float(size) for size in high - low)
    sheet = solids.box(width, length, 0.4 * u).placed(middle, np.eye(3))
    sketch.hold(first["body"], np.array(first["at"]) + np.array(first["axes"]) @ middle)
    sketch.hold(second["body"], second["at"])
    return [put("face", first, sheet.grained(6.0 * u), None, symbol["name"])]


def puck(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A flat disc on a plate."""
    u = sketch.unit
    disc = solids.cylinder(1.3 * u, 0.0, 0.5 * u, 16)
    return [*_face(sketch, symbol, 0.0), put("puck", symbol["second"], disc, METAL, symbol["name"])]


def pad(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A ball on a plate."""
    u = sketch.unit
    parts = _face(sketch, symbol, 0.6 * u)
    return [*parts, ball_at(symbol["second"], 0.6 * u, symbol["name"])]


# ------------------------------------------------------------------ what holds to ground


def supports(parts: list[Part], sketch: Sketch, seats: list[Seat]) -> list[Part]:
    """A post with a foot under every joint on ground, at both ends of rails, and behind wheels."""
    places: list[Array] = []
    supports: list[Part] = []
    for part in parts:
        if part.body != 0 or part.span is not None or part.kind not in _ON_POSTS:
            continue
        corners = part.solid.corners
        middle = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
        ends = [middle] if part.kind != "rail" else _rail_feet(corners, sketch)
        for at in ends:
            if all(np.linalg.norm(at - other) > 0.5 * sketch.unit for other in places):
                places.append(at)
                wheels = [seat for seat in seats if np.linalg.norm(seat.at - at) < 0.5 * sketch.unit]
                supports += _bracket(at, wheels, sketch) if wheels else [_post(at, sketch)]
    return supports


class Seat(NamedTuple):
    """Where a wheel turns on ground: its middle, its axis, and half its width."""

    at: Array
    axis: Array
    half: float


def _seats(symbols: list[Any], sketch: Sketch) -> list[Seat]:
    return [
        Seat(
            np.array(symbol["second"]["at"], float),
            np.array(symbol["second"]["axes"], float)[:, 2],
            0.5 * width_of(sketch, float(symbol["sizes"][0])),
        )
        for symbol in symbols
        if symbol["kind"] in ("gear", "pulley") and symbol["second"]["body"] == 0 and symbol["sizes"][0] > 0.0
    ]


def _bracket(at: Array, wheels: list[Seat], sketch: Sketch) -> list[Part]:
    """The post of a wheel, beside it on a shaft, on the side away from whoever looks; under one that lies flat."""
    half, axis = max(seat.half for seat in wheels), wheels[0].axis
    if abs(axis @ sketch.up) > _UPRIGHT:
        return [_post(at - half * sketch.up, sketch)]
    back = -axis if axis @ camera("iso", sketch.up)[2] > 0.0 else axis
    reach = half + 1.3 * sketch.unit
    shaft = solids.cylinder(0.26 * sketch.unit, 0.0, reach + 0.4 * sketch.unit, 10, 3)
    return [Part("pin", 0, shaft.placed(at, solids.along(back)), DARK), _post(at + reach * back, sketch)]


def _rail_feet(corners: Array, sketch: Sketch) -> list[Array]:
    """Where posts stand under a rail: near both ends, or below the lower one where it stands upright."""
    half = len(corners) // 2
    middle = corners.mean(axis=0)
    _, _, axes = np.linalg.svd(corners - middle)
    reach = (corners - middle) @ axes[0]
    ends = [middle + s * axes[0] for s in (reach.min() + 0.4 * sketch.unit, reach.max() - 0.4 * sketch.unit)]
    if abs(axes[0] @ sketch.up) > _UPRIGHT:
        return [min(ends, key=lambda at: float(at @ sketch.up))]
    return ends if half else []


def _post(at: Array, sketch: Sketch) -> Part:
    u, down = sketch.unit, -sketch.up
    foot = solids.box(2.3 * u, 2.3 * u, 0.35 * u).placed([0.0, 0.0, 2.3 * u], np.eye(3))
    post = solids.merged([solids.cylinder(0.34 * u, 0.0, 2.15 * u, 10), foot])
    return Part("support", 0, post.placed(at, solids.along(down)))


SYMBOLS: dict[str, Callable[[Sketch, Symbol], list[Part]]] = {
    "ball": ball,
    "bead": bead,
    "beam": beam,
    "belt": belt,
    "bushing": bushing,
    "coil": coil,
    "coupling": coupling,
    "cross": cross,
    "curve": curve,
    "gear": gear,
    "hinge": hinge,
    "pad": pad,
    "puck": puck,
    "pulley": pulley,
    "rack": rack,
    "rod": rod,
    "sleeve": sleeve,
    "slide": slide,
    "slide_damper": slide_damper,
    "slide_spring": slide_spring,
    "spring": spring,
    "muscle": muscle,
    "band": band,
    "absorber": absorber,
    "cylinder": cylinder,
    "gas_strut": gas_strut,
    "damper": damper,
    "strut": strut,
    "thread": thread,
    "weld": weld,
    "wheel": wheel,
    "worm": worm,
}


def symbol_parts(symbols: list[Any], sketch: Sketch) -> list[Part]:
    """The parts of all symbols, posts included."""
    parts = [part for symbol in symbols for part in SYMBOLS[symbol["kind"]](sketch, symbol)]
    return [*parts, *supports(parts, sketch, _seats(symbols, sketch))]
