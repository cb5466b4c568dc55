"""What only spatial mechanisms are checked for: orientations, frames, drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import GROUND
from linkwork.bodies.modes import check as check_modes
from linkwork.bodies.spatial.mass import Resolved3, evaluate, warnings_of
from linkwork.mechanism.names import check_names
from linkwork.places.spatial.places import Frame
from linkwork.places.spatial.row import SpatialRow

if TYPE_CHECKING:
    from linkwork.bodies.spatial.bodies import SpatialBody
    from linkwork.elements.base import Element
    from linkwork.places.spatial.scope import SpatialScope


def _mass_matrix(body: Resolved3) -> Any:
    """Of a rigid body that is not turned, about the origin of its frame."""
    import numpy as np

    m, (x, y, z) = float(np.real(body.mass)), np.real(body.centre)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.block([[m * np.eye(3), -m * cross], [m * cross, np.real(body.inertia) - m * cross @ cross]])


def _check_forms(body: SpatialBody, name: str, scope: SpatialScope, row: SpatialRow) -> None:
    """Refuse shapes and solids that make no sense."""
    if body.geometry:
        from linkwork.bodies.spatial.geometry import check_figures

        check_figures(body.geometry, scope, row)
    if body.solids:
        from linkwork.bodies.spatial.solids import check_solids

        check_names(name, "solid", body.solids)
        check_solids(body.solids, scope, row)


class SpatialRules:
    """Checks of a spatial mechanism."""

    def variables(self, bodies: Mapping[str, Any]) -> dict[str, str]:
        """Names that are variables and cannot be parameters, and what they mean."""
        return {"t": "the time"}

    def check_parts(self, scope: SpatialScope) -> None:
        """Refuse bodies, and a gravity, that make no sense."""
        if scope.mechanism.gravity is not None:
            with within("gravity"):
                scope.vector(scope.mechanism.gravity)
        for name, body in scope.mechanism.bodies_by_name.items():
            row = SpatialRow(scope, f"body '{name}'", name)
            with within(row.where):
                scope.drawn_pose(name)
                check_names(name, "point", body.points)
                check_names(name, "frame", body.frames)
                for point in body.points.values():
                    scope.vector(point)
                twice = next((item for item in body.frames if item in body.points), None)
                if twice is not None:
                    row.fail(f"'{twice}' names a point and a frame; choose another name for one of them")
            for item, triad in body.frames.items():
                frame = SpatialRow(scope, f"frame of '{name}' '{item}'", name)
                with within(frame.where):
                    frame.frame(Frame(body=name, triad=triad))
            mass = evaluate(body.mass, scope, row)
            if body.modes is not None:
                check_names(name, "interface", body.modes.interfaces)
                check_modes(body.modes, _mass_matrix(mass), row)
            _check_forms(body, name, scope, row)

    def warnings(self, scope: SpatialScope) -> list[str]:
        """What is used as it is given, but is worth a second look: impossible inertias, rounded orientations."""
        warnings = warnings_of(scope)
        for name, body in scope.mechanism.bodies_by_name.items():
            turn = body.estimate.orientation if body.estimate is not None else None
            warnings += [f"body '{name}': {note}" for note in (turn.warnings(scope) if turn is not None else ())]
        return warnings

    def check_ends(self, row: SpatialRow, element: Element, ends: tuple[str, str]) -> None:
        """Refuse an element on bodies that are not there."""
        for body in ends:
            row.scope.body(body)

    def contact_body(self, row: SpatialRow, reference: str) -> str:
        """The body of a solid such as `ball.skin`; one that is not there is refused."""
        return row.scope.solid(reference)[0]

    def check_pair(self, row: SpatialRow, references: tuple[str, str]) -> None:
        """Refuse two solids that cannot touch: two planes."""
        from linkwork.bodies.spatial.solids import HalfSpace

        places = [row.scope.solid(reference) for reference in references]
        if all(isinstance(row.scope.body(body).solids[name], HalfSpace) for body, name in places):
            row.fail("two planes cannot touch each other; one of the solids must have an end")

    def check_place(self, row: SpatialRow, value: Any) -> None:
        """Refuse a place that makes no sense."""
        if isinstance(value, Frame):
            row.frame(value)

    def check_whole(self, scope: SpatialScope) -> None:
        """Refuse a body without an estimate that has places drawn in the world beside places in its own frame.

        A body whose places are all drawn needs no estimate: its frame is then the world's.
        """
        mechanism = scope.mechanism
        places = list(_all_places(mechanism))
        drawn = {place.body for place in places if place.drawn}
        local = {name for name, body in mechanism.bodies_by_name.items() if body.points or body.frames}
        local |= {place.body for place in places if place.triad is not None and not place.drawn}
        for name, body in mechanism.bodies_by_name.items():
            if name != GROUND and body.estimate is None and name in drawn & local:
                raise MechanismError(
                    f"body '{name}' has places drawn in the world but no estimate; "
                    "say where the drawing shows it: estimate=(x, y, z)"
                )

    def parts(self, mechanism: Any) -> dict[str, dict[str, Any]]:
        """Parts with numbers that only a spatial mechanism has."""
        return {}


def _all_places(mechanism: Any) -> Iterator[Frame]:
    """The places of all joints and drivers, with `at` and `axis` put in."""
    for element in (*mechanism.joints.values(), *mechanism.drivers.values()):
        pair = getattr(element, "places", None)
        if pair is not None:
            yield from pair()
            continue
        for name in type(element).model_fields:
            value = getattr(element, name)
            if isinstance(value, Frame):
                yield value
