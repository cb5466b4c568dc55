"""Symbols of what turns: gears, pulleys, worms, racks, wheels that roll."""

from __future__ import annotations

import numpy as np

from linkwork.view.spatial import solids
from linkwork.view.spatial.parts import DARK, RUBBER, Part, Sketch, Symbol, helix, wire
from linkwork.view.spatial.pieces import put
from linkwork.view.spatial.solids import Array

TEETH = 24


def width_of(sketch: Sketch, radius: float) -> float:
    """How wide a gear or a pulley is."""
    return min(1.3 * sketch.unit, 0.5 * radius)


def _toothed(radius: float, teeth: int) -> Array:
    """The outline of a gear."""
    height = 2.2 * radius / teeth
    pitch = 2 * np.pi / teeth
    shares, sizes = np.array([-0.34, -0.16, 0.16, 0.34]), np.array([-0.5, 0.5, 0.5, -0.5])
    angles = (np.arange(teeth)[:, None] + shares).ravel() * pitch
    radii = radius + height * np.tile(sizes, teeth)
    return np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])


def gear(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A disc with teeth in the colour of its body."""
    radius = float(symbol["sizes"][0])
    if radius <= 0.0:
        return []
    half = 0.5 * width_of(sketch, radius)
    return [put("gear", symbol["first"], solids.prism(_toothed(radius, TEETH), -half, half), None, symbol["name"])]


def pulley(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A disc with a groove and a mark that shows how it turns."""
    radius = float(symbol["sizes"][0])
    half = 0.5 * width_of(sketch, radius)
    profile = [(radius + 0.25 * half, -half), (0.94 * radius, 0.0), (radius + 0.25 * half, half)]
    mark = solids.cylinder(0.12 * radius, -1.1 * half, 1.1 * half, 10).placed([0.6 * radius, 0.0, 0.0], np.eye(3))
    return [
        put("pulley", symbol["first"], solids.lathe(profile, 28), None, symbol["name"]),
        put("mark", symbol["first"], mark, DARK, symbol["name"]),
    ]


def worm(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A shaft with a thread."""
    radius = float(symbol["sizes"][0])
    line = helix(radius, -2.5 * radius, 2.5 * radius, 6.0)
    shaft = solids.cylinder(0.8 * radius, -3.0 * radius, 3.0 * radius, 14, 5)
    return [
        put("worm", symbol["first"], shaft, None, symbol["name"]),
        put("thread", symbol["first"], wire(line), DARK, symbol["name"], 0.2 * radius),
    ]


def rack(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A bar along the axis of the joint that guides it, as long as it travels."""
    u = sketch.unit
    places = sketch.travel({"first": symbol["first"], "second": symbol["second"]})[:, 2]
    low, high = float(places.min()) - 3.0 * u, float(places.max()) + 3.0 * u
    bar = solids.box(0.9 * u, 0.9 * u, high - low).placed([0.0, 0.0, 0.5 * (low + high)], np.eye(3))
    return [put("rack", symbol["first"], bar.grained(3.0 * u), None, symbol["name"])]


def wheel(sketch: Sketch, symbol: Symbol) -> list[Part]:
    """A tyre, a hub and spokes that show how it turns."""
    radius, tread = (float(size) for size in symbol["sizes"])
    end, name = symbol["first"], symbol["name"]
    if radius <= 0.0:
        return [put("sphere", end, solids.sphere(tread, 18, 11), None, name)]
    tube = tread if tread > 0.0 else 0.07 * radius
    spokes = [
        solids.bar([0.0, 0.0, 0.0], [radius * np.cos(a), radius * np.sin(a), 0.0], 0.05 * radius, 8)
        for a in np.arange(3) * (2 * np.pi / 3)
    ]
    hub = solids.cylinder(0.16 * radius, -0.12 * radius, 0.12 * radius, 14)
    centre = radius if tread > 0.0 else radius - tube
    return [
        put("tyre", end, solids.torus(centre, tube, 32, 10), RUBBER, name),
        put("hub", end, solids.merged([hub, *spokes]), None, name),
    ]
