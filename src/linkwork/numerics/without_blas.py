"""Numba without SciPy's linear algebra, as long as nobody calls it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numba.np import linalg


@contextmanager
def without_blas() -> Iterator[None]:
    """Let numba take for granted that SciPy is there, which takes 0.2 s to import and which no kernel needs.

    Code that does call it finds it as before, for numba looks again when it compiles that code.
    """
    check = linalg.ensure_blas
    vars(linalg)["ensure_blas"] = lambda: None
    try:
        yield
    finally:
        vars(linalg)["ensure_blas"] = check
