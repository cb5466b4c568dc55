"""IPOPT, an interior-point method, through the casadi package (extra `ipopt`)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.design.optimise.nlp import Formed

if TYPE_CHECKING:
    from linkwork.design.optimise.methods import Effort, Ended


def minimise_ipopt(problem: Formed, effort: Effort, follow: Callable[[Any], None]) -> Ended:
    """Run IPOPT with exact gradients and its own approximation of the Hessian."""
    from linkwork.design.optimise.methods import Ended

    try:
        casadi: Any = import_module("casadi")
    except ImportError:
        raise AnalysisError("method 'ipopt' needs the casadi package: pip install 'linkwork[ipopt]'") from None
    low, high = problem.bounds
    count, below, zero = len(low), len(problem.below.constant), len(problem.zero.constant)
    whole = _callback(casadi, problem, count, below + zero, follow)
    z = casadi.MX.sym("z", count)
    both = whole(z)
    options = {
        "ipopt.hessian_approximation": "limited-memory",
        "ipopt.tol": effort.tolerance,
        "ipopt.max_iter": effort.iterations,
        "ipopt.print_level": 0,
        "ipopt.sb": "yes",
        "print_time": False,
    }
    solver = casadi.nlpsol("optimise", "ipopt", {"x": z, "f": both[0], "g": both[1:]}, options)
    solution = solver(
        x0=problem.start,
        lbx=low,
        ubx=high,
        lbg=np.concatenate([np.full(below, -np.inf), np.zeros(zero)]),
        ubg=np.zeros(below + zero),
    )
    words = solver.stats()
    return Ended(np.array(solution["x"]).ravel(), str(words["return_status"]), bool(words["success"]))


def _callback(casadi: Any, problem: Formed, count: int, conditions: int, follow: Callable[[Any], None]) -> Any:
    """The objective and all conditions as one function of casadi, with its Jacobian."""

    class Slopes(casadi.Callback):
        def __init__(self, name: str) -> None:
            casadi.Callback.__init__(self)
            self.construct(name, {})

        def get_n_in(self) -> int:
            return 2

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, number: int) -> Any:
            return casadi.Sparsity.dense(count if number == 0 else 1 + conditions, 1)

        def get_sparsity_out(self, number: int) -> Any:
            return casadi.Sparsity.dense(1 + conditions, count)

        def eval(self, arguments: Any) -> Any:
            z = np.array(arguments[0]).ravel()
            rows = [problem.slope(z), *problem.row_slopes(problem.below, z), *problem.row_slopes(problem.zero, z)]
            return [casadi.DM(np.array(rows))]

    class Whole(casadi.Callback):
        def __init__(self) -> None:
            casadi.Callback.__init__(self)
            self.slopes: Any = None
            self.construct("functions", {})

        def get_n_in(self) -> int:
            return 1

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, number: int) -> Any:
            return casadi.Sparsity.dense(count, 1)

        def get_sparsity_out(self, number: int) -> Any:
            return casadi.Sparsity.dense(1 + conditions, 1)

        def eval(self, arguments: Any) -> Any:
            z = np.array(arguments[0]).ravel()
            follow(z)
            values = [problem.value(z), *problem.rows(problem.below, z), *problem.rows(problem.zero, z)]
            return [casadi.DM(np.array(values))]

        def has_jacobian(self) -> bool:
            return True

        def get_jacobian(self, name: str, inputs: Any, outputs: Any, options: Any) -> Any:
            self.slopes = Slopes(name)
            return self.slopes

    return Whole()
