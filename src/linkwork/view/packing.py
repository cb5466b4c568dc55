"""Numbers as bytes in base64, as a live page gets them: written and read in a fraction of the time that text takes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.view.rounding import rounded


def packed_numbers(table: NDArray[np.float64]) -> Any:
    """An array of numbers; as text where some are not finite."""
    return packed_bytes(table, "<f8") if np.isfinite(table).all() else rounded(table)


def packed_display(display: dict[str, Any]) -> dict[str, Any]:
    """A display, rounded, with the corners and faces of solids packed; those of a planar one are few and stay."""
    rest = {key: value for key, value in display.items() if key != "parts"}
    return {**rounded(rest), "parts": [_part(part) for part in display["parts"]]}


def _part(part: dict[str, Any]) -> dict[str, Any]:
    corners = part.get("corners")
    if corners is None or not np.isfinite(corners).all():
        packed: dict[str, Any] = rounded(part)
        return packed
    return {**part, "corners": packed_bytes(corners, "<f4"), "faces": _faces(part["faces"])}


def _faces(faces: Sequence[Sequence[int]]) -> dict[str, Any]:
    """How many corners each face has, followed by their numbers."""
    flat = np.fromiter(chain.from_iterable((len(face), *face) for face in faces), np.int32)
    return packed_bytes(flat, "<i4")


def packed_bytes(table: Array, kind: str) -> dict[str, Any]:
    """An array as bytes of a kind of number, such as <f4, with its shape."""
    return {"shape": list(table.shape), "bytes": b64encode(table.astype(kind).tobytes()).decode("ascii")}
