"""The body of Silva and Ambrosio: 16 segments, 33 bodies in a tree of 26 hinges and 6 universal joints, 44 freedoms.

Silva and Ambrosio (chapter 7 of Advances in Computational Multibody Systems, 2005) do not print its geometry, nor its
masses. Lengths and masses are those of `segments.csv`, which says where they come from; places of joints across the
body are ours. What the segments from ankle to vertex leave of the stature is the height of the ankle.
Where a joint of the body has several axes, links without mass stand between its segments.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Kilograms, Metres, public
from linkwork.library.biomechanics.frames import frame
from linkwork.library.biomechanics.parts import Move, Segment, SkeletonJoint
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.subject.moved import coordinates_of
from linkwork.library.checks import require_positive

Place = tuple[float, float, float]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
HEAVIEST = 700.0  # kg: more than any person weighs
STATURES = {"male": 1.741, "female": 1.735}  # m: of the persons whose lengths the table has
TRUNK = ("head", "thorax", "abdomen", "pelvis")
HIPS, SHOULDERS = 0.05, 0.115  # of the stature, from the middle
SHOULDER_DROP, HEEL = 0.03, 0.03  # below the cervicale; behind the ankle
SIDES = (("left", 1.0), ("right", -1.0))
ASIDE, APART, LIFTED = 0.01, 0.03, 0.06
"""Of the stature: how far axes of one joint lie apart at waist and wrist, at the neck, and from ankle to ball."""


@dataclass(frozen=True)
class SegmentRow:
    """A segment: length (m), mass (kg), center from its upper end (m), radii of gyration (m) forwards, aside, along."""

    length: float
    mass: float
    center: float
    radii: Place


@dataclass(frozen=True)
class Step:
    """A link of the tree, which hangs on the one before by a hinge or, with two axes, by a universal joint."""

    joint: str
    parent: str
    child: str
    at: Place
    axes: tuple[Place, ...]


@dataclass(frozen=True)
class Mass:
    """What a segment weighs: mass, center in space in the upright pose, moments about x, y, z."""

    mass: float
    center: Place
    moments: Place


@cache
def _table(sex: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Of every segment length, share of the mass (all together 1), center and radii."""
    text = (files(__package__) / "segments.csv").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = [
        (row[1], tuple(map(float, row[4:]))) for row in csv.reader(lines[1:], skipinitialspace=True) if row[0] == sex
    ]
    whole = sum(numbers[1] * (1 if name in TRUNK else 2) for name, numbers in rows)
    return tuple((name, (numbers[0], numbers[1] / whole, *numbers[2:])) for name, numbers in rows)


def segment_rows(stature: float, mass: float, sex: str = "male") -> dict[str, SegmentRow]:
    """The segments of a person by stature (m), mass (kg) and sex."""
    require_positive("whole_body", stature=stature, mass=mass)
    if sex not in STATURES:
        raise AnalysisError(f"the table has male and female bodies, none of the sex '{sex}'")
    if not 0.3 < stature < 3:
        raise AnalysisError(f"a stature of {stature:g} m: is it in cm?")
    if not mass < HEAVIEST:
        raise AnalysisError(f"a mass of {mass:g} kg: is it in g?")
    rows = {}
    for name, (length, share, center, *radii) in _table(sex):
        long = length * stature / STATURES[sex]
        rows[name] = SegmentRow(long, share * mass, center * long, (radii[0] * long, radii[1] * long, radii[2] * long))
    return rows


def heights(rows: dict[str, SegmentRow], stature: float) -> dict[str, float]:
    """How high places of the upright body lie, the ankle as high as is left of the stature."""
    z = {"vertex": stature}
    for below, above, name in (
        ("cervicale", "vertex", "head"), ("waist", "cervicale", "thorax"), ("lumbar", "waist", "abdomen"),
        ("hip", "lumbar", "pelvis"), ("knee", "hip", "thigh"), ("ankle", "knee", "shank"),
    ):  # fmt: skip
        z[below] = z[above] - rows[name].length
    z["shoulder"] = z["cervicale"] - SHOULDER_DROP * stature
    z["elbow"] = z["shoulder"] - rows["upper arm"].length
    z["wrist"] = z["elbow"] - rows["forearm"].length
    return z


def steps(rows: dict[str, SegmentRow], stature: float) -> Iterator[Step]:
    """The links of the tree, from the pelvis outwards, in an upright pose: x forwards, y to the left, z up."""
    z, size = heights(rows, stature), stature

    def chain(name: str, joint: str, parent: str, *hinges: tuple[Place, tuple[Place, ...]]) -> Iterator[Step]:
        for number, (at, axes) in enumerate(hinges, 1):
            child = name if number == len(hinges) else f"{joint} link {number}"
            yield Step(f"{joint} {number}", parent, child, at, axes)
            parent = child

    lumbar, waist, neck = (0.0, 0.0, z["lumbar"]), z["waist"], z["cervicale"]
    yield from chain("abdomen", "lumbar joint", "pelvis", (lumbar, (Y, X)), (lumbar, (Z,)))
    yield from chain("thorax", "waist", "abdomen", ((0, 0, waist), (Y,)), ((0, ASIDE * size, waist), (X,)))
    yield from chain("head", "neck", "thorax", ((0, 0, neck), (Y, X)), ((0, 0, neck + APART * size), (Z,)))
    for side, s in SIDES:
        arm, leg, low = SHOULDERS * s * size, HIPS * s * size, 0.7 * z["ankle"]
        off = arm + ASIDE * s * size
        shoulder, elbow, wrist = ((0.0, arm, z[name]) for name in ("shoulder", "elbow", "wrist"))
        hip, knee, ankle = ((0.0, leg, z[name]) for name in ("hip", "knee", "ankle"))
        limbs: dict[str, tuple[str, str, tuple[tuple[Place, tuple[Place, ...]], ...]]] = {
            "upper arm": ("shoulder", "thorax", ((shoulder, (Y, X)), (shoulder, (Z,)))),
            "forearm": ("elbow", "upper arm", ((elbow, (Y,)), (elbow, (Z,)))),
            "hand": ("wrist", "forearm", (
                (wrist, (Y,)), ((0, off, z["wrist"]), (X,)), ((0, off, z["wrist"] - ASIDE * size), (Z,))
            )),
            "thigh": ("hip", "pelvis", ((hip, (Y, X)), (hip, (Z,)))),
            "shank": ("knee", "thigh", ((knee, (Y,)),)),
            "foot": ("ankle", "shank", ((ankle, (Y,)), ((0, leg, low), (X,)), ((LIFTED * size, leg, low), (Y,)))),
        }  # fmt: skip
        for name, (joint, parent, hinges) in limbs.items():
            on = f"{side} {parent}" if parent in limbs else parent
            yield from chain(f"{side} {name}", f"{side} {joint}", on, *hinges)


def masses(rows: dict[str, SegmentRow], stature: float) -> dict[str, Mass]:
    """What the 16 segments weigh, by the names of their bodies."""
    z, size = heights(rows, stature), stature
    tops = {"head": "vertex", "thorax": "cervicale", "abdomen": "waist", "pelvis": "lumbar"}
    made = {name: _hanging(rows[name], (0.0, 0.0, z[top])) for name, top in tops.items()}
    limbs = {"upper arm": "shoulder", "forearm": "elbow", "hand": "wrist", "thigh": "hip", "shank": "knee"}
    for side, s in SIDES:
        for name, top in limbs.items():
            aside = (SHOULDERS if name in ("upper arm", "forearm", "hand") else HIPS) * s * size
            made[f"{side} {name}"] = _hanging(rows[name], (0.0, aside, z[top]))
        foot = rows["foot"]
        up, across, along = (foot.mass * radius**2 for radius in foot.radii)
        place = (foot.center - HEEL * size, HIPS * s * size, 0.5 * z["ankle"])
        made[f"{side} foot"] = Mass(foot.mass, place, (along, across, up))
    return made


def _hanging(row: SegmentRow, top: Place) -> Mass:
    x, y, z = (row.mass * radius**2 for radius in row.radii)
    return Mass(row.mass, (top[0], top[1], top[2] - row.center), (x, y, z))


@public
def whole_body(stature: Metres, mass: Kilograms, sex: str = "male") -> Skeleton:
    """A whole person by stature (m) and mass (kg): 16 segments, 33 bodies, 44 freedoms, to add markers and muscles to.

    `sex` is `male` or `female`: whose lengths, masses and moments of inertia segments have, after de Leva (1996).
    Upright with hanging arms at its start; x forwards, y up, z to the right, as in files of OpenSim. Coordinates have
    the names of joints with a number: `left knee 1`, and `neck 1 b` for the second axis of a universal joint.
    """
    rows = segment_rows(stature, mass, sex)
    weigh, origin = masses(rows, stature), {"pelvis": (0.0, 0.0, heights(rows, stature)["hip"])}
    shifts, turns = (("x", X), ("y", Y), ("z", Z)), (("tilt", Z), ("list", X), ("turn", Y))
    base = [Move(axis, moves is turns, f"pelvis {name}") for moves in (shifts, turns) for name, axis in moves]
    joints, bodies = [SkeletonJoint("base", "ground", "pelvis", tuple(base))], [_segment("pelvis", weigh, origin)]
    for one in steps(rows, stature):
        origin[one.child] = one.at
        moves = tuple(
            Move(_turned(axis), True, one.joint + ("" if number == 0 else " b")) for number, axis in enumerate(one.axes)
        )
        there = _turned(tuple(a - b for a, b in zip(one.at, origin[one.parent], strict=True)))
        joints.append(SkeletonJoint(one.joint, one.parent, one.child, moves, frame(there)))
        bodies.append(_segment(one.child, weigh, origin))
    coordinates = coordinates_of(joints, {"pelvis y": origin["pelvis"][2]})
    return Skeleton("whole body", tuple(bodies), tuple(joints), coordinates)


def _segment(name: str, weigh: dict[str, Mass], origin: dict[str, Place]) -> Segment:
    if name not in weigh:
        return Segment(name)
    one = weigh[name]
    x, y, z = one.moments
    center = _turned(tuple(a - b for a, b in zip(one.center, origin[name], strict=True)))
    return Segment(name, one.mass, center, (x, z, y, 0.0, 0.0, 0.0))


def _turned(place: tuple[float, ...]) -> Place:
    """From z up and y to the left to y up and z to the right."""
    x, y, z = place
    return x, z, -y
