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
DAMPING = {"without damping": 0.0, "damped": 1e-5}
"""In s, times the stiffness of every mode: none, or 1 % of the critical one in the first, 22 % in the last."""
