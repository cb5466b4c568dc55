"""Muscles of MuJoCo models: actuators on spatial tendons."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.files.mjcf_law import MujocoMuscle
from linkwork.library.biomechanics.parts import Coordinate, PathMuscle, PathPoint, Station
from linkwork.library.biomechanics.paths.muscle_paths import muscle_paths
from linkwork.library.biomechanics.paths.surfaces import NOWHERE, Cylinder, Sphere

if TYPE_CHECKING:
    from linkwork.library.biomechanics.files.mjcf import Reader
    from linkwork.library.biomechanics.skeleton import Skeleton

PARAMETERS = ("range_low", "range_high", "force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax")
USUAL = (0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2)
TIMES = (0.01, 0.04)
OF_TENDONS = ("stiffness", "damping", "frictionloss", "armature", "range", "actuatorfrcrange")
OF_MUSCLES = ("forcerange", "actrange", "tausmooth", "delay")
"""What would change forces and is not taken over."""
ROUNDS = 3  # starts of the search for the ends of a muscle's length


def within(coordinate: Coordinate) -> tuple[float, float]:
    """The range of a coordinate; half a turn to each side of zero where it has none."""
    low, high = coordinate.range
    return (low if math.isfinite(low) else -math.pi), (high if math.isfinite(high) else math.pi)


class MuscleTags:
    """Reads tendons and actuators."""

    def __init__(self, reader: Reader, skeleton: Skeleton, loose: Skeleton) -> None:
        self.read, self.skeleton, self.loose = reader, skeleton, loose

    def muscles(self, root: Tag) -> tuple[PathMuscle, ...]:
        """The muscles of the model."""
        tendons = {one.attributes.get("name", ""): one for holder in root.all("tendon") for one in holder.inner}
        for name, tag in tendons.items():
            if tag.name != "spatial":
                self.read.left_out[f"tendon {tag.name} '{name}'"] += 1
        muscles, pulled = [], set[str]()
        read = self.read
        for holder in root.all("actuator"):
            for tag in holder.inner:
                given = read.given(tag, "")
                by_muscle = tag.name == "muscle" or (tag.name == "general" and given.get("gaintype") == "muscle")
                tendon = tendons.get(given.get("tendon", ""))
                if not by_muscle or tendon is None or tendon.name != "spatial":
                    read.left_out[f"actuator {tag.name}" + (" that is no muscle on a tendon" if by_muscle else "")] += 1
                    continue
                read.list_given(tendon, read.given(tendon, ""), OF_TENDONS, "tendon")
                read.list_given(tag, given, OF_MUSCLES, "muscle")
                self.list_laws(tag, given)
                pulled.add(given["tendon"])
                path = self.path(tendon)
                if path is not None:
                    muscles.append(self.muscle(tag, given, path))
        for name, tag in tendons.items():
            if tag.name == "spatial" and name not in pulled:
                read.left_out[f"tendon spatial '{name}' without a muscle"] += 1
        return tuple(muscles)

    def list_laws(self, tag: Tag, given: dict[str, str]) -> None:
        """What of an actuator of the tag `general` is not as in a muscle is listed; so are other bounds of controls."""
        read = self.read
        if tag.name == "general":
            for kind in ("dyntype", "biastype"):
                if given.get(kind, "none") != "muscle":
                    read.left_out[f"{kind} {given.get(kind, 'none')} of a muscle: it is taken for muscle"] += 1
            rows = (read.numbers(tag, given, one, ()) for one in ("gainprm", "biasprm"))
            gain, bias = ((*row, *USUAL[len(row) :])[:9] for row in rows)
            if given.get("biastype") == "muscle" and gain != bias:
                read.left_out["biasprm of a muscle: gainprm counts for passive forces, too"] += 1
        if "ctrlrange" in given and given.get("ctrllimited", "auto") != "false":
            low, high = read.numbers(tag, given, "ctrlrange", (), 2)
            if (low, high) not in ((0.0, 1.0), (0.0, 0.0)):
                read.left_out[f"ctrlrange {low:g} to {high:g} of a muscle: excitations lie between 0 and 1"] += 1

    def path(self, tendon: Tag) -> tuple[Station, ...] | None:
        """The way of a tendon."""
        read, stations = self.read, list[Station]()
        for tag in tendon.inner:
            name = tag.attributes.get(tag.name, tag.attributes.get("site", tag.attributes.get("geom", "")))
            if tag.name == "site":
                if name not in read.sites:
                    read.fail(tag, f"there is no site '{name}'")
                body, at = read.sites[name]
                stations.append(PathPoint(body, (float(at[0]), float(at[1]), float(at[2])), name=name))
            elif tag.name == "geom":
                if name not in read.geoms:
                    read.fail(tag, f"there is no geom '{name}'")
                surface = self.surface(tag, name)
                if surface is None:
                    return None
                stations.append(surface)
            else:
                read.left_out[f"muscle on a tendon with a {tag.name}"] += 1
                return None
        return tuple(stations)

    def surface(self, tag: Tag, name: str) -> Sphere | Cylinder | None:
        """A geom that a tendon goes round."""
        read = self.read
        body, here, kind, size = read.geoms[name]
        center = tuple(float(one) for one in here[:3, 3])
        side = tag.attributes.get("sidesite")
        towards = np.zeros(3)
        if side is not None:
            if side not in read.sites:
                read.fail(tag, f"there is no site '{side}'")
            on, at = read.sites[side]
            towards = at - here[:3, 3] if on == body else np.zeros(3)
            local = here[:3, :3].T @ towards
            if on != body:
                read.left_out["sidesite on another body than its geom: the shorter way is taken"] += 1
            elif np.linalg.norm(local if kind == "sphere" else local[:2]) < size[0]:
                read.left_out[f"muscle inside a {kind}"] += 1
                return None
        middle = (center[0], center[1], center[2])
        if kind == "sphere":
            if np.any(towards):
                read.left_out["sidesite of a sphere: the shorter way is taken"] += 1
            return Sphere(body, middle, size[0], True)
        if kind != "cylinder":
            read.fail(tag, f"a tendon goes round spheres and cylinders, not round a {kind}")
        axis = here[:3, 2]
        way = (float(towards[0]), float(towards[1]), float(towards[2])) if np.any(towards) else NOWHERE
        return Cylinder(body, middle, (float(axis[0]), float(axis[1]), float(axis[2])), size[0], 0, way, True)

    def muscle(self, tag: Tag, given: dict[str, str], path: tuple[Station, ...]) -> PathMuscle:
        """One muscle with its lengths and its strength."""
        read = self.read
        low, high, force, scale, lmin, lmax, vmax, fpmax, fvmax = self.parameters(tag, given)
        times = read.numbers(tag, given, "dynprm", TIMES)
        times = read.numbers(tag, given, "timeconst", (*times, *TIMES[len(times) :])[:2], 2)
        name = given.get("name", given.get("tendon", "muscle"))
        gear = read.numbers(tag, given, "gear", (1.0,))[0]
        if gear != 1:
            read.fail(tag, f"muscle '{name}': a gear of {gear:g} is not read; give 1, and strength and lengths to it")
        if not low < high:
            read.fail(tag, f"muscle '{name}': range goes from {low:g} to {high:g}; it must rise")
        ends = read.numbers(tag, given, "lengthrange", (0.0, 0.0), 2)
        try:
            law = MujocoMuscle(lmin, lmax, fpmax, fvmax, *times)
            rough = PathMuscle(name, path, 1.0, 1.0, 0.0, law=law, largest_speed=vmax, least_activation=0.0)
            alone = dataclasses.replace(self.skeleton, muscles=(rough,))
            if not ends[0] < ends[1]:
                ends = self.length_range(alone)
            optimum = (ends[1] - ends[0]) / (high - low)
            if ends[0] < low * optimum:
                read.left_out["tendon of a length below zero: its muscle has none, and longer fibres"] += 1
            if force <= 0:
                force = scale / self.acceleration(dataclasses.replace(self.loose, muscles=(rough,)))
            return dataclasses.replace(
                rough, strength=force, optimal_length=optimum, tendon_length=max(0.0, ends[0] - low * optimum)
            )
        except MechanismError as error:
            read.fail(tag, f"muscle '{name}': {error}")

    def parameters(self, tag: Tag, given: dict[str, str]) -> tuple[float, ...]:
        """The nine numbers of a muscle, by name or as gainprm."""
        values = list(USUAL)
        for k, one in enumerate(self.read.numbers(tag, given, "gainprm", ())[:9]):
            values[k] = one
        values[:2] = self.read.numbers(tag, given, "range", tuple(values[:2]), 2)
        for k, name in enumerate(PARAMETERS[2:], 2):
            values[k] = self.read.numbers(tag, given, name, (values[k],))[0]
        return tuple(values)

    def length_range(self, alone: Skeleton) -> tuple[float, float]:
        """The shortest and the longest length within the ranges of the joints."""
        from scipy.optimize import minimize

        start = alone.start()
        moves = np.abs(muscle_paths(alone, [start, start + 0.1]).arms).max(axis=(0, 1)) > 1e-9
        bounds = [
            within(one) if turns else (value, value)
            for one, value, turns in zip(alone.coordinates, start, moves, strict=True)
        ]
        best = []
        low, high = np.array(bounds).T
        for sign in (1.0, -1.0):

            def value(q: Array, sign: float = sign) -> tuple[float, Array]:
                paths = muscle_paths(alone, q)
                return sign * float(paths.lengths[0, 0]), -sign * paths.arms[0, 0]

            starts = [np.clip(start, low, high), 0.75 * low + 0.25 * high, 0.25 * low + 0.75 * high][:ROUNDS]
            best.append(min(minimize(value, q, jac=True, bounds=bounds, method="L-BFGS-B").fun for q in starts))
        return best[0], -best[1]

    def acceleration(self, alone: Skeleton) -> float:
        """How much a tension of 1 accelerates the coordinates at the start, by which MuJoCo scales strengths.

        Joints that are functions of others count as free there.
        """
        from linkwork.library.biomechanics.inverse_dynamics import masses_at

        arms = muscle_paths(alone, alone.start()).arms[0, 0]
        return max(1e-9, float(np.linalg.norm(np.linalg.lstsq(masses_at(alone, alone.start()), arms, rcond=None)[0])))
