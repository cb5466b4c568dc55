"""A slider-crank with closed forms, for studies."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.design.studies.variants import Variants

SLIDER_CRANK = Path(__file__).resolve().parents[3] / "examples" / "slider-crank.yaml"
QUICK = {"analysis": "kinematics", "until": 1.0, "points": 9, "progress": False}


def slider_crank() -> lw.Planar:
    """Crank r = 0.2, rod l = 0.5, one turn a second; farthest at r + l, nearest at l - r."""
    return lw.Planar.load(SLIDER_CRANK)


def contents(folder: Path) -> dict[str, str]:
    """Files of variants, with what tells their bytes."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.parquet"))}


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[list[float]]:
    """The designs that are evaluated in this process."""
    found: list[list[float]] = []
    evaluate = Variants.evaluate_together

    def counted(self: Variants, designs: Any) -> Any:
        found.extend(map(list, designs))
        return evaluate(self, designs)

    monkeypatch.setattr(Variants, "evaluate_together", counted)
    return found
