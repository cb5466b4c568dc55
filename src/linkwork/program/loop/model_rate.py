"""The address of a right-hand side that is made for one mechanism, for the compiled loop of its simulation."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.program.loop.compiled_rate import compiler, library
from linkwork.program.loop.rate_recorder import record_rate
from linkwork.program.loop.rate_text import c_of_rate
from linkwork.program.tape import UndecidedError
from linkwork.program.work import refuse_unrecorded
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import rank_at
from linkwork.system.formulations.motion_rows import has_own_trees
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.loop.moment import Loop
from linkwork.system.system import System

_METHODS = ("dop853", "adams", "rk4", "radau")
_addresses: dict[str, int] = {}
_MOST = 64  # right-hand sides whose addresses are remembered


def model_rate(bare: System, moment: Loop, q: Array, v: Array, varying: Sequence[int] = ()) -> int:
    """The address; `bare` is the system before it got its tree. What cannot have one is refused by name.

    Numbers of the tables at the places `varying` may be others at every call: one right-hand side for many designs.
    """
    refuse_model(bare, moment, q)
    whole = moment.tables
    asked, constant = np.array(varying, np.int64), np.array(whole.p)
    constant[asked] = 0.0
    tables = (bare.k, constant, whole.k, asked)
    key = sha256(b"".join(np.ascontiguousarray(each).tobytes() for each in tables)).hexdigest()
    if key not in _addresses:
        try:
            text = c_of_rate(record_rate(bare, whole, q, v, [int(place) for place in asked]))
        except UndecidedError as error:
            raise AnalysisError(f"simulate: compiled: {error}; leave `compiled` out") from None
        opened = library(text)
        opened.set_tables(ctypes.c_void_p(int(moment.state[loop.RATE])))
        while len(_addresses) >= _MOST:
            _addresses.pop(next(iter(_addresses)))
        _addresses[key] = int(ctypes.cast(opened.rate, ctypes.c_void_p).value or 0)
    return _addresses[key]


def refuse_model(bare: System, moment: Loop, q: Array) -> None:
    """Refuse simulations whose right-hand side is not that of a program."""
    options, where = moment.options, "simulate: compiled: 'model'"
    if compiler() is None:
        raise AnalysisError(
            "simulate: compiled: there is no C compiler (cc, gcc or clang); leave `compiled` out to use the tables"
        )
    if bare.scalar != "real":
        raise AnalysisError(f"{where} has no derivatives; leave `compiled` out")
    if options.method not in _METHODS:
        known = ", ".join(_METHODS)
        raise AnalysisError(f"{where} goes with the methods {known}; '{options.method}' has equations of its own")
    if options.formulation != "joint":
        own_trees = has_own_trees(bare.mechanism.tree_request)
        remedy = "take cut_translation and cut_rotation of `tree` away" if own_trees else "give formulation='joint'"
        raise AnalysisError(
            f"{where} is the right-hand side of formulation 'joint', and this run takes '{options.formulation}'; "
            f"{remedy}, or leave `compiled` out"
        )
    refuse_unrecorded(bare.mechanism, where)
    redundant = _redundant(bare, q, float(moment.z[0]))
    if redundant:
        raise AnalysisError(
            f"{where}: {redundant} equations follow from others, whose small contradictions the tables settle by "
            "refinement; leave `compiled` out"
        )


def _redundant(bare: System, q: Array, t: float) -> int:
    """How many equations others imply at the start."""
    equations = Equations(bare)
    equations.evaluate(q, t)
    return equations.m - rank_at(equations)
