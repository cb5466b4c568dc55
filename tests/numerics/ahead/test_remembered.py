"""Compiling quicker changes nothing of what is compiled."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from linkwork.numerics.dense_kernel import factor_dense
from linkwork.numerics.jit import compiler

numba: Any = pytest.importorskip("numba")


def _code(function: Callable[..., Any], steps: Any) -> str:
    """The optimised code without names, which are counted through the process."""
    from numba.core.compiler import Flags, compile_extra
    from numba.core.registry import cpu_target

    compiler()
    flags: Any = Flags()
    cpu_target.options.parse_as_flags(flags, {"nopython": True, "error_model": "numpy"})
    taken = (numba.float64[::1], numba.int64, numba.int64)
    context: Any = cpu_target.target_context
    made = compile_extra(cpu_target.typing_context, context, function, taken, None, flags, {}, pipeline_class=steps)
    return re.sub(r"[@%][\w.$\"]+|_ZN[\w.$]*", "name", made.library.get_llvm_str())


def test_the_code_is_that_of_all_of_numbas_steps_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.compiler import Compiler

    from linkwork.numerics.ahead import leaner, quicker, remembered

    function = factor_dense.py_func
    quick = _code(function, remembered.compiler_of(function))
    for change, numbas in (
        *zip(quicker.CHANGES, quicker.NUMBAS, strict=True),
        *zip(remembered.CHANGES, remembered.NUMBAS, strict=True),
        *zip(leaner.CHANGES, leaner.NUMBAS, strict=True),
    ):
        owner, name, ours = change
        assert getattr(owner, name) is ours and numbas is not ours
        monkeypatch.setattr(owner, name, numbas)
    assert quick == _code(function, Compiler)


def test_what_does_not_fit_is_still_told_in_numbas_words() -> None:
    from numba.core.compiler import Compiler

    def spoiled(w: Any, at: int, n: int) -> Any:
        return w + "at"

    with pytest.raises(numba.core.errors.TypingError, match=r"(?s)add.*During: typing of .* at .*test_remembered"):
        _code(spoiled, Compiler)


def test_a_law_of_a_user_may_hold_a_comprehension() -> None:
    from numba.core.compiler import Compiler

    from linkwork.numerics.ahead.remembered import compiler_of

    assert compiler_of(test_a_law_of_a_user_may_hold_a_comprehension) is Compiler
