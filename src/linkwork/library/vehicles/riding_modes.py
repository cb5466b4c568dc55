"""Small motions of a motorcycle over its speed: eigenvalues at steady motions, the known modes told by their shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_numbers
from linkwork.library.vehicles.motorcycle import Motorcycle

NAMES = ("weave", "wobble", "capsize")
_OUTPUTS = ("frame.roll", "frame.yaw", "steer.angle", "frame.pitch", "frame.z")
_STEERS = 2.0  # times the motion of the frame that the steering moves in a wobble
_STILL = 1e-7  # of the fastest mode


@public
@publicly_made
@dataclass(frozen=True)
class RidingModes:
    """Eigenvalues (1/s) at steady motions: all of them, and weave, wobble and capsize by their shapes."""

    name: str
    speeds: Array
    leans: Array
    """At every speed, rad to the right."""
    eigenvalues: tuple[Array, ...]
    """At every speed, slowest first; zeros are neutral: where it is, where it heads, how far wheels have turned."""
    weave: Array
    """The oscillation in which the frame rolls and yaws most; nan where there is none."""
    wobble: Array
    """That in which the steering moves most, and the frame yaws against it and hardly rolls."""
    capsize: Array
    """The slowest motion that only grows or decays, with roll or yaw in it."""

    def stable(self) -> NDArray[np.bool_]:
        """For every speed whether no small motion grows."""
        sizes = [np.max(values.real) <= 1e-9 * np.max(np.abs(values)) for values in self.eigenvalues]
        return np.array(sizes)

    def _varied(self) -> tuple[str, Array]:
        """What the row goes over, in words, and its numbers."""
        over_lean = np.ptp(self.speeds) == 0.0 and np.ptp(self.leans) > 0.0
        return ("lean (rad)", self.leans) if over_lean else ("speed (m/s)", self.speeds)

    def locus(self) -> Any:
        """A figure: the roots in their plane, coloured by the speed or the lean, the three modes joined."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 6), layout="constrained")
        axes = figure.subplots()
        word, asked = self._varied()
        places = np.concatenate([np.full(len(row), place) for place, row in zip(asked, self.eigenvalues, strict=True)])
        roots = np.concatenate(self.eigenvalues)
        upper = roots.imag >= 0.0
        for mode in NAMES:
            values = getattr(self, mode)
            axes.plot(values.real, np.abs(values.imag), "-", linewidth=1, label=mode)
        dots = axes.scatter(roots.real[upper], roots.imag[upper], c=places[upper], s=12, cmap="viridis")
        figure.colorbar(dots, label=word)
        axes.axvline(0.0, color="black", linewidth=0.8)
        axes.set_xlim(-25, 5)
        axes.set_ylim(-2, 80)
        axes.set_xlabel("real part (1/s)")
        axes.set_ylabel("imaginary part (1/s)")
        axes.legend()
        axes.grid(True, alpha=0.3)
        return figure

    def plot(self) -> Any:
        """A figure: real and imaginary parts over the speed, or the lean, the three modes marked."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 6), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True)
        word, asked = self._varied()
        for place, values in zip(asked, self.eigenvalues, strict=True):
            swings = values[values.imag >= 0.0]
            upper.plot(np.full(len(swings), place), swings.real, ".", color="0.7", markersize=3)
            lower.plot(np.full(len(swings), place), swings.imag / (2 * np.pi), ".", color="0.7", markersize=3)
        for mode in NAMES:
            values = getattr(self, mode)
            upper.plot(asked, values.real, "o-", markersize=3, label=mode)
            lower.plot(asked, np.abs(values.imag) / (2 * np.pi), "o-", markersize=3, label=mode)
        upper.axhline(0.0, color="black", linewidth=0.8)
        upper.set_ylim(-25, 5)
        upper.set_ylabel("real part (1/s)")
        lower.set_ylim(0, 12)
        lower.set_ylabel("frequency (Hz)")
        lower.set_xlabel(word)
        upper.legend()
        for axes in (upper, lower):
            axes.grid(True, alpha=0.3)
        return figure


@public
def riding_modes(
    bike: Motorcycle, speeds: Sequence[float] | Array | float, lean: Sequence[float] | Array | float = 0.0
) -> RidingModes:
    """Eigenvalues of a motorcycle at steady motions: at several speeds (m/s), with one lean or several (rad).

    A row of leans goes with one speed, or has one for every speed.
    """
    asked, leans = np.atleast_1d(require_numbers("riding_modes", speeds)), np.atleast_1d(require_numbers("lean", lean))
    if asked.ndim != 1 or leans.ndim != 1 or not asked.size or not leans.size:
        raise MechanismError("riding_modes: give at least one speed and one lean")
    if asked.size != leans.size and 1 not in (asked.size, leans.size):
        raise MechanismError(
            f"riding_modes: {leans.size} leans go with one speed or as many, not with {asked.size} speeds"
        )
    asked, leans = (np.array(row) for row in np.broadcast_arrays(asked, leans))
    values, known = [], {word: np.full(len(asked), complex(np.nan, np.nan)) for word in NAMES}
    for number, (speed, leaning) in enumerate(zip(asked, leans, strict=True)):
        model = linear_model(bike, float(speed), float(leaning))
        values.append(model.eigenvalues)
        for word, value in named(model).items():
            known[word][number] = value
    return RidingModes(bike.name, asked, leans, tuple(values), known["weave"], known["wobble"], known["capsize"])


def linear_model(bike: Motorcycle, speed: float, lean: float) -> LinearModel:
    """Small motions about a steady motion."""
    motion = bike.steady(speed, lean)
    mechanism: Any = motion.run.mechanism
    more = [f"{joint}.{'position' if rate == 'speed' else 'angle'}" for joint, rate in bike._joints().items()]
    model: LinearModel = mechanism.linearise((motion.run, 0.0), outputs=list(dict.fromkeys((*_OUTPUTS, *more))))
    return model


def named(model: LinearModel) -> dict[str, complex]:
    """Eigenvalues of weave, wobble and capsize, by the shapes of all modes."""
    spectrum = model.eigen
    fastest = float(np.max(np.abs(spectrum.values)))
    rows = np.abs(model.C[: len(model.outputs)] @ spectrum.vectors)
    place = {name: model.outputs.index(name) for name in model.outputs}
    frame = np.hypot(rows[place["frame.roll"]], rows[place["frame.yaw"]])
    upright = np.hypot(rows[place["frame.pitch"]], rows[place["frame.z"]])
    steer = rows[place["steer.angle"]]
    rest = np.sum(rows, axis=0) - rows[place["frame.roll"]] - rows[place["frame.yaw"]]
    values = spectrum.values
    moves = np.maximum(frame, steer)
    sideways = (moves > upright) & (moves > _STILL * np.linalg.norm(spectrum.vectors, axis=0))
    swings = sideways & (values.imag > _STILL * fastest)
    still = sideways & (np.abs(values.imag) <= _STILL * fastest)
    weave = np.where(swings & (_STEERS * frame > steer), frame / np.maximum(rest, 1e-300), 0.0)
    others = swings & (weave < np.max(weave)) if np.any(weave) else swings
    roll, yaw = rows[place["frame.roll"]], rows[place["frame.yaw"]]
    share = {
        "weave": weave,
        "wobble": np.where(others & (steer >= np.max(rows, axis=0)), yaw / np.maximum(roll, 1e-300), 0.0),
        "capsize": np.where(still, 1.0 / np.abs(values), 0.0),
    }
    return {word: complex(values[int(np.argmax(size))]) for word, size in share.items() if np.max(size) > 0.0}
