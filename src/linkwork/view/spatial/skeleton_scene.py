"""The Scene of a skeleton that moves: bones, muscles by their activation, markers, and what plates do to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import GROUND
from linkwork.library.biomechanics.forward import ForwardRun
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.paths.courses import path_courses
from linkwork.library.biomechanics.paths.jumps import path_events
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.subject.picture import bones_of
from linkwork.library.biomechanics.subject.strides import gait_events
from linkwork.library.biomechanics.tables import Markers
from linkwork.view.motion import spread
from linkwork.view.spatial.skeleton_film import Moved
from linkwork.view.spatial.solids import along
from linkwork.view.tints import ACTIVE, RESTING

MOST_FRAMES = 1500
UNIT = 0.016  # size of symbols as a share of the body's diagonal
BONE, MARKER, MEASURED = "#D9CFB8", "#2E9E5B", "#1F6FD0"
BONE_THICK, MARKER_THICK = 0.55, 0.4  # radii in units
SMALL = 1e-3  # of a unit: what has to be there and is not seen
FIRST_SHOWN = 4  # channels
NO_LOAD = 1e-9
SPLINED = 6  # frames from which on a motion has speeds of its own


@dataclass(frozen=True)
class Told:
    """What a result tells, by channel, with units."""

    skeleton: Skeleton
    time: Array
    values: Array
    activations: Array | None = None
    channels: dict[str, tuple[Array, str]] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)


def told_by(of: Moved) -> Told:
    """Coordinates of a result over time and, as far as there are any, net forces, activations and tensions."""
    shared = of if isinstance(of, Sharing) else None
    net = of.net if isinstance(of, Sharing) else of if isinstance(of, NetForces) else None
    if net is not None:
        moved: Motion | ForwardRun = net.motion
    elif isinstance(of, MarkerFit):
        moved = of.motion
    else:
        assert isinstance(of, Motion | ForwardRun)
        moved = of
    skeleton, active = moved.skeleton, None
    if shared is not None:
        active = shared.activations
    elif isinstance(of, ForwardRun) and of.activations.shape == (len(of.time), len(skeleton.muscles)):
        active = of.activations
    channels = {}
    for c, one in enumerate(skeleton.coordinates):
        channels[one.name] = (np.degrees(moved.values[:, c]), "deg") if one.turns else (moved.values[:, c], "m")
        if net is not None:
            channels[f"{one.name}.net"] = (net.values[:, c], "N m" if one.turns else "N")
        if shared is not None:
            channels[f"{one.name}.reserve"] = (shared.reserves[:, c], "N m" if one.turns else "N")
    shown = list(channels)[:2]
    if active is not None and len(skeleton.muscles):
        for m, muscle in enumerate(skeleton.muscles):
            channels[f"{muscle.name}.activation"] = (active[:, m], "1")
            if shared is not None:
                channels[f"{muscle.name}.force"] = (shared.forces[:, m], "N")
        order = np.argsort(-active.max(axis=0))[:FIRST_SHOWN]
        if np.ptp(active, axis=0).max() > 0:  # activations that stay tell nothing
            shown = [f"{skeleton.muscles[m].name}.activation" for m in sorted(order)]
    return Told(skeleton, np.asarray(moved.time, float), np.asarray(moved.values, float), active, channels, shown)


def skeleton_scene(
    of: Moved, plates: Sequence[Plate] = (), markers: Markers | None = None, frames: int = MOST_FRAMES
) -> dict[str, Any]:
    """The Scene of a result in at most so many frames: what the viewer, films and reports show."""
    told = told_by(of)
    keep = spread(len(told.time), frames)
    made = _Made(told, keep)
    made.add_bodies()
    made.add_paths()
    if markers is not None:
        made.add_measured(markers)
    scene = {
        "linkwork_scene": 1,
        "world": "space",
        "name": told.skeleton.name,
        "up": _up(told.skeleton.gravity),
        "unit": made.unit,
        "bodies": made.bodies,
        "symbols": made.symbols,
        "poses": np.stack(made.poses, axis=1).tolist(),
        "times": made.time.tolist(),
        "traces": [],
        "channels": {name: values[keep].tolist() for name, (values, _) in told.channels.items()},
        "units": {name: unit for name, (_, unit) in told.channels.items()},
        "shown": told.shown,
        "cross": [],
        "events": sorted(_steps(plates, made.time) + _jumps(of), key=lambda one: float(one["t"])),
        "notes": [],
        "touching": [],
        "view": [-60.0, 12.0],
    }
    if told.activations is not None and told.skeleton.muscles:
        scene["tints"] = made.tints()
    forces = _forces(plates, made)
    return {**scene, "forces": forces, "layers": {"forces": True}} if forces else scene


class _Made:
    """Bodies, symbols and poses of a scene while they are gathered."""

    def __init__(self, told: Told, keep: list[int]) -> None:
        self.told, self.skeleton, self.keep = told, told.skeleton, keep
        self.time, self.values = told.time[keep], told.values[keep]
        self.bodies: list[dict[str, Any]] = []
        self.symbols: list[dict[str, Any]] = []
        self.poses: list[Array] = []
        self.courses = path_courses(self.skeleton, self.values)
        self.numbers: dict[str, int] = {}
        first = [line.reshape(-1, 3) for line in bones_of(self.skeleton, self.skeleton.places(self.values[0]))]
        cloud = np.vstack([*first, *(course.places[0] for course in self.courses), np.zeros((0, 3))])
        self.unit = UNIT * (float(np.linalg.norm(np.ptp(cloud, axis=0))) or 1.0) if len(cloud) else UNIT

    def put(self, name: str, poses: Array, shapes: list[dict[str, Any]], of: str = "", points: Any = None) -> int:
        """One body; gives its number. What has no shape gets one that is too small to be seen."""
        small = SMALL * self.unit
        none = [{"kind": "box", "at": [0.0] * 3, "axes": np.eye(3).tolist(), "x": small, "y": small, "z": small}]
        body = {"name": name, "shapes": shapes or none, "complete": True, "points": points or {}, "lump": None}
        self.bodies.append(body | ({"of": of} if of else {}))
        self.poses.append(poses)
        self.numbers[name] = len(self.bodies) - 1
        return len(self.bodies) - 1

    def add_bodies(self) -> None:
        """Ground, then every body with its bones and markers."""
        skeleton, frames = self.skeleton, len(self.values)
        places = [skeleton.places(q) for q in self.values]
        still = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], (frames, 1))
        self.put(GROUND, still, [self._ball(m.location, MARKER) for m in skeleton.markers if m.body == GROUND])
        joints = {joint.child: joint for joint in skeleton.ordered_joints}
        for body in skeleton.ordered:
            own = np.array([place[body.name] for place in places])
            start = joints[body.name].at_child[:3, 3]
            hung = [joint for joint in skeleton.ordered_joints if joint.parent == body.name]
            ends = [(np.linalg.inv(own[0]) @ places[0][one.child] @ one.at_child)[:3, 3] for one in hung]
            ends += [np.array(body.center)] if body.mass > 0 else []
            shapes = [shape for end in ends if (shape := self._bone(start, end)) is not None]
            markers = {m.name: list(m.location) for m in skeleton.markers if m.body == body.name}
            shapes += [self._ball(at, MARKER) for at in markers.values()]
            self.put(body.name, _poses(own), shapes, points=markers)

    def add_paths(self) -> None:
        """Muscles and ligaments as bands from point to point; points that move on bodies are bodies of their own."""
        for course in self.courses:
            ends = []
            for k, held in enumerate(course.held):
                if held is not None:
                    ends.append(_end(self.numbers[held[0]], held[1]))
                else:
                    poses = np.hstack([course.places[:, k], np.tile([1.0, 0.0, 0.0, 0.0], (len(self.time), 1))])
                    number = self.put(f"{course.name}.{k + 1}", poses, [], course.name)
                    ends.append(_end(number, (0.0, 0.0, 0.0)))
            for first, second in pairwise(ends):
                symbol = {"kind": "band", "name": course.name, "first": first, "second": second}
                self.symbols.append(symbol | {"sizes": [0.0, 0.0], "tips": ["", ""]})

    def add_measured(self, markers: Markers) -> None:
        """Where markers were seen, straight between frames; one that was not seen hides in its place on the body."""
        known = {one.name: one for one in self.skeleton.markers}
        for column, name in enumerate(markers.names):
            seen = np.isfinite(markers.places[:, column, 0])
            if name not in known or not seen.any():
                continue
            at = np.column_stack(
                [np.interp(self.time, markers.time[seen], markers.places[seen, column, i]) for i in range(3)]
            )
            poses = self.poses[self.numbers[known[name].body]]
            own = _carried(poses, np.array(known[name].location))
            near = np.interp(self.time, markers.time, seen.astype(float)) > 0.5
            near &= (self.time >= markers.time[0] - NO_LOAD) & (self.time <= markers.time[-1] + NO_LOAD)
            turned = np.tile([1.0, 0.0, 0.0, 0.0], (len(self.time), 1))
            place = np.where(near[:, None], at, own)
            self.put(
                f"{name} (measured)", np.hstack([place, turned]), [self._ball((0, 0, 0), MEASURED, 0.9)], "measured"
            )

    def tints(self) -> list[dict[str, Any]]:
        """The colours of the muscles."""
        active = self.told.activations
        assert active is not None
        return [
            {
                "name": muscle.name,
                "channel": f"{muscle.name}.activation",
                "tells": "activation",
                "shares": np.clip(active[self.keep, m], 0.0, 1.0).tolist(),
                "colours": [RESTING, ACTIVE],
            }
            for m, muscle in enumerate(self.skeleton.muscles)
        ]

    def _ball(self, at: Any, colour: str, share: float = 1.0) -> dict[str, Any]:
        radius = share * MARKER_THICK * self.unit
        return {"kind": "sphere", "at": list(map(float, at)), "axes": np.eye(3).tolist(), "radius": radius} | {
            "colour": colour
        }

    def _bone(self, start: Array, end: Array) -> dict[str, Any] | None:
        reach = end - start
        length = float(np.linalg.norm(reach))
        if length < SMALL * self.unit:
            return None
        middle, axes = (0.5 * (start + end)).tolist(), along(reach).tolist()
        sizes = {"radius": BONE_THICK * self.unit, "length": length}
        return {"kind": "capsule", "at": middle, "axes": axes, **sizes, "colour": BONE}


def _end(body: int, at: Any) -> dict[str, Any]:
    return {"body": body, "at": list(map(float, at)), "axes": np.eye(3).tolist()}


def _up(gravity: Sequence[float]) -> list[float]:
    """The axis against the weight; y where there is none, as in files of motions."""
    axis = int(np.argmax(np.abs(gravity))) if np.any(gravity) else 1
    up = [0.0, 0.0, 0.0]
    up[axis] = 1.0 if gravity[axis] <= 0 else -1.0
    return up


def _poses(frames: Array) -> Array:
    """Position and Euler parameters, which go on without a jump of sign."""
    from scipy.spatial.transform import Rotation

    parameters = Rotation.from_matrix(frames[:, :3, :3]).as_quat()[:, [3, 0, 1, 2]]
    turned = np.sum(parameters[1:] * parameters[:-1], axis=1) < 0.0
    parameters[1:] *= np.cumprod(np.where(turned, -1.0, 1.0))[:, None]
    return np.hstack([frames[:, :3, 3], parameters])


def _carried(poses: Array, point: Array) -> Array:
    """A point of a body in space."""
    from linkwork.places.spatial.rotations import matrices_of

    return np.asarray(poses[:, :3] + matrices_of(poses[:, 3:]) @ point)


def _jumps(of: Moved) -> list[dict[str, Any]]:
    """Lengths of muscles that jump."""
    if isinstance(of, ForwardRun):
        events = of.events
    else:
        moved = of.net.motion if isinstance(of, Sharing) else of if isinstance(of, Motion) else of.motion
        speeds = moved.speeds if len(moved.time) >= SPLINED else None
        events = path_events(moved.skeleton, moved.time, moved.values, speeds)
    return [{"t": one.t, "text": one.text} for one in events]


def _steps(plates: Sequence[Plate], time: Array) -> list[dict[str, Any]]:
    """Strikes and offs of feet within the motion."""
    if not plates:
        return []
    events = gait_events(plates)
    listed = [(t, f"{foot} strikes the ground") for foot, times in events.strikes.items() for t in times]
    listed += [(t, f"{foot} leaves the ground") for foot, times in events.offs.items() for t in times]
    return [{"t": t, "text": text} for t, text in sorted(listed) if time[0] <= t <= time[-1]]


def _forces(plates: Sequence[Plate], made: _Made) -> dict[str, Any] | None:
    """What plates do to bodies, at places of the ground; nowhere while they are not loaded."""
    items: list[dict[str, Any]] = []
    largest = 0.0
    for number, plate in enumerate(plates):
        if plate.body not in made.numbers:
            raise AnalysisError(f"a plate acts on '{plate.body}', which the skeleton does not have")
        force, at = plate.at(made.time)[:, :3], plate.points(made.time)
        size = np.linalg.norm(force, axis=1)
        if not size.max(initial=0.0) > NO_LOAD:
            continue
        largest = max(largest, float(size.max()))
        loaded = size > NO_LOAD
        at, force = np.where(loaded[:, None], at, np.nan), np.where(loaded[:, None], force, np.nan)
        same = [one.body for one in plates].count(plate.body) > 1
        name = f"{plate.body} {number + 1}" if same else plate.body
        items.append(
            {"name": name, "body": 0, "at": at.T.tolist(), "force": force.T.tolist(), "torque": [], "doubtful": False}
        )
    return {"items": items, "force": largest, "torque": 0.0} if items else None
