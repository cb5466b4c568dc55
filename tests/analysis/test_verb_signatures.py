"""The verbs of a mechanism name their options themselves, as the analyses behind them have them."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from linkwork.analysis.c_functions import c_functions
from linkwork.analysis.kinematics.inverse import inverse_dynamics
from linkwork.analysis.kinematics.kinematics import kinematics
from linkwork.analysis.periodic.periodic import periodic
from linkwork.analysis.simulation.simulate import simulate
from linkwork.analysis.trace.trace import trace
from linkwork.analysis.verify.verify import verify
from linkwork.design.optimise.fit import fit
from linkwork.design.optimise.multi_objective import compromise
from linkwork.design.optimise.optimise import optimise
from linkwork.design.optimise.pareto import pareto
from linkwork.design.synthesis.synthesise import synthesise
from linkwork.verbs import Verbs

INTERNAL = {"times"}
BEHIND = (kinematics, inverse_dynamics, simulate, periodic, verify, trace, c_functions, synthesise)
OPEN = (optimise, compromise, pareto, fit)


def options(function: Any) -> dict[str, Any]:
    kept = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in parameters if each.kind in kept and each.name not in INTERNAL}


@pytest.mark.parametrize("function", (*BEHIND, *OPEN), ids=lambda function: function.__name__)
def test_a_verb_completes_the_options_of_its_analysis(function: Any) -> None:
    assert options(getattr(Verbs, function.__name__)) == options(function)
