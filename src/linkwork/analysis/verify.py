"""Verify: the same motion in every formulation and by several methods; where they agree, and to how many digits.

The reference is the formulation "projection" with a tolerance ten times smaller, or, where drivers move everything, the
kinematics, which integrate nothing. Every formulation is run with one method, and every method with one formulation. A
run that leaves the reference by more than its tolerance lets expect is judged twice: if the reference itself moves as
much when its tolerance changes, the motion is that sensitive; if the run comes nearer when its own tolerance or step is
made smaller, that is the reason. What is left is a disagreement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linkwork.analysis.verification import Verification
from linkwork.analysis.verify_case import case_of
from linkwork.analysis.verify_judge import Judge
from linkwork.errors import AnalysisError
from linkwork.progress import Progress
from linkwork.system.scope import suggestion

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

POINTS = 101


def verify(
    mechanism: Planar,
    until: float | None = None,
    *,
    points: int = POINTS,
    rtol: float | None = None,
    formulations: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    progress: bool = True,
) -> Verification:
    """Run the mechanism in every formulation and by several methods, or in those named, and compare."""
    from linkwork.system.formulations import FORMULATIONS
    from linkwork.system.methods import NAMES

    named = _known("formulation", formulations, tuple(FORMULATIONS)), _known("method", methods, NAMES)
    case = case_of(mechanism, until, points, rtol)
    asked = len(named[0]) + len(named[1])
    with Progress("verify", asked + 1, show=progress) as bar:
        judge = Judge(case, named[0])
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


def _known(what: str, names: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """The names asked for, or all; refused when one is not known."""
    if isinstance(names, str):
        raise AnalysisError(f"verify: give {what}s as a list, as in {what}s=['{names}']")
    for name in names or ():
        if name not in known:
            raise AnalysisError(f"verify: there is no {what} '{name}'{suggestion(str(name), known, f'{what}s')}")
    return list(dict.fromkeys(known if names is None else names))
