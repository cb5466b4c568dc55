"""Modes of a linear model: eigenvectors as motions of the bodies, in words, and as runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.linear.linear_model import LinearModel, Mode
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.run.run import Run

_STILL = 1e-7  # of the fastest mode: a slower one drifts
_REAL = 1e-9
_ROUNDING = 1e-13  # of the fastest mode: a real part up to this is none


def modes_of(model: LinearModel) -> list[Mode]:
    """Modes from the slowest to the fastest; of a conjugate pair one, of neutral motions one for each direction."""
    spectrum = model.eigen
    still = spectrum.still
    values = np.append(np.zeros(still.shape[1]), spectrum.values)
    vectors = np.hstack([still, spectrum.vectors])
    shapes, whole, count = _shapes(model), model.dynamics.whole, len(vectors)
    fastest = float(np.max(np.abs(values), initial=0.0))
    modes = []
    for value, vector in zip(values, vectors.T, strict=True):
        if value.imag < -_REAL * fastest:
            continue
        if abs(value.real) <= _ROUNDING * fastest < abs(value):
            value = complex(0.0, value.imag)
        moved = shapes @ (model.to_chart[:, :count] @ vector)
        if not np.any(np.abs(moved) > 1e-12 * np.max(np.abs(vector))):
            continue
        largest = int(np.argmax(np.round(np.abs(moved) / np.max(np.abs(moved)), 6)))
        shape = moved / moved[largest] * whole.column_scale
        modes.append(Mode(complex(value), shape, whole.coordinates[largest], _kind(value, fastest)))
    return sorted(modes, key=lambda mode: (round(mode.frequency, 12), mode.eigenvalue.real))


def _shapes(model: LinearModel) -> Array:
    """How all scaled coordinates of the bodies move with each minimal one of the chart, as columns."""
    model.dynamics.evaluate(model.chart.q0, model.chart.t)
    return model.dynamics.carried(model.chart.shapes(model.dynamics))


def _kind(value: complex, fastest: float) -> str:
    if abs(value) <= _STILL * fastest or fastest == 0.0:
        return "drifts"
    if abs(value.imag) > _REAL * fastest:
        return "oscillates" if value.real <= _REAL * fastest else "grows while it oscillates"
    return "decays" if value.real < 0.0 else "grows"


def modes_text(model: LinearModel) -> str:
    """The modes as a table."""
    from linkwork.analysis.check.check import gravity_words
    from linkwork.base.text_tables import table

    rows = []
    for number, mode in enumerate(model.modes, 1):
        numbers = [f"{value:.6g}" for value in (mode.hertz, mode.frequency, mode.damping)]
        numbers = ["0", "0", "-"] if mode.kind == "drifts" else numbers
        rows.append([str(number), *numbers, mode.kind, mode.moves_most])
    head = ["mode", "Hz", "rad/s", "damping ratio", "it", "moves most"]
    lines = [f"{model.mechanism.name}: small motions about the {model.where}", *model.notes]
    if model.chart.speeds < model.chart.freedoms:
        lines.append(
            f"{model.chart.freedoms} positions, {model.chart.speeds} "
            f"speed{'s' if model.chart.speeds > 1 else ''}: what rolls ({_rolling(model)}) has fewer "
            "speeds than positions"
        )
    if model.steady and model.about.frame is None:
        lines.append("the drivers turn it steadily; in the coordinates chosen nothing changes with time")
    if model.moving:
        lines.append(
            "the state itself moves: time is frozen, and the numbers tell of its first instants; "
            "for a motion that repeats itself use periodic"
        )
        if model.about.must and model.dynamics.whole.world.name == "space":
            lines.append("coordinates are named, so nobody goes along: without them it is tried whether it is steady")
    lines += [words for words in (gravity_words(model.mechanism),) if words]
    lines += table(head, rows, left=1)
    verdict = "no small motion grows" if model.stable else "unstable: a small motion grows"
    if model.moving:
        what = "no small motion grows" if model.stable else "a small motion grows"
        verdict = f"{what} at this instant, which is no verdict on the motion"
    if model.neutral:
        verdict += f"; {model.neutral} of {len(model.eigenvalues)} eigenvalues are zero: neutral"
    return "\n".join([*lines, verdict])


def _rolling(model: LinearModel) -> str:
    """The elements that roll or slide along a blade."""
    return ", ".join(f"'{name}'" for name in model.dynamics.whole.rolling)


def mode_run(model: LinearModel, number: int, amplitude: float, points: int, cycles: int) -> Run:
    """The mode alone as a run, with all joints closed."""
    from linkwork.run.run import Run

    if not 1 <= number <= len(model.modes):
        raise AnalysisError(f"there is no mode {number}; modes are numbered 1 to {len(model.modes)}")
    mode, chart, dynamics = model.modes[number - 1], model.chart, model.dynamics
    rate = abs(mode.eigenvalue.imag)
    turning = rate > _REAL * max(mode.frequency, 1e-300)
    period = 2 * np.pi / rate if turning else 3.0 / max(mode.frequency, 1e-300) if mode.kind != "drifts" else 1.0
    t = np.linspace(0.0, cycles * period, points)
    wave = np.exp(1j * rate * t) if turning else np.exp(-3.0 * t / (cycles * period)).astype(complex)
    slope = 1j * rate * wave if turning else -3.0 / (cycles * period) * wave
    start = amplitude * np.linalg.pinv(_shapes(model)) @ (mode.shape / dynamics.whole.column_scale)
    q, v = (np.zeros((points, len(dynamics.whole.coordinates))) for _ in range(2))
    for index in range(points):
        place = chart.position(dynamics, (start * wave[index]).real)
        q[index], v[index], _ = dynamics.spread(place, chart.passing(dynamics, (start * slope[index]).real))
    run = Run(dynamics.whole, t, q, v, np.zeros_like(q), np.ones(points), np.zeros(0), "mode shape")
    run.notes.append(
        f"mode {number}: {mode.hertz:.6g} Hz, damping ratio {mode.damping:.4g}; accelerations are not given"
    )
    return run
