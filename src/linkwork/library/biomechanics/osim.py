"""Reads OpenSim models (`.osim`, version 4): bodies, joints, coordinates, markers, muscles; lists what is left out.

Every error has file and line. Frames on bodies are resolved; joints become rows of single moves.
"""

from __future__ import annotations

import os
import pickle
from collections import Counter

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.base.local_file import read_bytes
from linkwork.expression.given import FilePath, public, unchecked
from linkwork.formats.urdf.xml_tree import Tag, read_xml
from linkwork.library.biomechanics.files.osim_couplers import read_couplers
from linkwork.library.biomechanics.followers import without
from linkwork.library.biomechanics.frames import frame, identity
from linkwork.library.biomechanics.osim_joints import moves_of_joint
from linkwork.library.biomechanics.osim_muscles import MuscleReader
from linkwork.library.biomechanics.osim_text import OsimText
from linkwork.library.biomechanics.parts import Coordinate, MarkerPlace, Move, Segment, SkeletonJoint
from linkwork.library.biomechanics.skeleton import Skeleton

LARGEST = 64 * 1024 * 1024
SILENT = {
    "credits",
    "publications",
    "length_units",
    "force_units",
    "Ground",
    "ModelVisualPreferences",
    "assembly_accuracy",
}
UNITS = {"length_units": ("m", "meters", "metres", "meter"), "force_units": ("N", "newtons", "Newtons", "newton")}
KEPT, LARGEST_KEPT = 8, 4 * 1024 * 1024
"""How many models are kept once they are read, and of what size."""
_kept: dict[bytes, bytes] = {}
"""The skeleton of every content that was read before. Skeletons are made of these bytes anew: none shares an array."""
ITSELF = identity()
"""The frame of a body."""
_marker, _segment, _coordinate = unchecked(MarkerPlace), unchecked(Segment), unchecked(Coordinate)
_joint, _frame = unchecked(SkeletonJoint), unchecked(frame)


@public
def read_osim(path: FilePath) -> Skeleton:
    """The skeleton of an OpenSim model; `left_out` of the result lists what it does not take over.

    A file with the content of one that was read before is not taken apart again.
    """
    name = os.fspath(path)
    try:
        content = read_bytes(name, LARGEST, "an OpenSim model (.osim)")
    except MechanismError as error:
        raise ModelFileError(str(error)) from None
    kept = _kept.get(content)
    if kept is not None:
        again: Skeleton = pickle.loads(kept)
        return again
    skeleton = _read(content, name)
    if len(content) <= LARGEST_KEPT:
        if len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[content] = pickle.dumps(skeleton, pickle.HIGHEST_PROTOCOL)
    return skeleton


def _read(content: bytes, name: str) -> Skeleton:
    """The skeleton of the text of a model."""
    root = read_xml(content, name)
    reader = Reader(name)
    if root.name != "OpenSimDocument":
        reader.fail(root, f"this is no OpenSim model: its outermost tag is <{root.name}>")
    version = root.attributes.get("Version", "")
    if not version.isdecimal() or not 40000 <= int(version) < 50000:
        reader.fail(root, f"version {version or '?'} is not read, only version 4; open and save it with OpenSim 4")
    model = root.first("Model")
    if model is None:
        reader.fail(root, "there is no <Model>")
    return reader.skeleton(model)


class Reader(OsimText):
    """Reads the tags of one model."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.left_out: Counter[str] = Counter()
        self.frames: dict[str, tuple[str, Array]] = {"ground": ("ground", ITSELF)}

    def skeleton(self, model: Tag) -> Skeleton:
        """The skeleton of the model."""
        bodies = [self.segment(tag) for tag in self.objects(model, "BodySet", ("Body",))]
        self.frames |= {body.name: (body.name, ITSELF) for body in bodies}
        joints: list[SkeletonJoint] = []
        coordinates: dict[str, Coordinate] = {}
        for tag in self.objects(model, "JointSet", None):
            joint, own = self.joint(tag)
            joints.append(joint)
            for one in own:
                if one.name in coordinates:
                    self.fail(tag, f"there are two coordinates '{one.name}'")
                coordinates[one.name] = one
        for kind in ("ControllerSet", "ContactGeometrySet", "ProbeSet", "ComponentSet"):
            for tag in self.objects(model, kind, None):
                self.left_out[tag.name] += 1
        ranges = {name: one.range for name, one in coordinates.items()}
        coupled, joints = read_couplers(self, model, coordinates, joints)
        for follower in coupled:
            del coordinates[follower.name]
        forces = MuscleReader(self, model, coordinates.values(), ranges)
        muscles = forces.muscles(model)
        markers = []
        for tag in self.objects(model, "MarkerSet", ("Marker",)):
            body, place = self.place(tag, "socket_parent_frame", self.spot(tag, "location"))
            stays = self.text(tag, "fixed", "false").lower() == "true"
            markers.append(_marker(self.name_of(tag), body, place, stays))
        known = {"BodySet", "JointSet", "ForceSet", "MarkerSet", "gravity", "ConstraintSet", "ControllerSet"}
        known |= {"ContactGeometrySet", "ProbeSet", "ComponentSet"} | SILENT
        for tag in model.inner:
            if tag.name not in known:
                self.left_out[tag.name] += 1
            usual = UNITS.get(tag.name)
            if usual and tag.text.strip() and tag.text.strip() not in usual:
                self.left_out[f"{tag.name} '{tag.text.strip()}': numbers are taken in {usual[0]}, as OpenSim does"] += 1
        try:
            _, muscles, ligaments = without(coupled, (), muscles, forces.ligaments)
            return Skeleton(
                self.name_of(model), tuple(bodies), tuple(joints), tuple(coordinates.values()), tuple(markers),
                muscles, self.vector(model, "gravity", (0.0, -9.80665, 0.0)),
                tuple(f"{count} {kind}" for kind, count in sorted(self.left_out.items())), tuple(forces.limits),
                ligaments,
            )  # fmt: skip
        except (MechanismError, AnalysisError) as error:
            raise ModelFileError(f"{self.file}: {error}") from None

    def segment(self, tag: Tag) -> Segment:
        inertia = self.numbers(tag, "inertia", 6, (0.0,) * 6)
        return _segment(
            self.name_of(tag), self.number(tag, "mass", 0.0), self.spot(tag, "mass_center", (0.0, 0.0, 0.0)), inertia
        )

    def place(
        self, tag: Tag, socket: str, location: tuple[float, float, float]
    ) -> tuple[str, tuple[float, float, float]]:
        """The body that a socket leads to, and a location of its frame on that body."""
        body, on = self.frame_of(tag, self.text(tag, socket))
        if on is ITSELF:
            x, y, z = location
            return body, (x + 0.0, y + 0.0, z + 0.0)
        x, y, z = (on[:3, :3] @ np.array(location) + on[:3, 3]).tolist()
        return body, (x, y, z)

    def frame_of(self, tag: Tag, socket: str) -> tuple[str, Array]:
        """The body and the frame on it that a socket means."""
        name = socket.rsplit("/", 1)[-1]
        if name not in self.frames:
            self.fail(tag, f"'{socket}' is no body and no frame of this model")
        return self.frames[name]

    def joint(self, tag: Tag) -> tuple[SkeletonJoint, list[Coordinate]]:
        """A joint and its coordinates."""
        name, frames = self.name_of(tag), tag.first("frames")
        kept = dict(self.frames)
        for one in frames.all("PhysicalOffsetFrame") if frames else ():
            body, on = self.frame_of(one, self.text(one, "socket_parent"))
            here = _frame(self.spot(one, "translation", (0, 0, 0)), self.vector(one, "orientation", (0, 0, 0)))
            kept[self.name_of(one)] = (body, on @ here)
        own, self.frames = self.frames, kept
        parent, at_parent = self.frame_of(tag, self.text(tag, "socket_parent_frame"))
        child, at_child = self.frame_of(tag, self.text(tag, "socket_child_frame"))
        self.frames = own
        holder = tag.first("coordinates")
        tags = list(holder.all("Coordinate")) if holder else []
        names = [self.name_of(one) for one in tags]
        moves = moves_of_joint(self, tag, names)
        coordinates = [self.coordinate(one, moves) for one in tags]
        return _joint(name, parent, child, moves, at_parent, at_child), coordinates

    def coordinate(self, tag: Tag, moves: tuple[Move, ...]) -> Coordinate:
        name = self.name_of(tag)
        low, high = self.numbers(tag, "range", 2, (-np.inf, np.inf))
        if low > high:
            self.fail(tag, f"its range goes from {low:g} to {high:g}; it must rise")
        turns = any(move.turns for move in moves if move.coordinate == name)
        locked = self.text(tag, "locked", "false").lower() == "true"
        if self.text(tag, "prescribed", "false").lower() == "true":
            self.leave_out(f"prescribed motion of '{name}', which is free")
        clamped = self.text(tag, "clamped", "false").lower() == "true"
        return _coordinate(name, turns, self.number(tag, "default_value", 0.0), (low, high), locked, clamped)

    def leave_out(self, what: str) -> None:
        """Note something that is not taken over."""
        self.left_out[what] += 1
