"""The data of the slider-crank with a meshed rod that is compared with another program; it needs nothing installed."""

from __future__ import annotations

from typing import Any

CRANK = {"radius": 0.1, "inertia": 1.0}
SLIDER = {"mass": 1.0, "inertia": 1e-3}
ROD: dict[str, Any] = {
    "length": 0.4,
    "side": 0.01,
    "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
}
SPEED, END, POINTS = 30.0, 1.0, 100
"""Of the crank at the start in rad/s; length of the run in s; output times."""
