"""Tyre files (.tir)."""

from __future__ import annotations

from pathlib import Path

from linkwork.elements.spatial.forces.magic_formula.tir import TyreFile, read_tyre_file
from linkwork.expression.given import public

__all__ = ["TyreFile", "read_tir"]


@public
def read_tir(path: str | Path) -> TyreFile:
    """Read a tyre file of the Magic Formula: `m.tyre(..., **read_tir("car.tir").fields())`.

    Keys that the formula here does not use are kept in `unknown` and told in `notes`.
    """
    return read_tyre_file(path)
