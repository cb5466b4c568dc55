"""Muscles of OpenSim models: their paths and their laws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.biomechanics.parts import PathMuscle, PathPoint

if TYPE_CHECKING:
    from linkwork.library.biomechanics.osim import Reader

LAWS = ("Millard2012EquilibriumMuscle",)
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


class MuscleReader:
    """Reads the forces of a model."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def muscles(self, model: Tag) -> tuple[PathMuscle, ...]:
        """The muscles; forces of other kinds are left out."""
        muscles = []
        for tag in self.reader.objects(model, "ForceSet", None):
            if self.reader.text(tag, "appliesForce", "true").lower() == "false":
                self.reader.leave_out(f"{tag.name} that does not act")
            elif tag.name in LAWS:
                muscles.append(self.muscle(tag))
            else:
                self.reader.leave_out(tag.name)
        return tuple(muscles)

    def muscle(self, tag: Tag) -> PathMuscle:
        """One muscle."""
        read = self.reader
        path = tag.first("GeometryPath")
        if path is None:
            read.fail(tag, f"muscle '{read.name_of(tag)}' has no <GeometryPath>")
        points = tuple(self.point(one) for one in read.objects(path, "PathPointSet", None))
        for _ in read.objects(path, "PathWrapSet", None):
            read.fail(path, f"muscle '{read.name_of(tag)}' goes round a surface; <PathWrap> is not read yet")
        try:
            return PathMuscle(
                read.name_of(tag), points, read.number(tag, "max_isometric_force", 1000.0),
                read.number(tag, "optimal_fiber_length", 0.1), read.number(tag, "tendon_slack_length", 0.2),
                read.number(tag, "pennation_angle_at_optimal", 0.0), read.number(tag, "max_contraction_velocity", 10.0),
                read.number(tag, "minimum_activation", 0.01), self.law(tag),
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
                moved.append((words or None, read.curve(holder.inner[0])))
            body, _ = read.place(tag, "socket_parent_frame", (0.0, 0.0, 0.0))
            return PathPoint(body, (0.0, 0.0, 0.0), tuple(moved), name=name)
        body, place = read.place(tag, "socket_parent_frame", read.vector(tag, "location"))
        if tag.name == "ConditionalPathPoint":
            low, high = read.numbers(tag, "range", 2)
            coordinate = read.text(tag, "socket_coordinate").rsplit("/", 1)[-1]
            return PathPoint(body, place, within=(coordinate, low, high), name=name)
        if tag.name != "PathPoint":
            read.fail(tag, f"a path has no points of kind <{tag.name}>")
        return PathPoint(body, place, name=name)

    def law(self, tag: Tag) -> Millard:
        """The constants of the law that the model gives."""
        given: dict[str, Any] = {}
        names = {"damping": "fiber_damping", "activation_time": "activation_time_constant"}
        names["deactivation_time"] = "deactivation_time_constant"
        self._take(tag, names, given)
        usual = Millard()
        for kind, names in CURVES.items():
            curve = tag.first(kind)
            if curve is None:
                continue
            self._take(curve, names, given)
            for name, words in PAIRS.get(kind, {}).items():
                default = getattr(usual, name)
                values = (self.reader.number(curve, word, one) for word, one in zip(words, default, strict=True))
                given[name] = tuple(values)
        return Millard(**given)

    def _take(self, tag: Tag, names: dict[str, str], given: dict[str, Any]) -> None:
        for name, word in names.items():
            inner = tag.first(word)
            if inner is not None and inner.text.strip():
                given[name] = self.reader.number(tag, word)
