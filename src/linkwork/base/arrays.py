"""The type of arrays of numbers, real or complex, of any shape."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
"""Real numbers, or complex ones where derivatives are taken by the complex step; whole ones in tables of places.

NumPy's types have no array that is one or the other and may be written to: this is the one place where `Any` says so.
"""
