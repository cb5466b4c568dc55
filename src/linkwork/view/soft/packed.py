"""What bends, as a page gets it: numbers as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.packing import packed_bytes
from linkwork.view.soft.soft import MOST_FRAMES

if TYPE_CHECKING:
    from linkwork.view.soft.soft import Soft


def packed_soft(soft: Soft, keep: Sequence[int]) -> dict[str, Any]:
    """Skin, shapes and amplitudes; stress at some frames as shares of its largest, from 0 to 255."""
    shown = {
        "name": soft.name,
        "body": soft.body,
        "base": packed_bytes(soft.base, "<f4"),
        "triangles": packed_bytes(soft.skin.triangles, "<i4"),
        "lines": packed_bytes(soft.skin.lines, "<i4"),
        "nodes": packed_bytes(soft.skin.nodes, "<i4"),
        "shapes": packed_bytes(soft.shapes, "<f4"),
        "amplitudes": packed_bytes(soft.amplitudes[list(keep)], "<f4"),
        "auto": magnified(soft),
    }
    if soft.stress is None:
        return shown
    stress = soft.stress[list(keep)]
    used, place = np.unique(soft.skin.nodes, return_inverse=True)
    rows = np.unique(np.linspace(0, len(stress) - 1, min(len(stress), MOST_FRAMES)).round().astype(int))
    peak = float(np.max(stress, initial=0.0))
    share = np.round(255.0 * stress[np.ix_(rows, used)] / peak) if peak > 0.0 else np.zeros((len(rows), len(used)))
    return shown | {
        "peak": float(f"{peak:.4g}"),
        "rows": rows.tolist(),
        "stress": packed_bytes(share, "<u1"),
        "places": packed_bytes(place, "<i4"),
    }


def magnified(soft: Soft) -> float:
    """By what its deflection is seen well: the largest becomes a tenth of its size; 1, 2 or 5 times a power of ten."""
    moved = np.einsum("fk,knd->fnd", soft.amplitudes[:: max(1, len(soft.amplitudes) // 50)], soft.shapes)
    largest = float(np.abs(moved).max(initial=0.0))
    size = float(np.ptp(soft.base[:, :2], axis=0).max())
    wanted = 0.1 * size / largest if largest > 0.0 else 1.0
    if wanted <= 1.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(power * max(step for step in (1.0, 2.0, 5.0) if step * power <= wanted * (1.0 + 1e-9)))
