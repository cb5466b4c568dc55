"""Mass properties in space: shapes against quadrature, given numbers in any axes, derivatives, warnings, refusals."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import jsonschema
import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.spatial.bodies import SpatialBody
from linkwork.bodies.spatial.geometry import figures
from linkwork.bodies.spatial.inertia import frame_along, of_point, principal_axes, symmetric, turned
from linkwork.bodies.spatial.mass import Resolved3, SpatialMass, evaluate, warnings, warnings_of
from linkwork.bodies.spatial.shapes import SHAPES, ShownShape
from linkwork.elements.spatial.joints.joints import Spherical
from linkwork.expression.part import plain
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope

ENV = {"r": 0.3, "l": 0.8, "w": 0.1}
STEP = 1e-30
Samples = tuple[np.ndarray, np.ndarray]


def resolve(mass: dict[str, Any] | None, env: dict[str, Any] | None = None) -> Resolved3:
    scope = BaseScope(None, {**ENV, **(env or {})})
    return evaluate(mass and SpatialMass.model_validate(mass), scope, BaseRow(scope, "body 'part'", "part"))


def of(*shapes: dict[str, Any], env: dict[str, Any] | None = None) -> Resolved3:
    return resolve({"shapes": shapes}, env)


def close(found: Resolved3, mass: Any, centre: Any, inertia: Any, rel: float = 1e-12) -> None:
    scale = float(np.abs(inertia).max()) or 1.0
    assert found.mass == pytest.approx(mass, rel=rel)
    assert found.centre == pytest.approx(np.asarray(centre), rel=rel, abs=1e-13)
    assert found.inertia == pytest.approx(np.asarray(inertia), rel=rel, abs=rel * scale)


# ---------------------------------------------------------------- shapes against quadrature


def gauss(begin: float, end: float, n: int = 24) -> Samples:
    nodes, weights = np.polynomial.legendre.leggauss(n)
    return (begin + end) / 2 + (end - begin) / 2 * nodes, (end - begin) / 2 * weights


def grid(*ranges: tuple[float, float]) -> tuple[list[np.ndarray], np.ndarray]:
    axes = [gauss(*over) for over in ranges]
    places = np.meshgrid(*(nodes for nodes, _ in axes), indexing="ij")
    weights = np.meshgrid(*(weights for _, weights in axes), indexing="ij")
    return [place.ravel() for place in places], np.prod([weight.ravel() for weight in weights], axis=0)


def spherical(inner: float, outer: float, top: float, half: tuple[float, float, float] = (1, 1, 1)) -> Samples:
    """A ball or a part of it, from the pole down to the angle `top`."""
    (rho, polar, turn), weights = grid((inner, outer), (0, top), (0, 2 * math.pi))
    a, b, c = half
    x = a * rho * np.sin(polar) * np.cos(turn), b * rho * np.sin(polar) * np.sin(turn), c * rho * np.cos(polar)
    return np.array(x).T, weights * rho**2 * np.sin(polar) * a * b * c


def cylindrical(inner: float, outer: float, low: float, high: float, taper: float = 0.0) -> Samples:
    """A pipe, or with `taper` = 1 a cone with its tip at `high`."""
    (share, turn, z), weights = grid((inner, outer), (0, 2 * math.pi), (low, high))
    width = 1 - taper * (z - low) / (high - low)
    rho = share * width
    return np.array((rho * np.cos(turn), rho * np.sin(turn), z)).T, weights * rho * width


def ring(radius: float, tube: float) -> Samples:
    (rho, section, turn), weights = grid((0, tube), (0, 2 * math.pi), (0, 2 * math.pi))
    away = radius + rho * np.cos(section)
    return np.array((away * np.cos(turn), away * np.sin(turn), rho * np.sin(section))).T, weights * rho * away


def block(a: float, b: float, c: float) -> Samples:
    places, weights = grid((-a / 2, a / 2), (-b / 2, b / 2), (-c / 2, c / 2))
    return np.array(places).T, weights


def capsule(radius: float, length: float) -> Samples:
    dome, weights = spherical(0, radius, math.pi / 2)
    middle, others = cylindrical(0, radius, -length / 2, length / 2)
    above = dome + np.array([0, 0, length / 2])
    return np.concatenate((above, -above, middle)), np.concatenate((weights, weights, others))


def flat(width: float, height: float) -> Samples:
    (x, y), weights = grid((-width / 2, width / 2), (-height / 2, height / 2))
    return np.array((x, y, 0 * x)).T, weights


def disc(radius: float) -> Samples:
    (rho, turn), weights = grid((0, radius), (0, 2 * math.pi))
    return np.array((rho * np.cos(turn), rho * np.sin(turn), 0 * rho)).T, weights * rho


CORNERS = np.array([[0.1, 0.2, 0.3], [1.1, -0.2, 0.4], [0.5, 0.9, -0.7]])


def triangle() -> Samples:
    (u, v), weights = grid((0, 1), (0, 1))
    a, b, c = CORNERS
    places = a + np.outer(u, b - a) + np.outer(u * v, c - b)
    return places, weights * u * np.linalg.norm(np.cross(b - a, c - a))


def line() -> Samples:
    (u,), weights = grid((0, 1))
    a, b, _ = CORNERS
    return a + np.outer(u, b - a), weights * np.linalg.norm(b - a)


QUADRATURE: dict[str, tuple[dict[str, Any], Callable[[], Samples]]] = {
    "sphere": ({"type": "sphere", "radius": "r"}, lambda: spherical(0, 0.3, math.pi)),
    "hollow sphere": (
        {"type": "hollow_sphere", "inner": "w", "outer": "r"},
        lambda: spherical(0.1, 0.3, math.pi),
    ),
    "hemisphere": ({"type": "hemisphere", "radius": "r"}, lambda: spherical(0, 0.3, math.pi / 2)),
    "ellipsoid": (
        {"type": "ellipsoid", "radii": ["w", "r", "l"]},
        lambda: spherical(0, 1, math.pi, (0.1, 0.3, 0.8)),
    ),
    "torus": ({"type": "torus", "radius": "r", "tube": "w"}, lambda: ring(0.3, 0.1)),
    "box": ({"type": "box", "size": ["w", "r", "l"]}, lambda: block(0.1, 0.3, 0.8)),
    "cube": ({"type": "cube", "edge": "r"}, lambda: block(0.3, 0.3, 0.3)),
    "cylinder": ({"type": "cylinder", "radius": "r", "length": "l"}, lambda: cylindrical(0, 0.3, -0.4, 0.4)),
    "hollow cylinder": (
        {"type": "hollow_cylinder", "inner": "w", "outer": "r", "length": "l"},
        lambda: cylindrical(0.1, 0.3, -0.4, 0.4),
    ),
    "cone": ({"type": "cone", "radius": "r", "length": "l"}, lambda: cylindrical(0, 0.3, 0, 0.8, 1.0)),
    "capsule": ({"type": "capsule", "radius": "r", "length": "l"}, lambda: capsule(0.3, 0.8)),
    "rectangle": ({"type": "rectangle", "width": "r", "height": "l"}, lambda: flat(0.3, 0.8)),
    "disc": ({"type": "disc", "radius": "r"}, lambda: disc(0.3)),
    "triangle": ({"type": "triangle", "points": CORNERS.tolist()}, triangle),
    "rod": ({"type": "rod", "from": CORNERS[0].tolist(), "to": CORNERS[1].tolist()}, line),
}
DENSITY = {"rectangle": "area_density", "disc": "area_density", "triangle": "area_density", "rod": "line_density"}


def integrated(samples: Samples, density: float) -> tuple[float, np.ndarray, np.ndarray]:
    places, weights = samples
    mass = density * weights.sum()
    centre = density * weights @ places / mass
    away = places - centre
    second = density * np.einsum("n,ni,nj->ij", weights, away, away)
    return mass, centre, np.trace(second) * np.eye(3) - second


@pytest.mark.parametrize("name", QUADRATURE)
def test_a_shape_has_the_moments_of_its_quadrature(name: str) -> None:
    shape, samples = QUADRATURE[name]
    expected = integrated(samples(), 7.0)
    close(of({**shape, DENSITY.get(name, "density"): 7}), *expected)
    by_mass = of({**shape, "mass": 3})
    close(by_mass, 3.0, expected[1], expected[2] * 3 / expected[0])


@pytest.mark.parametrize("name", QUADRATURE)
def test_a_shape_may_sit_anywhere_in_any_orientation(name: str) -> None:
    shape, samples = QUADRATURE[name]
    angle, axis = 0.7, np.array([1.0, 2.0, -2.0]) / 3
    tilde = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(angle) * tilde + (1 - math.cos(angle)) * tilde @ tilde
    places, weights = samples()
    expected = integrated((places @ turn.T + (0.1, -0.2, 0.5), weights), 2.0)
    where = {"at": [0.1, -0.2, 0.5], "orientation": {"axis": [1, 2, -2], "angle": angle}}
    close(of({**shape, **where, DENSITY.get(name, "density"): 2}), *expected)


def test_every_shape_is_tested() -> None:
    tested = {shape["type"] for shape, _ in QUADRATURE.values()}
    assert {kind.model_fields["type"].default for kind in SHAPES} == tested | {"point_mass", "mesh"}


def test_a_hollow_cylinder_without_bore_is_a_cylinder() -> None:
    """Table 11.2.1 prints 1/2 m (3 R1^2 + 3 R2^2 + h^2) across the axis; 1/12 is right."""
    pipe = of({"type": "hollow_cylinder", "inner": 0, "outer": "r", "length": "l", "mass": 2})
    close(pipe, 2.0, (0, 0, 0), of({"type": "cylinder", "radius": "r", "length": "l", "mass": 2}).inertia)


def test_thin_shells_have_their_mass_on_the_surface() -> None:
    shell = of({"type": "hollow_sphere", "inner": "r", "outer": "r", "mass": 3})
    close(shell, 3.0, (0, 0, 0), 2 / 3 * 3 * 0.09 * np.eye(3))
    pipe = of({"type": "hollow_cylinder", "inner": "r", "outer": "r", "length": "l", "mass": 3})
    assert pipe.inertia[2, 2] == pytest.approx(3 * 0.09)


@pytest.mark.parametrize("kind", ["cylinder", "cone", "capsule", "hollow_cylinder"])
def test_a_long_shape_may_be_given_by_its_ends(kind: str) -> None:
    sizes = {"inner": "w", "outer": "r"} if kind == "hollow_cylinder" else {"radius": "r"}
    begin, end = np.array([0.1, 0.2, 0.3]), np.array([0.9, 0.2, -0.3])
    by_ends = of({"type": kind, **sizes, "from": begin.tolist(), "to": end.tolist(), "density": 5})
    at = begin if kind == "cone" else (begin + end) / 2
    axis = {"at": at.tolist(), "axis": (end - begin).tolist(), "length": 1}
    by_axis = of({"type": kind, **sizes, **axis, "density": 5})
    close(by_ends, by_axis.mass, by_axis.centre, by_axis.inertia)


def test_plates_take_density_and_thickness() -> None:
    plate = of({"type": "rectangle", "width": 2, "height": 3, "density": 7800, "thickness": 0.001})
    assert plate.mass == pytest.approx(46.8)


def test_a_hole_is_taken_away() -> None:
    whole = {"type": "sphere", "radius": "r", "density": 10}
    drilled = of(whole, {"type": "sphere", "radius": "w", "density": 10, "hole": True})
    hollow = of({"type": "hollow_sphere", "inner": "w", "outer": "r", "density": 10})
    close(drilled, hollow.mass, hollow.centre, hollow.inertia)


def test_parts_may_be_composed_in_steps() -> None:
    first = {"type": "box", "size": [0.1, 0.2, 0.3], "mass": 2, "at": [0.1, 0, 0]}
    second = {"type": "cone", "radius": 0.1, "length": 0.4, "mass": 1, "at": [0, 0.3, 0], "axis": [1, 1, 0]}
    a, b, both = of(first), of(second), of(first, second)
    centre = (a.mass * a.centre + b.mass * b.centre) / 3
    close(both, 3.0, centre, a.about(centre) + b.about(centre))


# ---------------------------------------------------------------- given numbers


def test_a_body_without_mass_properties_is_massless() -> None:
    close(resolve(None), 0.0, np.zeros(3), np.zeros((3, 3)))


def test_given_numbers_are_taken_as_they_are() -> None:
    inertia = {"xx": 1, "yy": "r*5", "zz": 2, "xy": -0.1, "yz": 0.2, "zx": 0.3}
    found = resolve({"mass": 2, "center": ["l", 0, 1], "inertia": inertia})
    assert found.numbers() == pytest.approx((2, 0.8, 0, 1, 1, 1.5, 2, -0.1, 0.2, 0.3))
    matrix = [[1, -0.1, 0.3], [-0.1, "r*5", 0.2], [0.3, 0.2, 2]]
    assert resolve({"mass": 2, "inertia": matrix}).numbers()[4:] == found.numbers()[4:]


def test_inertia_may_be_given_about_any_point_and_in_any_axes() -> None:
    """What is moved and turned away comes back (Haug 11.2.7)."""
    central = symmetric(1.0, 1.5, 2.0, -0.1, 0.2, 0.3)
    axes, point, centre = frame_along(np.array([1.0, 2.0, 3.0])), np.array([0.3, 0.1, -0.2]), np.array([0.1, 0.5, 0.2])
    seen = axes.T @ (central + of_point(2.0, centre - point)) @ axes
    given = {
        "mass": 2,
        "center": centre.tolist(),
        "inertia": seen.tolist(),
        "inertia_about": point.tolist(),
        "inertia_axes": {"matrix": axes.tolist()},
    }
    close(resolve(given), 2.0, centre, central)
    assert resolve(given).about(point) == pytest.approx(turned(seen, axes))


def test_principal_axes_are_right_handed_and_sorted() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        root = rng.normal(size=(3, 3))
        inertia = root @ root.T
        moments, axes = principal_axes(inertia)
        assert moments[0] >= moments[1] >= moments[2]
        assert np.linalg.det(axes) == pytest.approx(1.0)
        assert axes.T @ inertia @ axes == pytest.approx(np.diag(moments), abs=1e-12)


@pytest.mark.parametrize("name", QUADRATURE)
def test_the_complex_step_gives_the_derivatives(name: str) -> None:
    shape = {**QUADRATURE[name][0], DENSITY.get(name, "density"): "2 + r", "at": ["l", "r^2", 0]}
    if name != "rod":
        shape["orientation"] = {"bryant": ["r", "l", "r*l"]}
    for parameter in ("r", "l", "w"):
        slope = np.array(of(shape, env={parameter: ENV[parameter] + STEP * 1j}).numbers()).imag / STEP
        h = 1e-5
        ahead, behind = (np.array(of(shape, env={parameter: ENV[parameter] + d}).numbers()) for d in (h, -h))
        assert slope == pytest.approx((ahead - behind) / (2 * h), rel=1e-6, abs=1e-7)


# ---------------------------------------------------------------- files


@cache
def fits() -> jsonschema.Draft202012Validator:
    """The schema of masses, made and checked once."""
    schema = SpatialMass.model_json_schema(by_alias=True)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", QUADRATURE)
def test_what_is_written_is_read_back_and_fits_the_schema(name: str) -> None:
    mass = SpatialMass.model_validate({"shapes": [{**QUADRATURE[name][0], "mass": 1, "colour": "red"}]})
    data = plain(mass)
    assert SpatialMass.model_validate(data) == mass
    fits().validate(data)


def test_given_inertia_is_written_as_it_is_read() -> None:
    for inertia in ([1, 2, "r"], {"xx": 1, "yy": 2, "zz": 2, "xy": 0.1}):
        data = {"mass": 2, "inertia": inertia}
        assert plain(SpatialMass.model_validate(data)) == data
        fits().validate(data)
    matrix = {"mass": 2, "inertia": [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 2]]}
    fits().validate(matrix)
    assert plain(SpatialMass.model_validate(matrix)) == {"mass": 2, "inertia": {"xx": 1, "yy": 2, "zz": 2, "xy": 0.1}}


# ---------------------------------------------------------------- warnings and refusals


def test_impossible_moments_are_warned_of_by_name() -> None:
    chassis = resolve({"mass": 1, "inertia": [1, 1, 3]})
    (text,) = warnings(chassis, "chassis")
    assert text.startswith("body 'chassis': no rigid body has the principal moments of inertia 3, 1, 1")
    (text,) = warnings(resolve({"mass": 1, "inertia": {"xx": 1, "yy": 1, "zz": 1, "xy": 1.2}}), "link")
    assert text.startswith("body 'link': a principal moment of inertia about the mass centre is negative")


def test_all_bodies_of_a_mechanism_are_looked_at() -> None:
    masses = {"a": {"mass": 1, "inertia": [1, 1, 3]}, "b": {"mass": 1, "inertia": [1, 1, 1]}, "c": None}
    bodies = {name: SimpleNamespace(mass=mass and SpatialMass.model_validate(mass)) for name, mass in masses.items()}
    (text,) = warnings_of(BaseScope(SimpleNamespace(bodies_by_name=bodies), {}))
    assert text.startswith("body 'a': ")


def test_thin_and_rounded_bodies_are_not_warned_of() -> None:
    for inertia in ([0, 0, 0], [0, 1, 1], [1, 2, 3], [0.333333, 0.666667, 1.0000001]):
        assert warnings(resolve({"mass": 1, "inertia": inertia}), "plate") == []


@pytest.mark.parametrize(
    ("mass", "says"),
    [
        ({"mass": -1}, "body 'part': mass must not be negative; it is -1"),
        ({"mass": "1/0"}, "body 'part': "),
        ({"mass": 1e300, "center": [1e300, 0, 0], "inertia": [1, 1, 1], "inertia_about": [0, 0, 0]}, "is not finite"),
        ({"shapes": [{"type": "sphere", "radius": 0, "mass": 1}]}, "shape 1 (sphere): radius must be greater than"),
        ({"shapes": [{"type": "sphere", "radius": 1, "density": -1}]}, "density must not be negative; it is -1"),
        ({"shapes": [{"type": "torus", "radius": 1, "tube": 2, "mass": 1}]}, "it meets itself"),
        ({"shapes": [{"type": "hollow_sphere", "inner": 2, "outer": 1, "mass": 1}]}, "exchange them"),
        ({"shapes": [{"type": "hollow_sphere", "inner": 1, "outer": 1, "density": 1}]}, "give its mass"),
        ({"shapes": [{"type": "rod", "from": [1, 0, 0], "to": [1, 0, 0], "mass": 1}]}, "are the same point"),
        ({"shapes": [{"type": "cone", "radius": 1, "from": [1, 0, 0], "to": [1, 0, 0], "mass": 1}]}, "the same point"),
        ({"shapes": [{"type": "disc", "radius": 1, "axis": [0, 0, 0], "mass": 1}]}, "axis must not be zero"),
        (
            {"shapes": [{"type": "triangle", "points": [[0, 0, 0], [1, 1, 1], [2, 2, 2]], "mass": 1}]},
            "its three points lie on one line",
        ),
        (
            {
                "shapes": [
                    {"type": "cube", "edge": 1, "density": 1},
                    {"type": "cube", "edge": 2, "density": 1, "hole": True},
                ]
            },
            "the holes take away 8 kg of 1 kg",
        ),
        (
            {
                "shapes": [
                    {"type": "cube", "edge": 1, "density": 1},
                    {"type": "rod", "from": [-9, 0, 0], "to": [9, 0, 0], "mass": 0.1, "hole": True},
                ]
            },
            "a hole reaches beyond what it is cut from",
        ),
    ],
)
def test_numbers_that_make_no_sense_are_refused(mass: dict[str, Any], says: str) -> None:
    with pytest.raises(MechanismError) as error:
        resolve(mass)
    assert str(error.value).startswith("body 'part': ")
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("mass", "says"),
    [
        ({"mass": math.nan}, "a number must be finite"),
        ({"inertia": [1, 2]}, "inertia needs three moments"),
        ({"inertia": {"xx": 1}}, "Field required"),
        ({"inertia": {"xx": 1, "yy": 1, "zz": 1, "yx": 0}}, "Extra inputs are not permitted"),
        ({"inertia": [[1, 0, 0], [0, 1, 0]]}, "inertia needs three moments"),
        ({"inertia": [[1, 0, 0], [0, 1], [0, 0, 1]]}, "three rows of three numbers"),
        ({"inertia": [[1, 2, 0], [3, 1, 0], [0, 0, 1]]}, "not symmetric: xy is 2 and yx is 3"),
        ({"center": [0, 0, 0]}, "'center' needs 'mass'"),
        ({"mass": 1, "inertia_about": [0, 0, 0]}, "'inertia' is missing"),
        ({"mass": 1, "shapes": [{"type": "cube", "edge": 1, "mass": 1}]}, "leave out 'mass' or 'shapes'"),
        ({"mesh": {"file": "a.stl"}}, "a mesh needs its density or mass"),
        ({"shapes": [{"type": "cube", "edge": 1}]}, "give mass or density"),
        ({"shapes": [{"type": "disc", "radius": 1, "density": 1}]}, "'thickness' is missing"),
        ({"shapes": [{"type": "cylinder", "radius": 1, "mass": 1}]}, "give either length, or from and to"),
        ({"shapes": [{"type": "cube", "edge": 1, "mass": 1, "colour": "url(x)"}]}, "a colour is a name"),
    ],
)
def test_forms_that_make_no_sense_are_refused(mass: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match="validation error") as error:
        SpatialMass.model_validate(mass)
    assert says in str(error.value)


# ---------------------------------------------------------------- pictures


def test_the_shapes_of_the_mass_are_shown_unless_a_geometry_is_given() -> None:
    heavy = SpatialMass.model_validate(
        {"shapes": [{"type": "cylinder", "radius": "r", "from": [0, 0, 0], "to": [2, 0, 0], "mass": 1}]}
    )
    scope = BaseScope(None, {"r": 0.3 + 1e-30j})
    row = BaseRow(scope, "body 'part'", "part")
    (figure,) = figures((), heavy, scope, row)
    assert (figure.type, figure.sizes) == ("cylinder", {"radius": 0.3, "length": 2.0})
    assert figure.at.tolist() == [1, 0, 0]
    assert figure.axes[:, 2].tolist() == [1, 0, 0]
    assert figure.axes.dtype == np.float64
    shown = TypeAdapter(tuple[ShownShape, ...]).validate_python([{"type": "sphere", "radius": 1, "colour": "#ff0000"}])
    (ball,) = figures(shown, heavy, scope, row)
    assert (ball.type, ball.sizes, ball.colour) == ("sphere", {"radius": 1.0}, "#ff0000")


def test_what_is_only_shown_has_no_mass() -> None:
    with pytest.raises(ValidationError, match="what is only shown has no mass"):
        TypeAdapter(tuple[ShownShape, ...]).validate_python([{"type": "sphere", "radius": 1, "mass": 1}])


@pytest.mark.parametrize("name", QUADRATURE)
def test_every_shape_can_be_shown(name: str) -> None:
    scope = BaseScope(None, ENV)
    mass = SpatialMass.model_validate({"shapes": [{**QUADRATURE[name][0], "mass": 1}]})
    (figure,) = figures((), mass, scope, BaseRow(scope, "body 'part'", "part"))
    assert figure.sizes
    assert np.isfinite(figure.axes).all()


# ---------------------------------------------------------------- in a mechanism


def pendulum(**fields: Any) -> lw.Spatial:
    m = lw.Spatial("pendulum")
    m.body("bob", **fields)
    m.joint("O", Spherical, between=("ground", "bob"))
    return m


def test_impossible_inertias_of_a_mechanism_are_told_and_not_refused() -> None:
    m = pendulum(mass={"mass": 1, "center": [0, 0, -1], "inertia": [1, 1, 3]})
    m.validate()
    (text,) = m.rules.warnings(m.scope())
    assert text.startswith("body 'bob': no rigid body has the principal moments of inertia 3, 1, 1")


def test_what_is_shown_is_checked_too() -> None:
    for geometry, says in (
        ({"type": "sphere", "radius": 0}, "body 'bob': shape 1 (sphere): radius must be greater than zero"),
        ({"type": "mesh", "file": "none.stl"}, "body 'bob': the mesh file 'none.stl' of its geometry is missing"),
    ):
        m = pendulum()
        m.bodies_by_name["bob"] = SpatialBody.model_validate({"geometry": [geometry]})
        with pytest.raises(MechanismError) as error:
            m.validate()
        assert str(error.value).startswith(says)
