"""Reads MuJoCo models (MJCF): bodies, joints, sites, spatial tendons, muscles; lists what is left out.

Axes stay those of the file, z upwards as a rule. A muscle of MuJoCo has a tendon that does not stretch.
"""

from __future__ import annotations

import dataclasses
import math
import os

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.expression.given import FilePath, public
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.curves import natural_spline
from linkwork.library.biomechanics.files.mjcf_masses import segment_of
from linkwork.library.biomechanics.files.mjcf_muscles import MuscleTags, within
from linkwork.library.biomechanics.files.mjcf_text import MjcfText, read_tree
from linkwork.library.biomechanics.parts import Coordinate, MarkerPlace, Move, Segment, SkeletonJoint
from linkwork.library.biomechanics.skeleton import Skeleton

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
READ = {"worldbody", "default", "compiler", "tendon", "actuator", "equality", "option", "size"}
"""What is read, and settings of MuJoCo's own."""
IN_BODIES = {"body", "joint", "freejoint", "inertial", "geom", "site"}
"""What is read of a body."""
OF_JOINTS = ("stiffness", "damping", "armature", "frictionloss", "springdamper", "actuatorfrcrange")
"""What would change the motion and is not taken over."""


@public
def read_mjcf(path: FilePath) -> Skeleton:
    """The skeleton of a MuJoCo model; sites become markers, `left_out` lists what it does not take over."""
    name = os.fspath(path)
    root = read_tree(name)
    if root.name != "mujoco":
        raise ModelFileError(f"{name}:{root.line}: this is no MuJoCo model: its outermost tag is <{root.name}>")
    reader = Reader(name, root)
    try:
        return reader.skeleton(root)
    except AnalysisError as error:
        raise ModelFileError(f"{name}: {error}") from None


class Reader(MjcfText):
    """Reads the tags of one model."""

    def __init__(self, file: str, root: Tag) -> None:
        super().__init__(file, root)
        self.bodies: list[Segment] = []
        self.joints: list[SkeletonJoint] = []
        self.coordinates: dict[str, Coordinate] = {}
        self.sites: dict[str, tuple[str, Array]] = {}
        self.geoms: dict[str, tuple[str, Array, str, tuple[float, ...]]] = {}
        self.coupled: dict[str, tuple[str, tuple[float, ...]]] = {}
        self.refs: dict[str, float] = {}
        self.relief: dict[str, float] = {}

    def skeleton(self, root: Tag) -> Skeleton:
        """The skeleton of the model."""
        for equality in root.all("equality"):
            for tag in equality.inner:
                family = self.defaults.get(tag.attributes.get("class", "main"), {}).get("equality", {})
                active = tag.attributes.get("active", family.get("active")) != "false"
                if tag.name == "joint" and "joint2" in tag.attributes and active:
                    terms = self.numbers(tag, tag.attributes, "polycoef", (0, 1, 0, 0, 0))[:5]
                    self.coupled[tag.attributes.get("joint1", "")] = (tag.attributes["joint2"], terms)
                else:
                    self.left_out[f"equality {tag.name}"] += 1
        for world in root.all("worldbody"):
            self.on_body(world, "ground", "")
            for tag in world.all("body"):
                self.body(tag, "ground", "")
        loose = (tuple(self.joints), tuple(self.coordinates.values()))
        self.join_coupled()
        for tag in root.inner:
            if tag.name not in READ:
                self.left_out.update([f"{tag.name} {one.name}" for one in tag.inner] or [tag.name])
        gravity = self.gravity(root)
        markers = tuple(
            MarkerPlace(name, body, (float(at[0]), float(at[1]), float(at[2])))
            for name, (body, at) in self.sites.items()
        )
        name = root.attributes.get("model", "MuJoCo model")
        x, y, z = (float(one) for one in gravity)
        try:
            bare = Skeleton(
                name, tuple(self.bodies), tuple(self.joints), tuple(self.coordinates.values()), markers, (), (x, y, z)
            )
            free = dataclasses.replace(bare, joints=loose[0], coordinates=loose[1])
            muscles = MuscleTags(self, bare, free).muscles(root)
            left = tuple(f"{count} {kind}" for kind, count in sorted(self.left_out.items()))
            return dataclasses.replace(bare, muscles=muscles, left_out=left)
        except MechanismError as error:
            if isinstance(error, ModelFileError):
                raise
            raise ModelFileError(f"{self.file}: {error}") from None

    def gravity(self, root: Tag) -> Array:
        """Gravity; where all masses are relieved of one share of their weight (gravcomp), what is left of it.

        Skeletons have one gravity for all bodies, so that other shares are listed body by body.
        """
        gravity, held = np.array([0, 0, -9.81]), True
        for option in root.all("option"):
            gravity = self.vector(option, option.attributes, "gravity", tuple(gravity))
            self.list_given(option, option.attributes, ("wind", "density", "viscosity"), "medium")
            for flag in option.all("flag"):
                held = flag.attributes.get("gravity", "enable" if held else "disable") != "disable"
        if not held or not np.any(gravity):
            return np.zeros(3)
        shares = {body.name: self.relief.get(body.name, 0.0) for body in self.bodies if body.mass > 0}
        if len(set(shares.values())) == 1:
            return gravity * (1 - next(iter(shares.values())))
        for name, share in shares.items():
            if share:
                self.left_out[f"gravcomp {share:g} of body '{name}': it has its whole weight"] += 1
        return gravity

    def on_body(self, tag: Tag, body: str, family: str) -> None:
        """Sites and geoms of a body; tags that are not read are listed, with what is in them."""
        for one in tag.inner:
            if one.name not in IN_BODIES:
                self.left_out[one.name + (" with what is in it" if one.inner else "")] += 1
        for site in tag.all("site"):
            given = self.given(site, family)
            if "name" in given:
                self.sites[given["name"]] = (body, self.frame(site, given)[:3, 3])
            else:
                self.left_out["site without a name"] += 1
        for geom in tag.all("geom"):
            given = self.given(geom, family)
            if any(self.numbers(geom, given, kind, (1.0,))[0] for kind in ("contype", "conaffinity")):
                self.left_out["geom that could touch others: nothing does"] += 1
            if given.get("shellinertia") == "true" and body != "ground":
                self.left_out["geom with shellinertia: it counts as filled"] += 1
            if "name" in given:
                kind, size = self.shape(geom, given)
                self.geoms[given["name"]] = (body, self.frame(geom, given), kind, size)

    def body(self, tag: Tag, parent: str, family: str) -> None:
        """A body with its joints and what hangs on it."""
        name = tag.attributes.get("name", f"body_{len(self.bodies) + 1}")
        family = tag.attributes.get("childclass", family)
        here = self.frame(tag, tag.attributes)
        tags = [one for one in tag.inner if one.name in ("joint", "freejoint")]
        for k, joint in enumerate(tags):
            child = name if k == len(tags) - 1 else f"{name}__{k + 1}"
            self.joint(joint, parent, child, here if k == 0 else np.eye(4), f"{name}_joint_{k + 1}", family)
            if child != name:
                self.bodies.append(Segment(child))
            parent = child
        if not tags:
            self.joints.append(SkeletonJoint(f"{name}_weld", parent, name, (), here))
        self.bodies.append(segment_of(self, tag, name, family))
        self.relief[name] = self.numbers(tag, tag.attributes, "gravcomp", (0.0,))[0]
        if tag.attributes.get("mocap") == "true":
            self.left_out[f"mocap of body '{name}': it stands still"] += 1
        self.on_body(tag, name, family)
        for inner in tag.all("body"):
            self.body(inner, name, family)

    def joint(self, tag: Tag, parent: str, child: str, here: Array, name: str, family: str) -> None:
        """One joint of MuJoCo: moves about an anchor in the frame of the body."""
        given = self.given(tag, family)
        name = given.get("name", name)
        kind = "free" if tag.name == "freejoint" else given.get("type", "hinge")
        anchor, child_frame = np.eye(4), np.eye(4)
        anchor[:3, 3] = self.vector(tag, given, "pos")
        self.list_given(tag, given, OF_JOINTS, "joint")
        unit = math.radians(1.0) if self.degrees else 1.0
        if kind in ("hinge", "slide"):
            axis = self.vector(tag, given, "axis", (0, 0, 1))
            factor = unit if kind == "hinge" else 1.0
            ref = factor * self.numbers(tag, given, "ref", (0.0,))[0]
            low, high = (factor * one for one in self.numbers(tag, given, "range", (0.0, 0.0), 2))
            limited = given.get("limited", "auto")
            held = limited == "true" or (limited == "auto" and (low, high) != (0, 0))
            if held and not low < high:
                self.fail(tag, f"joint '{name}': range goes from {low:g} to {high:g}; it must rise")
            if held:
                self.left_out["range of a joint that holds it: a JointLimit would"] += 1
            self.coordinates[name] = Coordinate(
                name, kind == "hinge", ref, (low, high) if held else (-math.inf, math.inf)
            )
            self.refs[name] = ref
            curve = np.array([[ref, 0.0, 1.0, 0.0, 0.0]])
            size = float(np.linalg.norm(axis)) or 1.0
            x, y, z = (float(one) / size for one in axis)
            moves: tuple[Move, ...] = (Move((x, y, z), kind == "hinge", name, curve),)
        elif kind in ("ball", "free"):
            self.left_out[f"quaternion of a {kind} joint: it has three angles about x, y, z"] += 1
            if kind == "ball" and given.get("limited", "auto") != "false" and "range" in given:
                self.left_out["range of a ball joint"] += 1
            words = [f"{name}_{axis}" for axis in ("rx", "ry", "rz")]
            turns = tuple(Move(axis, True, word) for axis, word in zip((X, Y, Z), words, strict=True))
            moves = turns
            self.coordinates |= {word: Coordinate(word) for word in words}
            if kind == "free":
                shifts = [f"{name}_{axis}" for axis in ("tx", "ty", "tz")]
                self.coordinates |= {word: Coordinate(word, False) for word in shifts}
                moves = (*(Move(axis, False, word) for axis, word in zip((X, Y, Z), shifts, strict=True)), *turns)
                child_frame[:3, :3] = here[:3, :3].T
                start = np.eye(4)
                start[:3, 3] = here[:3, 3]
                self.joints.append(SkeletonJoint(name, parent, child, moves, start, child_frame))
                return
        else:
            self.fail(tag, f"a joint of the type '{kind}' is not known")
        self.joints.append(SkeletonJoint(name, parent, child, moves, here @ anchor, anchor))

    def join_coupled(self) -> None:
        """Joints that an equality makes functions of others lose their coordinate."""
        for name, (other, terms) in self.coupled.items():
            if name not in self.coordinates or other not in self.coordinates or other in self.coupled:
                self.left_out["equality joint of joints that are not there"] += 1
                continue
            ref = self.refs.get(other, 0.0)
            terms = (*terms, *(0.0,) * (5 - len(terms)))
            curve = np.array([[ref, *terms[:4]]])
            if terms[4]:
                x = np.linspace(*within(self.coordinates[other]), 65)
                curve = natural_spline(x, np.polynomial.polynomial.polyval(x - ref, terms))
                self.left_out["fourth power of an equality joint: a spline of 64 pieces is there instead"] += 1
            turned = [
                dataclasses.replace(
                    joint,
                    moves=tuple(
                        Move(move.axis, move.turns, other, curve) if move.coordinate == name else move
                        for move in joint.moves
                    ),
                )
                for joint in self.joints
            ]
            self.joints = turned
            del self.coordinates[name]
