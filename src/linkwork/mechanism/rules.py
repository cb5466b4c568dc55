"""What only planar mechanisms are checked for: planes, outlines, profiles, drawings, gears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import within
from linkwork.base.names import GROUND
from linkwork.bodies.bodies import plane_frame
from linkwork.bodies.mass import Resolved
from linkwork.bodies.mass import check as check_mass
from linkwork.bodies.mass import evaluate as evaluate_mass
from linkwork.bodies.modes import check as check_modes
from linkwork.mechanism.check_drawing import check_drawing
from linkwork.mechanism.check_function import check_outline
from linkwork.mechanism.check_gears import check_gears
from linkwork.mechanism.names import check_names
from linkwork.places.places import Line, Point
from linkwork.places.row import Row

if TYPE_CHECKING:
    from linkwork.bodies.profile_chain import Chain
    from linkwork.bodies.profiles import Profile
    from linkwork.elements.base import Element
    from linkwork.places.scope import Scope

_COUPLINGS = ("coupling", "coupling_slide")  # the types of what joins bodies of different planes


def chain_of(scope: Scope, body: str, profile: Profile) -> Chain:
    """The chain of a profile, made without compiled code."""
    from linkwork.bodies import profile_chain

    return profile_chain.chain_of(scope, body, profile, dry=True)


def is_hole(chain: Chain) -> bool:
    """Whether a chain surrounds a hole: it is closed, and its material lies outside."""
    return chain.closed and not chain.is_solid and chain.pieces[0].kind != "point"


def _mass_matrix(body: Resolved) -> list[list[float]]:
    """Of a rigid body at angle zero, about the origin of its frame."""
    m, x, y = (float(value.real) for value in (body.mass, body.x, body.y))
    return [[m, 0.0, -m * y], [0.0, m, m * x], [-m * y, m * x, float(body.about(0.0, 0.0).real)]]


class PlanarRules:
    """Checks of a planar mechanism."""

    def variables(self, bodies: Mapping[str, Any]) -> dict[str, str]:
        """Names that are variables and cannot be parameters, and what they mean."""
        outlines = any(body.outlines for body in bodies.values())
        return {"t": "the time"} | ({"alpha": "the parameter of outlines"} if outlines else {})

    def check_parts(self, scope: Scope) -> None:
        """Refuse planes and bodies that make no sense."""
        for name, plane in scope.mechanism.planes.items():
            with within(f"plane '{name}'"):
                plane_frame(Row(scope, f"plane '{name}'"), plane)
        for name in scope.mechanism.bodies_by_name:
            self._check_body(scope, name)

    def warnings(self, scope: Scope) -> list[str]:
        """What the bodies give reason to say: outlines with straight sides that are holes, which few are."""
        warnings = []
        for name, body in scope.mechanism.bodies_by_name.items():
            for item, profile in body.profiles.items():
                chain = chain_of(scope, name, profile)
                if is_hole(chain) and any(piece.kind == "segment" for piece in chain.pieces):
                    warnings.append(
                        f"profile '{name}.{item}' is a hole: its material lies outside; if it is a solid, run round "
                        "it counter-clockwise"
                    )
        return warnings

    def _check_body(self, scope: Scope, name: str) -> None:
        body = scope.body(name)
        with within(f"body '{name}'"):
            scope.plane(name)
            scope.drawn_pose(name)
            check_names(name, "point", body.points)
            check_names(name, "outline", body.outlines)
            check_names(name, "profile", body.profiles)
            for vector in body.points.values():
                scope.vector(vector)
        for item, outline in body.outlines.items():
            with within(f"outline of '{name}' '{item}'"):
                check_outline(outline, scope.env)
        for item, profile in body.profiles.items():
            with within(f"profile of '{name}' '{item}'"):
                chain_of(scope, name, profile)
        check_mass(body.mass, scope, Row(scope, f"body '{name}'", name))
        if body.modes is not None:
            check_names(name, "interface", body.modes.interfaces)
            row = Row(scope, f"body '{name}'", name)
            check_modes(body.modes, _mass_matrix(evaluate_mass(body.mass, scope, row)), row)

    def check_ends(self, row: Row, element: Element, ends: tuple[str, str]) -> None:
        """Refuse an element between bodies of different planes."""
        (first, plane), (second, other) = ((body, row.scope.plane(body)[0]) for body in ends)
        if GROUND in ends or plane == other or getattr(element, "type", "") in _COUPLINGS or first == second:
            return
        row.fail(
            f"bodies '{first}' and '{second}' lie in different planes, '{plane}' and '{other}'; "
            "only a coupling or coupling_slide joins them"
        )

    def contact_body(self, row: Row, reference: str) -> str:
        """The body of a profile such as `cam.edge`; one that is not there is refused."""
        return row.scope.profile(reference)[0]

    def check_pair(self, row: Row, references: tuple[str, str]) -> None:
        """Refuse two profiles that cannot touch: a hole with an endless line, or with another hole."""
        chains = [chain_of(row.scope, *row.scope.profile(reference)) for reference in references]
        holes = [reference for reference, chain in zip(references, chains, strict=True) if is_hole(chain)]
        endless = any(chain.pieces[0].kind == "line" for chain in chains)
        if len(holes) == 2 or (holes and endless):
            row.fail(
                f"profile '{holes[-1]}' is a hole, its material lies outside, and cannot touch "
                f"{'another hole' if len(holes) == 2 else 'an endless line'}; run round a solid counter-clockwise, or "
                "give it material: right"
            )

    def check_place(self, row: Row, value: Any) -> None:
        """Refuse a place that makes no sense."""
        if isinstance(value, Point):
            row.point(value)
        elif isinstance(value, Line):
            row.line(value)

    def check_whole(self, scope: Scope) -> None:
        """Refuse parts that do not fit together."""
        check_drawing(scope.mechanism)
        check_gears(scope)

    def parts(self, mechanism: Any) -> dict[str, dict[str, Any]]:
        """Parts with numbers that only a planar mechanism has."""
        return {"plane": mechanism.planes}
