"""Whoever waits for code to be compiled is told so, once."""

from __future__ import annotations

import sys

import pytest

from linkwork.numerics.jit import njit


@njit
def _tripled(x):
    return 3.0 * x


def _compiled_afresh() -> None:
    """Compile something as a first use does."""
    from numba import types

    vars(_tripled.dispatcher).pop("_linked_results", None)
    _tripled.dispatcher.get_call_template((types.float64,), {})


def test_a_terminal_is_told_once_that_code_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("linkwork.base.progress._told_of_compiling", False)
    _compiled_afresh()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _compiled_afresh()
    _compiled_afresh()
    assert capsys.readouterr().err == "compiling kernels (first run only) ...\n"
