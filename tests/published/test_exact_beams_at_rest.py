"""Geometrically exact beams at rest: roll-up, elastica, Euler's column, the 45 degree bend, Lee's frame.

The 45 degree bend of Bathe and Bolourchi (1979) is compared with a solution of its continuum by shooting (1e-12) for
three sets of stiffnesses, and with what is printed. The limit load of Lee, Manuel and Rossow's frame (1968) is that of
the continuum with stretching and shear, by shooting. Numbers of the elastica are those of Mattiasson (1981).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from published import exact_beams as beams
from published.case import Case
from published.case import tests_of as checks_of

BATHE = "Bathe and Bolourchi 1979, 45 degree bend"
SHOT = {
    ("A", 300): (-7.04464245, -11.93178079, 40.19239233),
    ("A", 450): (-10.78125701, -18.47241627, 48.50349153),
    ("A", 600): (-13.60463240, -23.56058188, 53.47547800),
    ("B", 300): (-7.04454094, -11.93155563, 40.19189167),
    ("B", 450): (-10.78114296, -18.47212011, 48.50292734),
    ("B", 600): (-13.60452135, -23.56023955, 53.47485879),
    ("C", 300): (-7.17680817, -12.17496904, 40.48075757),
    ("C", 450): (-10.92015894, -18.74125372, 48.70534908),
    ("C", 600): (-13.73164573, -23.81909190, 53.60798641),
}
PRINTED = {
    "Sonneville 2014": ("C", (-13.732, -23.821, 53.610)),
    "Ibrahimbegovic 1995": ("C", (-13.729, -23.814, 53.605)),
}
MATTIASSON = {1: (0.05643, 0.30172), 5: (0.38763, 0.71379), 10: (0.55500, 0.81061)}


def cases() -> list[Case]:
    found = [
        Case(
            "End moment 2 pi EI/L, closed form", "tip x of 4 elements (m)", None, lambda: beams.rolled(4)[0], 0, exact=0
        ),
        Case(
            "End moment 2 pi EI/L, closed form", "tip y of 4 elements (m)", None, lambda: beams.rolled(4)[1], 0, exact=0
        ),
    ]
    for (stiffness, load), tip in SHOT.items():
        for axis, value in enumerate(tip):
            name = f"set {stiffness}, P = {load}, tip u_{'xyz'[axis]}"
            found += [
                Case(BATHE, f"{name}, 8 elements", value, _tip(stiffness, load, 8, axis), 5e-3, relative=True),
                Case(BATHE, f"{name}, 16 elements", value, _tip(stiffness, load, 16, axis), 1e-4, relative=True),
            ]
    for source, (stiffness, tip) in PRINTED.items():
        for axis, value in enumerate(tip):
            printed = Case(
                f"{source}, 45 degree bend", f"tip u_{'xyz'[axis]}", value, _tip(stiffness, 600, 16, axis), 6e-3
            )
            found.append(printed)
    for load, (back, down) in MATTIASSON.items():
        name = f"P L^2/EI = {load}"
        found.append(Case("Mattiasson 1981", f"{name}, back/L", back, partial(_elastica, load, 0), 1e-5))
        found.append(Case("Mattiasson 1981", f"{name}, down/L", down, partial(_elastica, load, 1), 1e-5))
    for mode in (1, 2):
        exact = ((2 * mode - 1) * math.pi / 2) ** 2
        name = f"clamped column, load {mode} times L^2/EI"
        close = 3e-6 if mode == 1 else 1e-3
        found.append(Case("Euler 1744", name, None, partial(_buckling, mode), 0, True, exact, close))
    limit = Case(
        "Lee, Manuel and Rossow 1968", "first limit load, E = 720", 1.854467, lambda: beams.lee_frame().limits[0], 2e-4
    )
    return [*found, limit]


def _tip(stiffness: str, load: float, elements: int, axis: int) -> Callable[[], float]:
    return lambda: beams.bend_tip(stiffness, load, elements)[axis]


def _elastica(load: float, axis: int) -> float:
    return beams.elastica(load)[axis]


def _buckling(mode: int) -> float:
    return beams.column()[mode - 1]


test_cases = checks_of(cases)


def test_the_frame_is_unstable_between_its_limit_points_and_the_path_goes_on() -> None:
    path = beams.lee_frame()
    assert path.complete
    assert len(path.limits) == 2
    assert path.limits[1] < 0.0 < path.limits[0]
    falling = np.diff(path.load) < 0.0
    assert np.all(path.unstable[1:-1][falling[1:] & falling[:-1]] == 1)
    assert path.unstable[0] == path.unstable[-1] == 0
    assert not path.bifurcations


def test_errors_of_a_straight_beam_at_rest_fall_with_the_fourth_power_of_the_element() -> None:
    coarse, fine = (np.array(beams.elastica(5.0, elements)) for elements in (4, 8))
    exact = np.array(beams.elastica(5.0, 32))
    order = np.log2(np.linalg.norm(coarse - exact) / np.linalg.norm(fine - exact))
    assert 3.6 < order < 4.6
    loads = [beams.column(elements)[0] / (math.pi / 2) ** 2 - 1.0 for elements in (4, 8)]
    assert 3.6 < np.log2(loads[0] / loads[1]) < 4.4
