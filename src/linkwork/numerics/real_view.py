"""Complex room used for real numbers: what is decided in real numbers only works on a copy beside its problem."""

from __future__ import annotations

from typing import Any

from linkwork.numerics.jit import Instruction

real_view: Any = Instruction("real_view")
"""Pointer r to real numbers with r[first + i] at the place `place` + i / 2 of complex w; of real w it is w itself.

w, place and first are given; w is a pointer.
"""
