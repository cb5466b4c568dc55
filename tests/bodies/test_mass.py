"""Mass properties: given or from shapes, moved to the mass centre, with derivatives and errors."""

from __future__ import annotations

import math
import subprocess
import sys
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad

import linkwork as lw
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.bodies.mass import Mass, Resolved, evaluate
from linkwork.bodies.shapes import SHAPES
from linkwork.bodies.shapes.crossing import meeting_edges
from linkwork.formats.model_file import dumps, loads
from linkwork.functions.sample import CURVE, sample
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from model_schema import hold_against_schema

ENV = {"r": 0.3, "l": 0.8, "w": 1.4}
STEP = 1e-30
TURN = 2 * math.pi


def mechanism(mass: dict[str, Any] | None = None, **outlines: Any) -> lw.Planar:
    """One body on a pin, with parameters r, l and w."""
    m = lw.Planar("one body")
    m.parameters(**ENV)
    m.body("plate", outlines=outlines, mass=mass and Mass(**mass))
    m.revolute("O", m.ground.at(0, 0), "plate")
    return m


def resolve(mass: dict[str, Any] | None, env: dict[str, Any] | None = None, **outlines: Any) -> Resolved:
    m = mechanism(mass, **outlines)
    scope = Scope(m, {**ENV, **(env or {})})
    return evaluate(m.bodies_by_name["plate"].mass, scope, Row(scope, "body 'plate'", "plate"))


def of(*shapes: dict[str, Any], env: dict[str, Any] | None = None, **outlines: Any) -> Resolved:
    return resolve({"shapes": shapes}, env, **outlines)


def numbers(found: Resolved) -> list[Any]:
    return [found.mass, found.x, found.y, found.inertia]


def close(found: Resolved, mass: float, x: float, y: float, inertia: float, rel: float = 1e-13) -> None:
    assert numbers(found) == pytest.approx([mass, x, y, inertia], rel=rel, abs=1e-14)


# ---------------------------------------------------------------- given


def test_a_body_without_mass_properties_is_massless() -> None:
    assert resolve(None) == resolve({"mass": 0}) == Resolved(0.0, 0.0, 0.0, 0.0)


def test_given_mass_center_and_inertia() -> None:
    close(resolve({"mass": 2, "center": ("l/2", "-r"), "inertia": "2*l^2/12"}), 2, 0.4, -0.3, 2 * 0.64 / 12)


def test_a_mass_alone_is_a_point_mass_and_an_inertia_alone_a_rotor() -> None:
    close(resolve({"mass": 2}), 2, 0, 0, 0)
    close(resolve({"inertia": "3*r"}), 0, 0, 0, 0.9)


def test_the_parallel_axis_theorem_both_ways() -> None:
    central = resolve({"mass": 2, "center": (0.3, 0.4), "inertia": 0.7})
    about = central.about(-0.1, 0.7)
    assert about == pytest.approx(0.7 + 2 * (0.16 + 0.09), rel=1e-14)
    moved = resolve({"mass": 2, "center": (0.3, 0.4), "inertia": about, "inertia_about": (-0.1, 0.7)})
    close(moved, 2, 0.3, 0.4, 0.7)


def test_a_rod_about_its_end_has_a_third() -> None:
    rod = of({"type": "rod", "from": (0, 0), "to": ("l", 0), "mass": 3})
    assert rod.about(0, 0) == pytest.approx(3 * 0.64 / 3, rel=1e-14)


def test_an_inertia_that_vanishes_up_to_rounding_is_zero() -> None:
    given = {"mass": 3, "center": (0.1, 0.7), "inertia": 3 * 0.5 * (1 - 2e-16), "inertia_about": (0, 0)}
    assert resolve(given).inertia == 0.0


# ---------------------------------------------------------------- closed forms

TRIANGLE_B, TRIANGLE_H = 0.6, 0.9
CLOSED_FORMS = [
    ({"type": "point_mass", "at": (1, 2)}, 0.0, (1, 2), 0.0),
    ({"type": "rod", "from": (1, 2), "to": (4, 6)}, 5.0, (2.5, 4), 25 / 12),
    (
        {"type": "rectangle", "width": 0.4, "height": 0.7, "center": (1, -2), "angle": "30 deg"},
        *(0.28, (1, -2), (0.16 + 0.49) / 12),
    ),
    (
        {"type": "triangle", "points": ((-TRIANGLE_B / 2, 0), (TRIANGLE_B / 2, 0), (0, TRIANGLE_H))},
        TRIANGLE_B * TRIANGLE_H / 2,
        (0, TRIANGLE_H / 3),
        TRIANGLE_B**2 / 24 + TRIANGLE_H**2 / 18,
    ),
    ({"type": "disc", "radius": "r", "center": ("l", 0)}, math.pi * 0.09, (0.8, 0), 0.045),
    (
        {"type": "sector", "radius": 0.5, "angle": "180 deg", "direction": "90 deg"},
        *(math.pi / 8, (0, 2 / (3 * math.pi)), 0.25 * (1 / 2 - 16 / (9 * math.pi**2))),
    ),
    ({"type": "sector", "radius": 0.5, "angle": "2*pi", "center": (1, 1)}, math.pi / 4, (1, 1), 0.125),
    ({"type": "ring", "inner": 0.2, "outer": 0.5, "center": (0, 3)}, math.pi * 0.21, (0, 3), 0.145),
    ({"type": "polygon", "points": ((0, 0), (2, 0), (2, 1), (0, 1))}, 2.0, (1, 0.5), 5 / 12),
]


@pytest.mark.parametrize(("shape", "size", "center", "gyration"), CLOSED_FORMS, ids=lambda value: str(value)[:40])
def test_closed_forms_about_the_mass_centre(
    shape: dict[str, Any], size: float, center: tuple[float, float], gyration: float
) -> None:
    close(of({**shape, "mass": 3}), 3, *center, 3 * gyration)
    if shape["type"] == "rod":
        close(of({**shape, "line_density": 7}), 7 * size, *center, 7 * size * gyration)
    elif shape["type"] != "point_mass":
        close(of({**shape, "area_density": 78}), 78 * size, *center, 78 * size * gyration)
        close(of({**shape, "density": 7800, "thickness": "10 mm"}), 78 * size, *center, 78 * size * gyration)


def test_the_thin_ring_of_the_table() -> None:
    close(of({"type": "ring", "inner": "r", "outer": "r", "mass": 2}), 2, 0, 0, 2 * 0.09)


@pytest.mark.parametrize("count", [3, 6, 200])
def test_regular_polygon(count: int) -> None:
    """J' = m R^2 (2 + cos(2 pi/n))/6; far from the origin, either way round, first point repeated or not."""
    angles = [TURN * n / count + 0.3 for n in range(count)]
    corners = [(1000 + 0.5 * math.cos(a), -2000 + 0.5 * math.sin(a)) for a in angles]
    area, gyration = count * 0.125 * math.sin(TURN / count), 0.25 * (2 + math.cos(TURN / count)) / 6
    for points in (corners, corners[::-1], [*corners, corners[0]]):
        found = of({"type": "polygon", "points": points, "area_density": 2})
        close(found, 2 * area, 1000, -2000, 2 * area * gyration, rel=1e-11)


def test_a_triangle_is_the_polygon_of_its_corners() -> None:
    points = ((0.2, -0.3), ("l", 0.5), (-0.6, "w"))
    triangle = of({"type": "triangle", "points": points, "area_density": 5})
    close(of({"type": "polygon", "points": points, "area_density": 5}), *numbers(triangle))


def test_shapes_moved_and_turned_keep_mass_and_inertia() -> None:
    """A rectangle as a polygon turned by 40 deg, a sector turned: only the centre moves."""
    c, s = math.cos(math.radians(40)), math.sin(math.radians(40))
    flat = [(x, y) for x, y in ((-0.2, -0.35), (0.2, -0.35), (0.2, 0.35), (-0.2, 0.35))]
    turned = [(1 + c * x - s * y, -2 + s * x + c * y) for x, y in flat]
    rectangle = {"type": "rectangle", "width": 0.4, "height": 0.7, "center": (1, -2), "angle": "40 deg", "mass": 3}
    close(of({"type": "polygon", "points": turned, "mass": 3}), *numbers(of(rectangle)), rel=1e-12)
    sector = {"type": "sector", "radius": 0.5, "angle": 1.1, "mass": 3}
    here, there = of(sector), of({**sector, "direction": "40 deg", "center": (1, -2)})
    close(there, 3, 1 + c * here.x, -2 + s * here.x, here.inertia)


# ---------------------------------------------------------------- composite bodies


def test_the_composite_pendulum_of_example_6_1_2() -> None:
    """Rod 2.8 kg, disc with a concentric hole; the book's parts carry the rounding of 1.11, its total does not."""
    disc = {"type": "disc", "center": (0, -1.25), "density": 8000, "thickness": 0.01}
    rod = {"type": "rod", "from": (0, 0), "to": (0, -1), "mass": 2.8}
    plate, hole = {**disc, "radius": 0.25}, {**disc, "radius": 0.125, "hole": True}
    found = of(rod, plate, hole)
    assert numbers(found) == pytest.approx([14.58097, 0, -1.105977, 1.966079], abs=1e-6, rel=4e-7)
    at = (found.x, found.y)
    parts = [of(rod), of(plate), of({**hole, "hole": False})]
    assert [part.mass for part in parts] == pytest.approx([2.8, 15.70796, 3.92699], abs=5e-6)
    assert [part.about(*at) for part in parts] == pytest.approx([1.261515, 0.816700, 0.112136], abs=1e-6)
    ring = {"type": "ring", "inner": 0.125, "outer": 0.25, "center": (0, -1.25), "density": 8000, "thickness": 0.01}
    close(of(rod, ring), *numbers(found))
    assert found.mass == pytest.approx(2.8 + 15.71 - 3.93, abs=0.01)
    assert found.inertia == pytest.approx(1.966, abs=5e-4)


def test_the_bars_of_examples_6_3() -> None:
    """A bar of length 2 l has J' = m l^2/3 about its centre."""
    close(of({"type": "rod", "from": (0, 0), "to": ("2*l", 0), "mass": 1}), 1, 0.8, 0, 0.64 / 3)


def test_a_composite_body_against_direct_integration() -> None:
    """An L of two rectangles with a round and a triangular hole, integrated strip by strip."""
    shapes = [
        {"type": "rectangle", "width": 4, "height": 1, "center": (2, 0.5), "area_density": 3},
        {"type": "rectangle", "width": 1, "height": 2, "center": (0.5, 2), "area_density": 3},
        {"type": "disc", "radius": 0.3, "center": (3, 0.5), "area_density": 3, "hole": True},
        {"type": "triangle", "points": ((0.2, 1.5), (0.8, 1.5), (0.8, 2.7)), "area_density": 3, "hole": True},
    ]

    def strips(x: float) -> list[tuple[float, float, float]]:
        found = [(0.0, 1.0, 1.0)] + ([(1.0, 3.0, 1.0)] if x < 1 else [])
        if abs(x - 3) < 0.3:
            half = math.sqrt(0.09 - (x - 3) ** 2)
            found.append((0.5 - half, 0.5 + half, -1.0))
        if 0.2 < x < 0.8:
            found.append((1.5, 1.5 + 2 * (x - 0.2), -1.0))
        return found

    def integral(power_x: int, power_y: int) -> float:
        def strip(x: float) -> float:
            rises = (sign * (b ** (power_y + 1) - a ** (power_y + 1)) for a, b, sign in strips(x))
            return float(3 * x**power_x * sum(rises) / (power_y + 1))

        edges = [0, 0.2, 0.8, 1, 2.7, 3.3, 4]
        return sum(quad(strip, a, b, epsabs=1e-12, limit=400)[0] for a, b in pairwise(edges))

    mass = integral(0, 0)
    x, y = integral(1, 0) / mass, integral(0, 1) / mass
    inertia = integral(2, 0) + integral(0, 2) - mass * (x * x + y * y)
    close(of(*shapes), mass, x, y, inertia, rel=1e-9)


def test_the_order_of_shapes_and_massless_shapes_change_nothing() -> None:
    shapes = [{**shape, "mass": n + 1} for n, (shape, *_) in enumerate(CLOSED_FORMS)]
    close(of(*shapes[::-1]), *numbers(of(*shapes)))
    close(of(*shapes, {"type": "disc", "radius": 1, "mass": 0}), *numbers(of(*shapes)))
    assert of({"type": "disc", "radius": 1, "mass": 0}) == Resolved(0, 0, 0, 0)


# ---------------------------------------------------------------- outlines

PROFILE = {"type": "outline", "outline": "profile", "area_density": 1}


def test_a_circular_outline_is_a_disc() -> None:
    found = of(PROFILE, profile=lw.Circle(radius="r", center=(10, 20)))
    close(found, math.pi * 0.09, 10, 20, math.pi * 0.0081 / 2, rel=1e-11)


def test_an_elliptic_outline_has_its_closed_form_either_way_round() -> None:
    for sign in ("", "-"):
        fields = {"x": "1+w*cos(alpha)", "y": f"{sign}r*sin(alpha)", "from": 0, "to": "2*pi", "closed": True}
        area = math.pi * 1.4 * 0.3
        close(of(PROFILE, profile=lw.Parametric(**fields)), area, 1, 0, area * (1.96 + 0.09) / 4)


def test_a_polar_outline_has_its_closed_form() -> None:
    """r (1 + e cos alpha): area pi r^2 (1 + e^2/2), centre from the third power, inertia from the fourth."""
    e = 0.4
    area = math.pi * 0.09 * (1 + e**2 / 2)
    x = math.pi * 0.027 / 3 * (3 * e + 0.75 * e**3) / area
    about_origin = math.pi / 2 * 0.0081 * (1 + 3 * e**2 + 3 / 8 * e**4)
    close(of(PROFILE, profile=lw.Polar(radius="r*(1+0.4*cos(alpha))")), area, x, 0, about_origin - area * x * x)


CAM = "if(alpha <= l*pi, 5/4-cos(2*alpha/l)/4, 1)"
CORNERED = {
    "x": "if(alpha < w, alpha, if(alpha < 2*w, w, if(alpha < 3*w, 3*w-alpha, 0)))",
    "y": "if(alpha < w, 0, if(alpha < 2*w, alpha-w, if(alpha < 3*w, w, 4*w-alpha)))",
    **{"from": 0, "to": "4*w", "closed": True},
}
OUTLINES = {
    "circle": lw.Circle(radius="r", center=("l", 2)),
    "polar": lw.Polar(radius="r*(1+l/3*cos(3*alpha)+0.1*sin(alpha))", center=("w", 0)),
    "cam with joints": lw.Polar(radius=CAM),
    "table": lw.Polar(radius=lw.Table(points=[(0, 1), (1, "1+r"), ("2+r", "w"), (5, 1)])),
    "points": lw.Points(points=[(0, 0), ("w", 0), (1, "l"), ("r", 1)]),
    "ellipse": lw.Parametric(x="l*cos(w*alpha)", y="r*sin(w*alpha)", **{"from": 0, "to": "2*pi/w", "closed": True}),
    "square with corners": lw.Parametric(**CORNERED),
}


def test_a_square_by_formulas_is_a_rectangle() -> None:
    square = of({"type": "rectangle", "width": "w", "height": "w", "center": ("w/2", "w/2"), "area_density": 1})
    close(of(PROFILE, profile=OUTLINES["square with corners"]), *numbers(square), rel=1e-12)


@pytest.mark.parametrize("name", OUTLINES)
def test_an_outline_against_a_fine_polygon(name: str) -> None:
    corners = OUTLINES[name].sample(ENV, 2000)
    polygon = of({"type": "polygon", "points": corners, "area_density": 1})
    close(of(PROFILE, profile=OUTLINES[name]), *numbers(polygon), rel=1e-5)


def test_a_spline_outline_against_its_exact_integral() -> None:
    """Between its points the edge is a quintic, so that ten Gauss points an interval are exact."""
    curve = OUTLINES["points"]
    packed = curve.pack(ENV)
    count = packed.parts[0].ints[0]
    knots = np.array(packed.parts[0].floats[:count])
    nodes, weights = np.polynomial.legendre.leggauss(12)
    sums = np.zeros(4)
    for a, b in pairwise(knots):
        x, y, dx, dy = sample(packed, (a + b) / 2 + (b - a) / 2 * nodes, CURVE)[:, :4].T
        swept = (b - a) / 2 * weights * (x * dy - y * dx)
        sums += [swept.sum() / 2, (swept * x).sum() / 3, (swept * y).sum() / 3, (swept * (x * x + y * y)).sum() / 4]
    mass, x, y = sums[0], sums[1] / sums[0], sums[2] / sums[0]
    close(of(PROFILE, profile=curve), mass, x, y, sums[3] - mass * (x * x + y * y), rel=1e-11)


# ---------------------------------------------------------------- derivatives

VARIED: dict[str, dict[str, Any]] = {
    "given": {"mass": "2*w", "center": ("l/2", "r^2"), "inertia": "w*l^2"},
    "about a point": {"mass": "2*w", "center": ("l/2", "r"), "inertia": "9*w*l^2", "inertia_about": ("r", "-l")},
    "point mass": {"shapes": [{"type": "point_mass", "at": ("r", "l"), "mass": "w"}]},
    "rods": {
        "shapes": [
            {"type": "rod", "from": ("r", 0), "to": ("l", "w"), "line_density": "w"},
            {"type": "rod", "from": (0, "r"), "to": ("l", 0), "mass": "r"},
        ]
    },
    "rectangle with a hole": {
        "shapes": [
            {"type": "rectangle", "width": "2*w", "height": "l", "center": ("l", 0), "angle": "r", "area_density": "w"},
            {"type": "disc", "radius": "r", "center": ("w", 0.1), "area_density": "w", "hole": True},
        ]
    },
    "triangle": {
        "shapes": [{"type": "triangle", "points": (("r", 0), (0, "l"), ("w", 1)), "density": 7, "thickness": "r"}]
    },
    "ring": {"shapes": [{"type": "ring", "inner": "r", "outer": "l", "center": ("w", "r"), "area_density": 1}]},
    "sector": {
        "shapes": [
            {"type": "sector", "radius": "r", "angle": "w", "direction": "l", "center": ("w", 0), "area_density": 2}
        ]
    },
    "polygon": {
        "shapes": [{"type": "polygon", "points": ((0, 0), ("r", "l"), (1, "w"), ("-l", 2)), "area_density": 2}]
    },
}


def _check_derivatives(mass: dict[str, Any], tolerance: float, **outlines: Any) -> None:
    plain = numbers(resolve(mass, **outlines))
    assert all(isinstance(value, float) for value in plain)
    for name, value in ENV.items():
        stepped = numbers(resolve(mass, {name: complex(value, STEP)}, **outlines))
        assert [z.real for z in stepped] == pytest.approx(plain, rel=1e-13, abs=1e-15)
        h = 1e-5
        above, below = (numbers(resolve(mass, {name: value + d}, **outlines)) for d in (h, -h))
        slopes = [(a - b) / (2 * h) for a, b in zip(above, below, strict=True)]
        assert [z.imag / STEP for z in stepped] == pytest.approx(slopes, rel=tolerance, abs=tolerance)


@pytest.mark.parametrize("name", VARIED)
def test_complex_step_derivatives_agree_with_differences(name: str) -> None:
    _check_derivatives(VARIED[name], 1e-8)


@pytest.mark.parametrize("name", OUTLINES)
def test_complex_step_derivatives_of_outlines_agree_with_differences(name: str) -> None:
    """Also where the corners of the outline move with the parameter."""
    _check_derivatives({"shapes": [PROFILE]}, 1e-7, profile=OUTLINES[name])


# ---------------------------------------------------------------- errors

DISC = {"type": "disc", "radius": 1, "area_density": 1}
REFUSED = [
    ({"mass": "-2*w"}, r"mass must not be negative; it is -2.8"),
    ({"mass": 1, "inertia": "-r"}, r"inertia must not be negative; it is -0.3"),
    ({"mass": 1, "inertia": "sqrt(-r)"}, r"sqrt"),
    ({"mass": 1, "inertia": "1/(r-r)"}, r"division by zero"),
    ({"mass": "rr"}, r"unknown name 'rr'"),
    ({"mass": 1, "center": (2, 0), "inertia": 3, "inertia_about": (0, 0)}, r"less than the 4 of the whole mass"),
]


@pytest.mark.parametrize(("mass", "message"), REFUSED)
def test_given_properties_that_make_no_sense_name_the_body(mass: dict[str, Any], message: str) -> None:
    with pytest.raises(MechanismError, match=rf"^body 'plate': .*{message}"):
        resolve(mass)


BAD_SHAPES = [
    ([{**DISC, "radius": 0}], r"shape 1 \(disc\): radius must be greater than zero; it is 0"),
    ([{**DISC, "radius": "q"}], r"shape 1 \(disc\): .*unknown name 'q'"),
    ([DISC, {**DISC, "area_density": -1}], r"shape 2 \(disc\): area_density must not be negative; it is -1"),
    ([{"type": "disc", "radius": 1, "mass": -1}], r"mass must not be negative; it is -1; .* hole: true"),
    ([{"type": "disc", "radius": 1, "density": -1, "thickness": 1}], r"density must not be negative"),
    ([{"type": "disc", "radius": 1, "density": 1, "thickness": 0}], r"thickness must be greater than zero"),
    ([{"type": "rectangle", "width": 1, "height": -1, "mass": 1}], r"height must be greater than zero"),
    ([{"type": "rod", "from": (1, 1), "to": (1, 1), "mass": 1}], r"'from' and 'to' are the same point"),
    ([{"type": "rod", "from": (0, 0), "to": (1, 1), "line_density": -1}], r"line_density must not be negative"),
    ([{"type": "point_mass", "at": (1, 1), "mass": -1}], r"shape 1 \(point_mass\): mass must not be negative"),
    ([{"type": "triangle", "points": ((0, 0), (1, 1), (3, 3)), "mass": 1}], r"three points lie on one line"),
    ([{"type": "sector", "radius": 1, "angle": 7, "mass": 1}], r"at most one turn, 360 deg; it is 401"),
    ([{"type": "ring", "inner": 2, "outer": 1, "mass": 1}], r"inner radius 2 is greater than the outer radius 1"),
    ([{"type": "ring", "inner": 1, "outer": 1, "area_density": 1}], r"thin ring, inner = outer, has no area"),
    ([{"type": "polygon", "points": ((0, 0), (1, 1), (2, 2)), "mass": 1}], r"\(polygon\): it encloses no area"),
    ([{"type": "polygon", "points": ((0, 0), (1, 1), (1, 0), (0, 2)), "mass": 1}], r"edge from point 1 to 2 meets"),
    ([{"type": "polygon", "points": ((0, 0), (1, 0), (1, 0), (0, 2)), "mass": 1}], r"point 3 repeats"),
    ([{"type": "polygon", "points": ((0, 0), (1, 0), (0, 0)), "mass": 1}], r"at least 3 different points"),
    ([DISC, {**DISC, "radius": 2, "hole": True}], r"the holes take away 12.5\d* kg of 3.14\d* kg"),
    ([DISC, {**DISC, "hole": True}], r"the holes take away"),
    ([DISC, {**DISC, "radius": 0.9, "center": (3, 0), "hole": True}], r"negative, .*: a hole reaches beyond"),
    ([{**DISC, "radius": "1e100"}, {**DISC, "radius": "1e100"}], r"not finite"),
    ([{"type": "outline", "outline": "profil", "mass": 1}], r"no outline 'profil'; did you mean 'profile'"),
]


@pytest.mark.parametrize(("shapes", "message"), BAD_SHAPES)
def test_shapes_that_make_no_sense_name_body_and_shape(shapes: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(MechanismError, match=rf"^body 'plate': .*{message}"):
        of(*shapes, profile=lw.Circle(radius=1))


OPEN_OUTLINES = [
    (lw.Straight(through=(0, 0), along=(1, 0)), "is a straight line and encloses nothing; choose a closed one"),
    (lw.Points(points=[(0, 0), (1, 0), (1, 1)], closed=False), "is open .* leave out closed: false"),
    (lw.Parametric(x="alpha", y="alpha^2", **{"from": 0, "to": 1}), "is open .* say closed: true"),
]
BAD_OUTLINES = [
    (lw.Parametric(x="alpha", y="alpha^2", **{"from": 0, "to": 1, "closed": True}), "is not closed: .* by 1.41"),
    (lw.Polar(radius="1+alpha"), "is not closed: its end misses its beginning by 6.28"),
    (lw.Polar(radius="if(alpha < 1, 1, 2)-if(alpha < 3, 0, 1)"), "is broken: it jumps by 1"),
    (
        lw.Parametric(x="sin(2*alpha)", y="sin(alpha)", **{"from": 0, "to": "2*pi", "closed": True}),
        "crosses itself",
    ),
]


@pytest.mark.parametrize(("outline", "message"), [*OPEN_OUTLINES, *BAD_OUTLINES], ids=lambda value: str(value)[:30])
def test_outlines_that_enclose_nothing_clear_are_refused(outline: Any, message: str) -> None:
    with pytest.raises(MechanismError, match=rf"^body 'plate': shape 1 \(outline\): outline 'profile' {message}"):
        of(PROFILE, profile=outline)


@pytest.mark.parametrize(("outline", "message"), OPEN_OUTLINES, ids=lambda value: str(value)[:30])
def test_an_open_outline_is_refused_when_the_file_is_read(outline: Any, message: str) -> None:
    text = dumps(mechanism({"shapes": [PROFILE]}, profile=outline))
    with pytest.raises(ModelFileError, match=rf"body 'plate': shape 1 \(outline\): outline 'profile' {message}"):
        loads(text)


NOT_TOGETHER = [
    ("{mass: 1, shapes: [{type: disc, radius: 1, mass: 1}]}", "leave out 'mass' or the shapes"),
    ("{center: [0, 1]}", "'center' needs 'mass'"),
    ("{mass: 1, inertia_about: [0, 1]}", "'inertia' is missing"),
    ("{inertia: 1, inertia_about: [0, 1]}", "'inertia_about' needs 'mass'"),
    ("{weight: 1}", "'weight' is not known here; known are: mass, center, inertia, inertia_about, shapes"),
    ("{centre: [0, 1]}", "'centre' is not known here; did you mean 'center'"),
    ("{shapes: [{type: disk, radius: 1}]}", "there is no type 'disk'; did you mean 'disc'"),
    ("{shapes: [{type: disc, mass: 1}]}", "'radius' is missing"),
    ("{shapes: [{type: disc, radious: 1, mass: 1}]}", "'radious' is not known here; did you mean 'radius'"),
    ("{shapes: [{type: disc, radius: 1}]}", "give one of: mass; density with thickness; area_density"),
    ("{shapes: [{type: disc, radius: 1, mass: 1, area_density: 1}]}", "give one of"),
    ("{shapes: [{type: disc, radius: 1, density: 1}]}", "go together; 'thickness' is missing"),
    ("{shapes: [{type: disc, radius: 1, thickness: 1, mass: 1}]}", "go together; 'density' is missing"),
    ("{shapes: [{type: rod, from: [0, 0], to: [1, 0]}]}", "give either mass or line_density"),
    ("{shapes: [{type: triangle, points: [[0, 0], [1, 0]], mass: 1}]}", "item 3 of the list is missing"),
    ("{mass: -1}", "mass must not be negative"),
]


@pytest.mark.parametrize(("mass", "message"), NOT_TOGETHER)
def test_a_model_file_says_where_mass_properties_are_wrong(mass: str, message: str) -> None:
    joints = "joints:\n  O: {type: revolute, between: [ground, plate]}\n"
    text = f"linkwork: 1\nbodies:\n  plate:\n    mass: {mass}\n{joints}"
    with pytest.raises(ModelFileError, match=rf"^<text>:[34]:\d+: body 'plate': .*{message}"):
        loads(text)


def test_the_mass_of_a_body_that_is_not_there_is_refused() -> None:
    m = mechanism()
    with pytest.raises(MechanismError, match="body 'plat' is not defined"):
        m.mass("plat", mass=2)
    with pytest.raises(MechanismError, match="body 'plat' is not defined; did you mean 'plate'"):
        m.mass_properties("plat")
    with pytest.raises(MechanismError, match="body 'plate': 'center' needs 'mass'"):
        m.mass("plate", center=(1, 0))


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (2, 2), (2, 0), (0, 2)],
        [(0, 0), (2, 2), (2, 0), (1, 1), (0, 2)],
        [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)],
        [(0, 0), (1, 1), (2, 0), (2, 2), (1, 1), (0, 2)],
        [(0, 0), (3, 0), (3, 1), (1, 1), (1, 0), (0, 1)],
    ],
)
def test_crossing_and_touching_polygons_are_found(corners: list[tuple[float, float]]) -> None:
    for n in range(len(corners)):
        turned = [*corners[n:], *corners[:n]]
        assert meeting_edges(turned) is not None
        assert meeting_edges([(y, -x) for x, y in turned[::-1]]) is not None


def test_a_star_and_a_comb_are_no_crossing_polygons() -> None:
    star = [((1 + n % 2) * math.cos(n * TURN / 40), (1 + n % 2) * math.sin(n * TURN / 40)) for n in range(40)]
    comb = [(n / 2, 1.0 + n % 2) for n in range(41)] + [(20.0, 0.0), (0.0, 0.0)]
    assert meeting_edges(star) is None
    assert meeting_edges(comb) is None


# ---------------------------------------------------------------- Python and YAML


def every_shape() -> lw.Planar:
    """A body of all shapes, some of them holes, and one by numbers."""
    m = mechanism(
        {"shapes": [*(piece for mass in VARIED.values() for piece in mass.get("shapes", ())), PROFILE]},
        profile=lw.Circle(radius=2),
    )
    m.body("rod", mass=lw.Mass(mass="2 kg", center=("l/2", 0), inertia="2*l^2/3", inertia_about=(0, 0)))
    m.fixed("weld", "plate", "rod")
    return m


def test_python_to_yaml_to_python_keeps_the_mass_properties() -> None:
    m = every_shape()
    used = {shape.type for body in m.bodies_by_name.values() if body.mass for shape in body.mass.shapes}
    assert used == {shape.model_fields["type"].default for shape in SHAPES}
    text = dumps(m)
    again = loads(text)
    assert again.bodies_by_name == m.bodies_by_name
    assert dumps(again) == text
    hold_against_schema(text)


def test_yaml_to_python_reads_as_the_manual_writes_it() -> None:
    text = """\
linkwork: 1
parameters: {r: 0.2, l: 0.5, m: 2}
bodies:
  rod: {mass: {mass: m, center: [l/2, 0], inertia: m*l^2/12}}
  crank: {mass: {shapes: [{type: rod, from: [0, 0], to: [r, 0], mass: 0.5},
                          {type: disc, radius: 30 mm, density: 7800, thickness: 10 mm}]}}
joints:
  O: {type: revolute, between: [ground, crank]}
  A: {type: revolute, between: [{crank: [r, 0]}, rod]}
"""
    read = loads(text)
    m = lw.Planar()
    r, length, mass = m.parameters(r=0.2, l=0.5, m=2)
    m.body("rod")
    m.mass("rod", mass=mass, center=(length / 2, 0), inertia=mass * length**2 / 12)
    disc = lw.shapes.Disc(radius="30 mm", density=7800, thickness="10 mm")
    m.body("crank", mass=lw.Mass(shapes=(lw.shapes.Rod(begin=(0, 0), end=(r, 0), mass=0.5), disc)))
    assert read.bodies_by_name == m.bodies_by_name
    close(read.mass_properties("rod"), 2, 0.25, 0, 2 * 0.25 / 12)
    plate = 7800 * 0.01 * math.pi * 0.03**2
    found = read.mass_properties("crank")
    assert (found.mass, found.x) == pytest.approx((0.5 + plate, 0.05 / (0.5 + plate)), rel=1e-14)
    assert found.about(0, 0) == pytest.approx(0.5 * 0.04 / 3 + plate * 0.0009 / 2, rel=1e-14)


def test_changing_a_parameter_changes_the_mass() -> None:
    m = mechanism({"shapes": [{"type": "disc", "radius": "r", "area_density": 1}]})
    m.set(r=0.5)
    assert m.mass_properties("plate").mass == pytest.approx(math.pi / 4, rel=1e-14)


def test_other_changes_of_a_body_keep_its_mass() -> None:
    m = mechanism({"mass": 2})
    m.estimate("plate", 1, 2, 3)
    m.add_point("plate", "tip", lw.shapes.PointMass(at=(1, 0), mass=1).at)
    assert m.mass_properties("plate").mass == 2


def test_reading_mass_properties_needs_no_compiled_code() -> None:
    code = (
        "import sys; from linkwork.formats.model_file import loads; loads(sys.stdin.read());"
        "print([m for m in ('numba', 'numpy', 'scipy', 'matplotlib') if m in sys.modules])"
    )
    given = dumps(every_shape())
    done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---------------------------------------------------------------- lumping


def test_a_uniform_rod_lumped_to_its_ends() -> None:
    """Half the mass at each end: m l^2/4 instead of m l^2/12."""
    rod = of({"type": "rod", "from": (0, 0), "to": ("l", 0), "mass": 3})
    lumped = lw.lump(rod, (0, 0), (0.8, 0))
    assert (lumped.first, lumped.second) == pytest.approx((1.5, 1.5), rel=1e-14)
    assert lumped.inertia_error == pytest.approx(3 * 0.64 / 6, rel=1e-13)
    assert str(lumped) == (
        "1.5 kg and 1.5 kg; mass and mass centre are kept, the inertia about the mass centre changes by +0.32 kg m^2"
    )


def test_lumped_masses_keep_mass_and_centre_and_state_the_inertia() -> None:
    coupler = of(
        {"type": "rod", "from": (1, 1), "to": (4, 5), "mass": 3},
        {"type": "disc", "radius": 0.2, "center": (1.6, 1.8), "mass": 4},
    )
    lumped = lw.lump(coupler, (1, 1), (4, 5))
    points = [
        {"type": "point_mass", "at": (1, 1), "mass": lumped.first},
        {"type": "point_mass", "at": (4, 5), "mass": lumped.second},
    ]
    close(of(*points), coupler.mass, coupler.x, coupler.y, coupler.inertia + lumped.inertia_error)


def test_lumping_passes_derivatives() -> None:
    rod = of({"type": "rod", "from": (0, 0), "to": ("l", 0), "mass": 3}, env={"l": complex(0.8, STEP)})
    lumped = lw.lump(rod, (0, 0), (complex(0.8, STEP), 0))
    assert lumped.first.imag / STEP == pytest.approx(0, abs=1e-14)
    assert lumped.inertia_error.imag / STEP == pytest.approx(3 * 2 * 0.8 / 6, rel=1e-13)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ((0, 0), (0, 0), "the two points are the same"),
        ((0, 0), (1, 1), "lies 0.283 off the line of the two points"),
        ((0.5, 0), (1, 0), "lies outside the two points"),
    ],
)
def test_lumping_that_cannot_keep_the_centre_is_refused(first: Any, second: Any, message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        lw.lump(Resolved(1.0, 0.4, 0.0, 0.1), first, second)
