"""Haug Example 6.1.2: mass centre and inertia of a pendulum of a rod and a disc with a hole."""

from __future__ import annotations

from functools import cache

from linkwork import Planar, shapes
from linkwork.bodies.mass import Resolved
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Haug Example 6.1.2"
ROUNDED = "The parts are moved to the mass centre rounded to 1.11 m; to 1.105977 m the sum is the same to four digits."


def parts() -> dict[str, shapes.Shape]:
    plate = {"density": 8000, "thickness": 0.01, "center": (0, -1.25)}
    return {
        "rod": shapes.Rod.model_validate({"from": (0, 0), "to": (0, -1), "mass": 2.8}),
        "disc": shapes.Disc.model_validate({"radius": 0.25, **plate}),
        "hole": shapes.Disc.model_validate({"radius": 0.125, **plate}),
    }


@cache
def of(*names: str) -> Resolved:
    """Mass properties of a body of these parts, the hole taken away."""
    m = Planar("pendulum")
    chosen = [parts()[name] for name in names]
    if len(names) > 1:
        chosen = [s.model_copy(update={"hole": True}) if n == "hole" else s for n, s in zip(names, chosen, strict=True)]
    m.body("pendulum", estimate=(0, 0, 0))
    m.mass("pendulum", shapes=chosen)
    return m.mass_properties("pendulum")


def whole() -> Resolved:
    return of("rod", "disc", "hole")


def _moved(name: str) -> float:
    """Inertia of a part about the mass centre of the whole."""
    return float(of(name).about(whole().x, whole().y))


def cases() -> list[Case]:
    exact = {"exact_tolerance": 1e-6}
    return [
        Case(SOURCE, "mass of the disc (kg)", 15.71, lambda: of("disc").mass, 5e-3, exact=15.707963, **exact),
        Case(SOURCE, "mass of the hole (kg)", 3.93, lambda: of("hole").mass, 5e-3, exact=3.926991, **exact),
        Case(SOURCE, "mass (kg)", None, lambda: whole().mass, 0.0, exact=14.580972, **exact),
        Case(SOURCE, "mass centre below O (m)", 1.11, lambda: -whole().y, 5e-3, exact=1.105977, **exact),
        Case(SOURCE, "inertia of the rod (kg m^2)", 0.233, lambda: of("rod").inertia, 5e-4),
        Case(
            SOURCE,
            "inertia of the rod about the mass centre (kg m^2)",
            1.275,
            lambda: _moved("rod"),
            5e-4,
            exact=1.261515,
            erratum=ROUNDED,
            **exact,
        ),
        Case(
            SOURCE,
            "inertia of the disc about the mass centre (kg m^2)",
            0.799,
            lambda: _moved("disc"),
            5e-4,
            exact=0.816700,
            erratum=ROUNDED,
            **exact,
        ),
        Case(
            SOURCE,
            "inertia of the hole about the mass centre (kg m^2)",
            0.108,
            lambda: _moved("hole"),
            5e-4,
            exact=0.112136,
            erratum=ROUNDED,
            **exact,
        ),
        Case(SOURCE, "inertia (kg m^2)", 1.966, lambda: whole().inertia, 5e-4, exact=1.966079, **exact),
    ]


test_cases = checks_of(cases)


def test_the_printed_parts_are_those_about_the_rounded_centre() -> None:
    printed = {"rod": 1.275, "disc": 0.799, "hole": 0.108}
    assert all(abs(of(name).about(0, -1.11) - value) < 5e-4 for name, value in printed.items())


def test_the_parts_add_up_to_the_whole() -> None:
    assert abs(_moved("rod") + _moved("disc") - _moved("hole") - whole().inertia) < 1e-14
