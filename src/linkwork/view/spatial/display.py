"""A spatial Scene made ready to draw: parts of every body, names, the floor, and how far it all reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.view.spatial import shapes
from linkwork.view.spatial.limbs import distinct, limbs
from linkwork.view.spatial.lumps import with_sized_lumps
from linkwork.view.spatial.parts import Part, Sketch
from linkwork.view.spatial.poses import Array, Place, Poses, Scene
from linkwork.view.spatial.reach import reach_of
from linkwork.view.spatial.symbols import SYMBOLS, symbol_parts
from linkwork.view.wholes import colours_of

UNIT = 0.024  # size of a symbol's unit as a share of the mechanism's diagonal
ROAMING = 4.0
"""A mechanism that goes farther than this many times its size is followed."""
WHEELS = ("gear", "pulley", "worm", "rack", "tyre", "sphere")
_NAMED_FIRST = (
    "weld",
    "rod",
    "strut",
    "spring",
    "cylinder",
    "gas_strut",
    "damper",
    "muscle",
    "band",
    "absorber",
    "wheel",
    "gear",
    "pulley",
    "worm",
    "rack",
)
_FLAT = 0.02
_DETAIL = 6.0
"""Faces larger than so many units are cut where they are painted."""


@dataclass(frozen=True)
class Label:
    """A name and the point on the body beside which it is written."""

    text: str
    body: int
    at: tuple[float, float, float]
    kind: str


@dataclass(frozen=True)
class Display:
    """Everything the drawing on paper and the viewer in the browser have in common."""

    unit: float
    parts: list[Part]
    labels: list[Label]
    colours: list[str]
    up: Array
    floor: float
    grid: float
    follow: bool
    reach: Array
    """Outermost points of all that is drawn at any time, from the focus where it is followed."""
    flat: Array | None
    """Normal of the plane in which all joints lie all the time."""

    def focus(self, place: Place) -> Array:
        """The point that stays in the middle."""
        if not self.follow:
            return np.zeros(3)
        middle: Array = place.at[1:].mean(axis=0)
        return middle - self.up * (middle @ self.up)

    def plain(self) -> dict[str, Any]:
        """The display as JSON can hold it."""
        return {
            "world": "space",
            "unit": self.unit,
            "parts": [part.plain() for part in self.parts],
            "labels": [vars(label) for label in self.labels],
            "colours": self.colours,
            "up": self.up.tolist(),
            "floor": self.floor,
            "grid": self.grid,
            "follow": self.follow,
            "reach": self.reach.tolist(),
            "flat": None if self.flat is None else self.flat.tolist(),
        }


def arrange(scene: Scene) -> Display:
    """Turn a spatial Scene into parts: choose the size of symbols and how the bodies hold together."""
    _refuse_unknown(scene)
    scene = with_sized_lumps(scene)
    poses = Poses(scene)
    cloud, moving = _anchors(scene, poses)
    unit = float(scene.get("unit") or _unit(scene, cloud))
    drawn = [_shapes(body, number, unit) for number, body in enumerate(scene["bodies"])]
    solids = {number: [part.solid for part in own] for number, own in enumerate(drawn)}
    sketch = Sketch(poses, unit, np.array(scene["up"], float), solids)
    parts = symbol_parts(_shown_symbols(scene), sketch)
    for number, body in enumerate(scene["bodies"]):
        wheel = any(part.body == number and part.kind in WHEELS for part in parts)
        parts = [*drawn[number], *limbs(body, number, sketch.held.get(number, []), unit, wheel), *parts]
    follow = _roams(moving)
    reach = reach_of(scene, parts, sketch, follow)
    size = float(np.ptp(reach, axis=0).max()) or 1.0
    factor, _ = scene.get("length", (1.0, "m"))
    return Display(
        unit=unit,
        parts=parts,
        labels=_labels(scene, sketch),
        colours=[_body_colour(one, own) for one, own in zip(colours_of(scene["bodies"]), drawn, strict=True)],
        up=sketch.up,
        floor=float((reach @ sketch.up).min()) - 0.2 * unit,
        grid=_nice(size / 7.0 * factor) / factor,
        follow=follow,
        reach=reach,
        flat=_plane(cloud),
    )


def _refuse_unknown(scene: Scene) -> None:
    for body in scene["bodies"]:
        for shape in body["shapes"]:
            if shape["kind"] not in shapes.KINDS:
                known = ", ".join(shapes.KINDS)
                raise LinkworkError(f"scene: body '{body['name']}': no shape '{shape['kind']}'; shapes are: {known}")
    for symbol in scene["symbols"]:
        if symbol["kind"] not in SYMBOLS:
            raise LinkworkError(
                f"scene: '{symbol['name']}': no symbol '{symbol['kind']}'; symbols are: {', '.join(SYMBOLS)}"
            )


def _shown_symbols(scene: Scene) -> list[Any]:
    """All symbols but wheels of bodies that show their own shapes."""
    bodies = scene["bodies"]
    return [s for s in scene["symbols"] if s["kind"] != "wheel" or not bodies[s["first"]["body"]]["shapes"]]


def _anchors(scene: Scene, poses: Poses) -> tuple[Array, Array]:
    """Paths of all that has a place in the scene, and of what moves of it (points by frames by 3).

    The plane under a wheel has no place.
    """
    places: list[tuple[int, Any]] = [
        (end["body"], end["at"])
        for symbol in scene["symbols"]
        for end in (symbol["first"], symbol["second"])
        if symbol["kind"] != "wheel" or end is symbol["first"]
    ]
    for number, body in enumerate(scene["bodies"]):
        places += [(number, at) for at in body["points"].values()]
        lump = body["lump"]
        if lump:
            half = 0.5 * np.array(lump.get("edges", [0.0, 0.0, 0.0]))
            axes = np.array(lump.get("axes", np.eye(3)))
            places += [(number, np.array(lump["at"]) + axes @ (sign * half)) for sign in (-1.0, 0.0, 1.0)]
        for shape in body["shapes"]:
            corners = shapes.shape_solid(shape, 0.0).corners
            places += [(number, corners.min(axis=0)), (number, corners.max(axis=0))]
        if number and not body["shapes"] and not lump:
            places.append((number, [0.0, 0.0, 0.0]))
    places = places or [(0, [0.0, 0.0, 0.0])]
    cloud = np.array([poses.path(number, at) for number, at in places])
    moving = np.array([number > 0 for number, _ in places])
    return cloud, cloud[moving] if moving.any() else cloud


def _unit(scene: Scene, cloud: Array) -> float:
    """Size of symbols: a share of the mechanism, smaller where its joints stand close."""
    sizes = np.linalg.norm(np.ptp(cloud, axis=0), axis=1)
    diagonal = float(np.median(sizes)) or 1.0
    held: dict[int, list[Array]] = {}
    for symbol in scene["symbols"]:
        for end in (symbol["first"], symbol["second"]):
            held.setdefault(end["body"], []).append(np.array(end["at"]))
    gaps = []
    for number, places in held.items():
        apart = distinct(places, 0.02 * diagonal)
        gaps += [
            min(float(np.linalg.norm(p - q)) for q in apart if q is not p) for p in apart if number and len(apart) > 1
        ]
    close = float(np.median(gaps)) if gaps else diagonal
    return float(np.clip(0.17 * close, 0.12 * UNIT * diagonal, UNIT * diagonal))


def _roams(cloud: Array) -> bool:
    size = float(np.median(np.linalg.norm(np.ptp(cloud, axis=0), axis=1)))
    return size > 0.0 and float(np.linalg.norm(np.ptp(cloud.reshape(-1, 3), axis=0))) > ROAMING * size


def _plane(cloud: Array) -> Array | None:
    """The normal of the plane in which everything stays."""
    points = cloud.reshape(-1, 3)
    points = points - points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(points, full_matrices=False)
    return axes[2] if len(sizes) == 3 and sizes[1] > 1e-9 and sizes[2] < _FLAT * sizes[0] else None


def _shapes(body: Any, number: int, unit: float) -> list[Part]:
    return [
        Part("shape", number, shapes.shape_solid(shape, unit).grained(_DETAIL * unit), _colour(shape, body["name"]))
        for shape in body["shapes"]
    ]


def _colour(shape: Any, body: str) -> str | None:
    """The colour of a shape as #rrggbb."""
    given = shape.get("colour")
    if not given:
        return None
    if given.startswith("#"):
        return str(given[:7])
    from matplotlib.colors import is_color_like, to_hex

    if not is_color_like(given):
        raise LinkworkError(
            f"body '{body}': the colour '{given}' is not known; use a name such as steelblue, or #rrggbb"
        )
    return to_hex(given)


def _body_colour(usual: str, shapes_of: list[Part]) -> str:
    """The colour of a body: that of its shapes where they have one in common, else the usual one."""
    given = {part.colour for part in shapes_of}
    common = given.pop() if len(given) == 1 else None
    return common or usual


def _labels(scene: Scene, sketch: Sketch) -> list[Label]:
    """Names of joints and points, each place once."""
    labels: list[Label] = []
    taken: list[tuple[int, Array]] = []
    for symbol in scene["symbols"]:
        rides = symbol["first"]["body"] == 0 and symbol["kind"] not in _NAMED_FIRST
        end = symbol["second"] if rides else symbol["first"]
        if symbol["kind"] != "beam" and symbol["name"] not in [label.text for label in labels]:
            x, y, z = end["at"]
            labels.append(Label(symbol["name"], end["body"], (x, y, z), "joint"))
        taken += [(side["body"], np.array(side["at"])) for side in (symbol["first"], symbol["second"])]
    for number, body in enumerate(scene["bodies"]):
        for name, at in body["points"].items():
            if not any(b == number and np.linalg.norm(p - at) < 0.1 * sketch.unit for b, p in taken):
                labels.append(Label(name, number, (at[0], at[1], at[2]), "point"))
    return labels


def _nice(rough: float) -> float:
    """The round number, 1, 2 or 5 times a power of ten, next above."""
    power = 10.0 ** np.floor(np.log10(rough))
    return float(power * next(f for f in (1.0, 2.0, 5.0, 10.0) if rough <= f * power * (1 + 1e-9)))
