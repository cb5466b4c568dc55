"""The type of arrays of numbers, real or complex, of any shape."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
