"""Numbers of solutions that the literature prints: assemblies, inverse positions, linkages through points.

- Morgan and Wampler 1990: four-bars with given pivots through five points on a line, 36 in general, 33 finite, 15 real.
- Manseur and Doty 1989: an arm of six hinges with 16 real postures (hand's pose printed with six digits).
- Husty 1996, Ronga and Vust 1995: 40 poses of a body on six rods; 16 where they meet in pairs (3-3 platform).
- Wampler, Morgan and Sommese 1992, problem 3: nine points, 1442 sets of cognates, 64 of them real (certified anew by
  Hauenstein and Sottile 2012, who find one of them viable).
- A Puma 560 has eight postures (Pieper 1968).
"""

from __future__ import annotations

from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family
from linkwork.numerics.homotopy.solve import continued
from published.case import Case
from published.case import tests_of as checks_of

LINE = [(0.50, 1.06), (-0.83, -0.27), (-0.34, 0.22), (-0.13, 0.43), (0.22, 0.78)]
NINE = [
    (0.25, 0.00), (0.52, 0.10), (0.80, 0.70), (1.20, 1.00), (1.40, 1.30), (1.10, 1.48), (0.70, 1.40), (0.20, 1.00),
    (0.02, 0.40),
]  # fmt: skip
HAND = np.array(
    [
        [-0.760117, -0.641689, 0.102262, -1.140175],
        [0.133333, 0.0, 0.991071, 0.0],
        [-0.635959, 0.766965, 0.0855598, 0.0],
    ]
)
DOTY = [(0.0, 0.3, 90), (0.0, 1.0, 1), (0.2, 0.0, 90), (0.0, 1.5, 1), (0.0, 0.0, 90), (0.0, 0.0, 1)]  # d, a, alpha
PUMA = [(0.67183, 0, 90), (0, 0.4318, 0), (0.15005, 0.0203, -90), (0.4318, 0, 90), (0, 0, -90), (0, 0, 0)]
POSTURE = [-0.22589787, -1.83427659, -2.00669929, 0.05276997, 0.12945163, -1.38617235]  # reaches HAND


def arm(links: list[tuple[float, float, float]], angles: list[float]) -> tuple[lw.Spatial, np.ndarray]:
    """Six hinges in a row with the hand held, by Denavit and Hartenberg; the pose of the hand."""
    m = lw.Spatial("arm")
    frame, carrier = np.eye(4), m.ground
    for number, ((d, a, degrees), angle) in enumerate(zip(links, angles, strict=True), 1):
        point, axis = frame[:3, 3], frame[:3, 2]
        c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        link = np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]])
        frame = frame @ link
        body = m.body(f"L{number}", tuple(frame[:3, 3]), orientation=lw.orient.matrix(frame[:3, :3].tolist()))
        m.revolute(f"J{number}", carrier, body, at=tuple(point), axis=tuple(axis))
        carrier = body
    m.grounded("hand", carrier)
    return m, frame


@cache
def page() -> dict[str, Any]:
    """What the code of docs/exact-synthesis.md leaves: both tasks of points stand there as they are printed."""
    from docs.doc_blocks import FIGURES, ROOT

    file = ROOT / "docs" / "exact-synthesis.md"
    names: dict[str, Any] = {"__name__": file.stem}
    with redirect_stdout(StringIO()):
        for block in FIGURES.blocks(file, "python"):
            FIGURES.run_block(file, block, names)
    assert names["points"] == LINE and names["nine"] == NINE
    return names


def five_points() -> Any:
    return page()["found"]


def nine_points() -> Any:
    return page()["through_nine"]


@cache
def doty() -> Any:
    return arm(DOTY, POSTURE)[0].branches()


@cache
def platform(meeting: bool) -> Any:
    random = np.random.default_rng(1)
    feet, heads, place = random.normal(size=(6, 3)), random.normal(size=(6, 3)), np.array([0.1, 0.2, 1.3])
    if meeting:
        feet[:, 2] = heads[:, 2] = 0.0
        feet, heads = feet[[0, 0, 1, 1, 2, 2]], heads[[0, 1, 1, 2, 2, 0]]
    c, s = np.cos(0.3), np.sin(0.3)
    turned = heads @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T
    squares = np.sum((place + turned - feet) ** 2, axis=1)
    given = np.concatenate([feet.ravel(), heads.ravel(), squares])
    return continued(platform_family(), *generic_case("platform"), given)


def cases() -> list[Case]:
    exact = 0.0
    return [
        Case(
            "Morgan and Wampler 1990",
            "finite four-bars through five points",
            33,
            lambda: five_points().solutions,
            exact,
        ),
        Case("Morgan and Wampler 1990", "real four-bars through five points", 15, lambda: five_points().real, exact),
        Case(
            "Wampler, Morgan and Sommese 1992",
            "sets of cognates through the nine points of problem 3",
            1442,
            lambda: nine_points().solutions,
            exact,
        ),
        Case("Wampler, Morgan and Sommese 1992", "real sets of problem 3", 64, lambda: nine_points().real, exact),
        Case(
            "Hauenstein and Sottile 2012",
            "viable linkages among the 192 of problem 3",
            1,
            lambda: sum(not linkage.defects for linkage in nine_points()),
            exact,
        ),
        Case("Manseur and Doty 1989", "real postures of the arm", 16, lambda: len(doty()), exact),
        Case(
            "Pieper 1968",
            "postures of a Puma 560",
            8,
            lambda: len(arm(PUMA, [0.4, -0.9, 0.7, 0.5, 0.8, -0.3])[0].branches()),
            exact,
        ),
        Case("Husty 1996", "complex poses of a body on six rods", 40, lambda: platform(False).count, exact),
        Case("Nanua, Waldron and Murthy 1990", "poses of a 3-3 platform", 16, lambda: platform(True).count, exact),
    ]


test_cases = checks_of(cases)


def test_the_posture_reaches_the_printed_hand() -> None:
    assert np.max(np.abs(arm(DOTY, POSTURE)[1][:3] - HAND)) < 2e-6


def test_sixteen_postures_are_complete_and_the_given_one_is_the_first() -> None:
    assert doty().complete and doty().counts == ["{L1, L2, L3, L4, L5}: 16 real of 16, complete"]


def test_the_code_of_the_page_runs_and_ends_with_a_mechanism() -> None:
    assert page()["six_bars"].verdict and page()["picture"] is not None
