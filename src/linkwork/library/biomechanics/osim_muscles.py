"""Muscles of OpenSim models: their paths and their laws."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.expression.given import unchecked
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.curves import held_outside
from linkwork.library.biomechanics.laws.rows import Law
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.biomechanics.osim_wraps import read_limit, read_surfaces, wrapped
from linkwork.library.biomechanics.parts import Coordinate, Ligament, PathMuscle, PathPoint, Station
from linkwork.library.biomechanics.passive.parts import JointLimit
from linkwork.library.muscles.de_groote import DeGroote
from linkwork.library.muscles.thelen import Thelen

if TYPE_CHECKING:
    from linkwork.library.biomechanics.osim import Reader

DE_GROOTE = "DeGrooteFregly2016Muscle"
LAWS = ("Millard2012EquilibriumMuscle", "Thelen2003Muscle", DE_GROOTE)
FLAGS = ("ignore_tendon_compliance", "ignore_activation_dynamics", "ignore_passive_fiber_force")
"""Of single muscles, where results depend on what is asked of all of them."""
PLAIN = {"active_force_width_scale": 1.0, "fiber_damping": 0.0}
"""Constants of De Groote's law as the paper has them; others are left out."""
THELEN = {
    "width": "KshapeActive", "passive_strain": "FmaxMuscleStrain", "passive_shape": "KshapePassive",
    "tendon_strain": "FmaxTendonStrain", "shortening_shape": "Af", "lengthening_limit": "Flen",
    "activation_time": "activation_time_constant", "deactivation_time": "deactivation_time_constant",
}  # fmt: skip
USUAL = Millard()
THELEN_USUAL = {
    "tendon_strain": 0.04, "lengthening_limit": 1.4, "activation_time": 0.015, "deactivation_time": 0.050,
}  # fmt: skip
"""What OpenSim 4 takes for tags that are left out, where that is not ours."""
CURVES: dict[str, dict[str, str]] = {
    "ActiveForceLengthCurve": {"least_active": "minimum_value", "shallow_slope": "shallow_ascending_slope"},
    "ForceVelocityCurve": {
        "isometric_slope": "isometric_slope", "lengthening_limit": "max_eccentric_velocity_force_multiplier",
    },
    "FiberForceLengthCurve": {
        "passive_low_stiffness": "stiffness_at_low_force", "passive_stiffness": "stiffness_at_one_norm_force",
        "passive_bend": "curviness",
    },
    "TendonForceLengthCurve": {
        "tendon_strain": "strain_at_one_norm_force", "tendon_stiffness": "stiffness_at_one_norm_force",
        "tendon_toe": "norm_force_at_toe_end", "tendon_bend": "curviness",
    },
}  # fmt: skip
PAIRS: dict[str, dict[str, tuple[str, ...]]] = {
    "ActiveForceLengthCurve": {
        "active_lengths": (
            "min_norm_active_fiber_length", "transition_norm_fiber_length", "max_norm_active_fiber_length"
        )
    },
    "FiberForceLengthCurve": {"passive_strains": ("strain_at_zero_force", "strain_at_one_norm_force")},
    "ForceVelocityCurve": {
        "shortening_slopes": ("concentric_slope_at_vmax", "concentric_slope_near_vmax"),
        "lengthening_slopes": ("eccentric_slope_at_vmax", "eccentric_slope_near_vmax"),
        "speed_bends": ("concentric_curviness", "eccentric_curviness"),
    },
}  # fmt: skip
_muscle, _point, _thelen = unchecked(PathMuscle), unchecked(PathPoint), unchecked(Thelen)


class MuscleReader:
    """Reads the forces of a model."""

    def __init__(
        self, reader: Reader, model: Tag, coordinates: Iterable[Coordinate], ranges: dict[str, tuple[float, float]]
    ) -> None:
        self.reader = reader
        self.surfaces = read_surfaces(reader, model)
        self.turning = {one.name: one.turns for one in coordinates if not one.locked}
        self.ranges = ranges
        self.limits: list[JointLimit] = []
        self.ligaments: list[Ligament] = []

    def muscles(self, model: Tag) -> tuple[PathMuscle, ...]:
        """The muscles; limits and ligaments are kept, forces of other kinds left out."""
        muscles = []
        for tag in self.reader.objects(model, "ForceSet", None):
            if self.reader.text(tag, "appliesForce", "true").lower() == "false":
                self.reader.leave_out(f"{tag.name} that does not act")
            elif tag.name in LAWS:
                muscles.append(self.muscle(tag))
            elif tag.name == "CoordinateLimitForce":
                limit = read_limit(self.reader, tag, self.turning)
                self.limits += [limit] if limit is not None else []
            elif tag.name == "Ligament":
                self.ligaments.append(self.ligament(tag))
            else:
                self.reader.leave_out(tag.name)
        return tuple(muscles)

    def muscle(self, tag: Tag) -> PathMuscle:
        """One muscle."""
        read = self.reader
        for flag in FLAGS:
            if read.text(tag, flag, "false").lower() == "true":
                read.leave_out(f"{flag} of a muscle")
        try:
            return _muscle(
                read.name_of(tag), self.path(tag), read.number(tag, "max_isometric_force", 1000.0),
                read.number(tag, "optimal_fiber_length", 0.1), read.number(tag, "tendon_slack_length", 0.2),
                read.number(tag, "pennation_angle_at_optimal", 0.0), read.number(tag, "max_contraction_velocity", 10.0),
                read.number(tag, "minimum_activation", 0.01), self.law(tag),
            )  # fmt: skip
        except MechanismError as error:
            read.fail(tag, str(error))

    def path(self, tag: Tag) -> tuple[Station, ...]:
        """The path of a muscle or ligament."""
        path = tag.first("GeometryPath")
        if path is None:
            self.reader.fail(tag, f"'{self.reader.name_of(tag)}' has no <GeometryPath>")
        points = tuple(self.point(one) for one in self.reader.objects(path, "PathPointSet", None))
        return wrapped(self.reader, path, points, self.surfaces)

    def ligament(self, tag: Tag) -> Ligament:
        """A ligament with its curve."""
        read, holder = self.reader, tag.first("force_length_curve")
        if holder is None:
            holder = tag.first("SimmSpline")
        spline = holder.inner[0] if holder is not None and holder.name != "SimmSpline" and holder.inner else holder
        if spline is None:
            read.fail(tag, f"ligament '{read.name_of(tag)}' has no <force_length_curve>")
        x, y = read.numbers(spline, "x", 0), read.numbers(spline, "y", 0)
        if len(x) != len(y):
            read.fail(spline, "the curve of a ligament needs as many x as y")
        try:
            return Ligament(
                read.name_of(tag), self.path(tag), read.number(tag, "resting_length"), read.number(tag, "pcsa_force"),
                tuple(zip(x, y, strict=True)),
            )  # fmt: skip
        except MechanismError as error:
            read.fail(tag, str(error))

    def point(self, tag: Tag) -> PathPoint:
        """A point of a path."""
        read = self.reader
        name = tag.attributes.get("name", "")
        if tag.name == "MovingPathPoint":
            moved = []
            for axis in "xyz":
                holder = tag.first(f"{axis}_location")
                if holder is None or not holder.inner:
                    read.fail(tag, f"<MovingPathPoint> has no <{axis}_location>")
                words = read.text(tag, f"socket_{axis}_coordinate", "").rsplit("/", 1)[-1]
                # beyond the range of its coordinate a point stays, as in OpenSim
                ends = self.ranges.get(words, (-math.inf, math.inf))
                moved.append((words or None, held_outside(read.curve(holder.inner[0]), *ends)))
            body, _ = read.place(tag, "socket_parent_frame", (0.0, 0.0, 0.0))
            return _point(body, (0.0, 0.0, 0.0), tuple(moved), name=name)
        body, place = read.place(tag, "socket_parent_frame", read.spot(tag, "location"))
        if tag.name == "ConditionalPathPoint":
            low, high = read.numbers(tag, "range", 2)
            if low > high:
                read.fail(tag, f"its range goes from {low:g} to {high:g}; it must rise")
            coordinate = read.text(tag, "socket_coordinate").rsplit("/", 1)[-1]
            return _point(body, place, within=(coordinate, low, high), name=name)
        if tag.name != "PathPoint":
            read.fail(tag, f"a path has no points of kind <{tag.name}>")
        return _point(body, place, name=name)

    def law(self, tag: Tag) -> Law:
        """The constants of the law that the model gives."""
        given: dict[str, Any] = {}
        if tag.name == "Thelen2003Muscle":
            self._take(tag, THELEN, given)
            return _thelen(**THELEN_USUAL | given)
        if tag.name == DE_GROOTE:
            return self.de_groote(tag)
        names = {"damping": "fiber_damping", "activation_time": "activation_time_constant"}
        names["deactivation_time"] = "deactivation_time_constant"
        self._take(tag, names, given)
        for kind, names in CURVES.items():
            curve = tag.first(kind)
            if curve is None:
                continue
            self._take(curve, names, given)
            for name, words in PAIRS.get(kind, {}).items():
                default = getattr(USUAL, name)
                given[name] = tuple(map(self.reader.number, (curve,) * len(words), words, default))
        return _millard(tuple(given.items()))

    def de_groote(self, tag: Tag) -> DeGroote:
        """De Groote's law with the constants that OpenSim gives it."""
        read = self.reader
        for name, plain in PLAIN.items():
            if read.number(tag, name, plain) != plain:
                read.leave_out(f"{name} of a {DE_GROOTE}")
        law = DeGroote.as_opensim(read.number(tag, "tendon_strain_at_one_norm_force", 0.049))
        return dataclasses.replace(
            law,
            passive_strain=read.number(tag, "passive_fiber_strain_at_one_norm_force", law.passive_strain),
            activation_time=read.number(tag, "activation_time_constant", law.activation_time),
            deactivation_time=read.number(tag, "deactivation_time_constant", law.deactivation_time),
        )

    def _take(self, tag: Tag, names: dict[str, str], given: dict[str, Any]) -> None:
        for name, word in names.items():
            inner = tag.first(word)
            if inner is not None and inner.text.strip():
                given[name] = self.reader.number(tag, word)


@lru_cache(maxsize=64)
def _millard(given: tuple[tuple[str, Any], ...]) -> Millard:
    """The law of these constants; muscles of one model mostly share one, whose curves are made once."""
    return Millard(**dict(given))
