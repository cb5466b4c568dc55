"""A slider-crank with closed forms, for studies."""

from __future__ import annotations

from pathlib import Path

import linkwork as lw

SLIDER_CRANK = Path(__file__).resolve().parents[3] / "examples" / "slider-crank.yaml"
QUICK = {"analysis": "kinematics", "until": 1.0, "points": 9, "progress": False}


def slider_crank() -> lw.Planar:
    """Crank r = 0.2, rod l = 0.5, one turn a second; farthest at r + l, nearest at l - r."""
    return lw.Planar.load(SLIDER_CRANK)
