"""Bennett's linkage (1903) and Bricard's of the IFToMM library of multibody benchmarks (A04): over-constrained loops.

No table is printed to as many digits; the numbers are those of Lagrange's equation in the one freedom, with the hinge
angles as closed forms (`hinge_loops`), integrated to 1e-13 by another program.
"""

from __future__ import annotations

from functools import cache

from hinge_loops import bennett, cube_bricard
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

BENNETT = -2.655701409168
"""First hinge angle after 5 s (rad), from 0.7 rad at rest."""
BRICARD = 0.999730987304
"""x of the end of the second rod after 10 s (m), from rest: back near its start at 1."""


@cache
def run(name: str, **options: object) -> Run:
    if name == "Bennett":
        return bennett().model(name).simulate(5, 11, progress=False, **options)
    return cube_bricard().model(name).simulate(10, 11, progress=False, **options)


def angle(found: Run) -> float:
    return float(found["J1.angle"][-1] - found["J1.angle"][0] + 0.7)


def end(found: Run) -> float:
    """x of the corner at which the third hinge stands."""
    return float(found["link2.end.x"][-1])


def cases() -> list[Case]:
    finest = {"rtol": 1e-12, "atol": 1e-14}
    found = []
    for words, options, tolerance in (
        ("by default", {}, 1e-7),
        ("rtol 1e-12", finest, 1e-10),
        ("projection, rtol 1e-12", finest | {"formulation": "projection"}, 1e-10),
        ("rk4, steps of 0.01 s", {"method": "rk4", "step": 0.01}, 1e-5),
    ):
        found.append(
            Case(
                "Bennett 1903, one freedom",
                f"first angle after 5 s, {words} (rad)",
                None,
                lambda options=options: angle(run("Bennett", **options)),
                tolerance,
                exact=BENNETT,
                exact_tolerance=tolerance,
            )
        )
        found.append(
            Case(
                "IFToMM A04, Bricard",
                f"x of the end of the second rod after 10 s, {words} (m)",
                None,
                lambda options=options: end(run("Bricard", **options)),
                tolerance,
                exact=BRICARD,
                exact_tolerance=tolerance,
            )
        )
    return found


test_cases = checks_of(cases)
