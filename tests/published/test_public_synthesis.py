"""SYN-1, SYN-3: coupler curves through points (Kunjur and Krishnamurty; Bulatovic et al. 2016); SYN-9: Freudenstein.

The printed linkages' errors are recomputed here by nearest distances, without any code of the synthesis.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import linkwork as lw
from published.case import Case
from published.case import tests_of as checks_of

SYN_1 = """.5,1.1 .4,1.1 .3,1.1 .2,1 .1,.9 .05,.75 .02,.6 0,.5 0,.4 .03,.3 .1,.25 .15,.2 .2,.3 .3,.4 .4,.5 .5,.7 .6,.9
.6,1"""
SYN_3 = """7.03,5.99 6.95,5.45 6.77,5.03 6.4,4.6 5.91,4.03 5.43,3.56 4.93,2.94 4.67,2.6 4.38,2.2 4.04,1.67 3.76,1.22
3.76,1.97 3.76,2.78 3.76,3.56 3.76,4.34 3.76,4.91 3.76,5.47 3.8,5.98 4.07,6.4 4.53,6.75 5.07,6.85 5.05,6.84 5.89,6.83
6.41,6.8 6.92,6.58"""
PRINTED_1 = (0.26886, 0.17715, 0.29294, 1.00429, 0.42180, 0.87821, 0.58013, 0.5234, 0.8148)
KNOWN_1 = (1.1191838, -0.29522049, 0.30373195, 1.4138505, 0.27269169, 1.4488355, 0.34679849, 1.3351194, 1.7778654)
PRINTED_3 = (-2.31301, 2.86189, -0.61763, 9.99432, 1.93027, 4.57242, 7.36674, 8.0425, 0.1874)
PAIRS = [("45 deg", "60 deg"), ("90 deg", "80 deg"), ("135 deg", "100 deg")]


def points(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def curve(linkage: Any, angle: Any) -> Any:
    """Coupler point as a complex number; the coupler lies counter-clockwise of the line pin to follower pivot."""
    x, y, a, l1, l2, l3, l4, l5, g = linkage
    pin = l2 * np.exp(1j * np.asarray(angle))
    way = l1 - pin
    inside = (l3**2 + np.abs(way) ** 2 - l4**2) / (2 * l3 * np.abs(way))
    line = way / np.abs(way) * np.exp(1j * np.arccos(inside))
    return x + 1j * y + np.exp(1j * a) * (pin + l5 * np.exp(1j * g) * line)


def distances(linkage: Any, text: str) -> Any:
    """Nearest distances of the points from the curve."""
    angles = np.linspace(0.0, 2 * np.pi, 2001)
    samples, found = curve(linkage, angles), []
    for x, y in points(text):
        at = angles[np.argmin(np.abs(samples - (x + 1j * y)))]
        best = minimize_scalar(
            lambda angle, p=x + 1j * y: abs(curve(linkage, angle) - p),
            bounds=(at - 0.01, at + 0.01),
            method="bounded",
            options={"xatol": 1e-12},
        )
        found.append(best.fun)
    return np.array(found)


@cache
def found_1() -> Any:
    return lw.synthesis.four_bar_path(points(SYN_1), starts=200, seed=1)


@cache
def found_3() -> Any:
    return lw.synthesis.four_bar_path(points(SYN_3), starts=200, seed=1)


@cache
def function_generator() -> Any:
    return lw.synthesis.four_bar_function(PAIRS)[0]


def cases() -> list[Case]:
    source = "Bulatovic et al. 2016"
    errors = {"SYN-1": (PRINTED_1, SYN_1, 4.960334e-3), "SYN-3": (PRINTED_3, SYN_3, 3.872252e-2)}
    listed = [
        Case(
            f"{name} {source}",
            "error of the printed linkage, by nearest distances",
            error,
            lambda linkage=linkage, text=text: float(np.sum(distances(linkage, text) ** 2)),
            3e-7,
            relative=True,
        )
        for name, (linkage, text, error) in errors.items()
    ]
    largest = 3.82e-2
    listed.append(
        Case(
            f"SYN-1 {source}", "its largest distance", largest, lambda: float(np.max(distances(PRINTED_1, SYN_1))), 5e-5
        )
    )
    best = 3.142981e-3
    listed.append(
        Case("SYN-1 best known", "its error", best, lambda: float(np.sum(distances(KNOWN_1, SYN_1) ** 2)), 1e-6, True)
    )
    for number, value in enumerate((8.810778232171, 4.093151891583, -0.545167830832)):
        listed.append(
            Case(
                "SYN-9 Freudenstein",
                f"K{number + 1}",
                None,
                lambda number=number: float(lw.synthesis.freudenstein(PAIRS)[number]),
                1e-10,
                exact=value,
                exact_tolerance=1e-10,
            )
        )
    for name, value in (("l2", 0.113497352180), ("l3", 1.050144155532), ("l4", 0.244310503614)):
        listed.append(
            Case(
                "SYN-9 Freudenstein",
                f"length {name} (m)",
                None,
                lambda name=name: function_generator().parameters[name],
                1e-10,
                exact=value,
                exact_tolerance=1e-10,
            )
        )
    return listed


test_cases = checks_of(cases)


def test_our_path_of_18_points_is_nearer_than_the_printed_and_the_best_known_one() -> None:
    best = found_1()[0]
    assert best.error < 3.142981e-3 < 4.960334e-3
    assert best.error == pytest.approx(1.8440e-3, rel=1e-3)
    assert not best.defects


def test_our_path_of_25_points_is_nearer_than_the_printed_one_and_keeps_the_order() -> None:
    best = found_3()[0]
    assert best.error < 3.872252e-2
    assert best.error == pytest.approx(3.6928e-2, rel=1e-3)
    assert not best.defects
    lengths = [best.parameters[name] for name in ("l1", "l2", "l3", "l4")]
    assert lengths[1] == min(lengths)
    assert min(lengths) + max(lengths) <= 0.5 * sum(lengths)


def from_chords(path: Any, point: complex) -> float:
    """Distance of a point from a line through the points of a path."""
    chords = np.diff(path)
    share = np.clip(np.real((point - path[:-1]) * np.conj(chords)) / np.abs(chords) ** 2, 0.0, 1.0)
    return float(np.min(np.abs(path[:-1] + share * chords - point)))


@pytest.mark.parametrize("found, text", [(found_1, SYN_1), (found_3, SYN_3)])
def test_the_mechanism_itself_goes_through_the_points_in_their_order(found: Any, text: str) -> None:
    """The candidate's mechanism, run once round: nearest distances, and the crank angles at which points are met."""
    best = found()[0]
    run = best.mechanism.kinematics(1.0, 8001, progress=False)
    path = run["coupler.P.x"] + 1j * run["coupler.P.y"]
    apart = [from_chords(path, x + 1j * y) for x, y in points(text)]
    assert np.sum(np.square(apart)) <= best.error + 1e-6
    ways = [np.diff(best.positions[:, 2]) * way % (2 * np.pi) for way in (1.0, -1.0)]
    assert min(np.sum(np.where(way > 2 * np.pi - 1e-9, 0.0, way)) for way in ways) < 2 * np.pi


def test_the_function_generator_gives_the_rocker_its_angles() -> None:
    m = function_generator().mechanism
    for crank, rocker in PAIRS:
        time = (float(crank.split()[0]) - 45.0) / 360.0
        angle = m.assemble(at=time)["rocker.angle"]
        assert np.degrees(angle) == pytest.approx(float(rocker.split()[0]), abs=1e-9)
