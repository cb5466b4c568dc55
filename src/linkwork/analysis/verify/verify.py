"""Verify: the same motion in every formulation and by several methods; where they agree, and to how many digits.

The reference is the formulation that the others support best ("projection" where several are alike, "joint" with rods
that have no inertia about their lines), with a tolerance ten times smaller, or, where drivers move everything, the
kinematics, which integrate nothing. Every formulation is run with one method, and every method with one formulation. A
run that leaves the reference by more than its tolerance lets expect is judged twice: if the reference itself moves as
much when its tolerance changes, and the other runs are spread as far, the motion is that sensitive; if the run comes
nearer when its own tolerance or step is made smaller, that is the reason. What is left is a disagreement. A run that
stops is compared as far as it came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from linkwork.analysis.verify.verification import Verification
from linkwork.analysis.verify.verify_case import case_of
from linkwork.analysis.verify.verify_judge import Judge
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.listed import is_listed
from linkwork.base.names import suggestion
from linkwork.base.progress import Progress
from linkwork.expression.given import public
from linkwork.mechanism.requests import time_grid

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

POINTS = 101


@public
def verify(
    mechanism: Mechanism,
    until: float | None = None,
    *,
    points: int = POINTS,
    rtol: float | None = None,
    formulations: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    branch: int | None = None,
    seconds: float | None = None,
    progress: bool = True,
) -> Verification:
    """Run the mechanism in every formulation and by several methods, or in those named, and compare.

    Time, tolerance, held values, initial rates and, at a singular start, the number of the branch that goes on from it
    are those of the simulation that the model asks for, unless given. `seconds` of processor time are given to all
    runs together; left out, 60 to the first ones and to references, then 10 or twenty times what the quickest took.
    """
    named = check_request(mechanism, until, formulations, methods)
    if speeds is not None and not isinstance(speeds, Mapping):
        raise AnalysisError(f"verify: give speeds by name, as in speeds={{'crank.omega': 12}}; found {shown(speeds)}")
    if seconds is not None and not seconds > 0.0:
        raise AnalysisError(
            f"verify: seconds must be a processor time for all runs together, above 0; found {shown(seconds)}"
        )
    case = case_of(mechanism, until, points, rtol, {"hold": hold, "speeds": speeds, "branch": branch}, seconds)
    asked = len(named[0]) + len(named[1])
    with Progress("verify", asked + 1, show=progress) as bar:
        judge = Judge(case, named[0], len(named[1]))
        bar.update(1, 1, 1.0)
        result = judge.result
        result.asked = asked
        try:
            for number, name in enumerate((*named[0], *named[1]), 1):
                if number <= len(named[0]):
                    result.formulations.append(judge.formulation(name))
                else:
                    result.methods.append(judge.method(name))
                bar.update(number + 1, 1, 1.0)
        except KeyboardInterrupt:
            result.interrupted = True
    return result


def check_request(
    mechanism: Mechanism, until: float | None, formulations: Sequence[str] | None, methods: Sequence[str] | None
) -> tuple[list[str], list[str]]:
    """The formulations and methods to run; refused when one is not known or the end is not after the start."""
    from linkwork.system.formulations.formulations import FORMULATIONS
    from linkwork.system.methods.methods import CONVERGING

    start = (time_grid(mechanism) or (0.0, 1.0, 2))[0]
    if until is not None and not start < until < inf:
        raise AnalysisError(f"verify: the end, {until:g} s, must be later than the start, {start:g} s")
    return _known("formulation", formulations, tuple(FORMULATIONS)), _known("method", methods, CONVERGING)


def _known(what: str, names: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """The names asked for, or all; refused when one is not known."""
    if isinstance(names, str):
        raise AnalysisError(f"verify: give {what}s as a list, as in {what}s=['{names}']")
    if names is not None and (not is_listed(names) or not all(isinstance(name, str) for name in names)):
        raise AnalysisError(
            f"verify: give {what}s as a list of names, as in {what}s=['{known[0]}']; found {shown(names)}"
        )
    for name in names or ():
        if name not in known:
            raise AnalysisError(f"verify: there is no {what} '{name}'{suggestion(name, known, f'{what}s')}")
    return list(dict.fromkeys(known if names is None else names))
