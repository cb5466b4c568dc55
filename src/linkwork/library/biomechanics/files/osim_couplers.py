"""Coordinates of OpenSim models that a constraint makes functions of others, such as that of a knee cap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import AnalysisError
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.curves import scaled
from linkwork.library.biomechanics.followers import Follower, without
from linkwork.library.biomechanics.parts import Coordinate, SkeletonJoint

if TYPE_CHECKING:
    from linkwork.library.biomechanics.osim import Reader

COUPLER = "CoordinateCouplerConstraint"


def read_couplers(
    reader: Reader, model: Tag, coordinates: dict[str, Coordinate], joints: list[SkeletonJoint]
) -> tuple[list[Follower], list[SkeletonJoint]]:
    """Coordinates that follow others, and the joints with what they follow instead; other constraints are left out."""
    wanted: dict[str, Follower] = {}
    for tag in reader.objects(model, "ConstraintSet", None):
        follower = _follower(reader, tag, coordinates) if tag.name == COUPLER else None
        if follower is None or follower.name in wanted:
            reader.leave_out(tag.name)
        else:
            wanted[follower.name] = follower
    taken: list[Follower] = []
    while wanted:
        # those that nothing else follows go first: what leads them may follow itself
        leaders = {one.leader for one in wanted.values()}
        ready = [name for name in wanted if name not in leaders]
        if not ready:
            for _ in wanted:
                reader.leave_out(f"{COUPLER} of coordinates that follow each other")
            break
        follower = wanted.pop(ready[0])
        try:
            moved, _, _ = without([follower], joints)
        except AnalysisError:
            reader.leave_out(f"{COUPLER} by a curve of a coordinate whose moves are curves, too")
            continue
        joints, taken = list(moved), [*taken, follower]
    return taken, joints


def _follower(reader: Reader, tag: Tag, coordinates: dict[str, Coordinate]) -> Follower | None:
    """A coordinate that follows one other; none where the constraint does not act or has several leaders."""
    on, off = reader.text(tag, "isEnforced", "true"), reader.text(tag, "isDisabled", "false")
    leaders = reader.text(tag, "independent_coordinate_names", "").split()
    name = reader.text(tag, "dependent_coordinate_name", "")
    if on.lower() == "false" or off.lower() == "true" or len(leaders) != 1:
        return None
    for one in (name, *leaders):
        if one not in coordinates:
            reader.fail(tag, f"there is no coordinate '{one}'")
    holder = tag.first("coupled_coordinates_function")
    if holder is None or not holder.inner:
        reader.fail(tag, f"<{COUPLER}> has no <coupled_coordinates_function>")
    if coordinates[name].locked:
        return None
    curve = scaled(reader.curve(holder.inner[0]), reader.number(tag, "scale_factor", 1.0))
    return Follower(name, leaders[0], curve)
