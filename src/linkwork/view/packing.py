"""Numbers as bytes in base64, as a live page gets them: written and read in a fraction of the time that text takes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.view.rounding import rounded


def packed_numbers(table: NDArray[np.float64]) -> Any:
    """An array of numbers; as text where some are not finite."""
    return _packed(table, "<f8") if np.isfinite(table).all() else rounded(table)


def with_packed_parts(display: dict[str, Any]) -> dict[str, Any]:
    """A display with the corners and faces of solids packed; those of a planar one are few and stay."""
    return {**display, "parts": [{**part, **_solid(part)} for part in display["parts"]]}


def _solid(part: dict[str, Any]) -> dict[str, Any]:
    """The corners and faces of a part that has them, and has them all."""
    corners = part.get("corners")
    if corners is None or not np.isfinite(corners).all():
        return {}
    return {"corners": _packed(corners, "<f4"), "faces": _faces(part["faces"])}


def _faces(faces: Sequence[Sequence[int]]) -> dict[str, Any]:
    """How many corners each face has, followed by their numbers."""
    flat = np.fromiter(chain.from_iterable((len(face), *face) for face in faces), np.int32)
    return _packed(flat, "<i4")


def _packed(table: NDArray[Any], kind: str) -> dict[str, Any]:
    return {"shape": list(table.shape), "bytes": b64encode(table.astype(kind).tobytes()).decode("ascii")}
