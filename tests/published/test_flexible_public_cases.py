"""Beams of finite elements in a floating frame: spin-up (Kane, Ryan and Banerjee; Simo and Vu-Quoc), frequencies."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

SPIN_UP = "Simo and Vu-Quoc 1987, spin-up of a beam"
BEAMS = "Euler-Bernoulli beams, closed form"
ROTATING = "Wright et al. 1982, rotating beams"
DEFLECTION = {2.5: -0.151283560, 5: -0.468476182, 7.5: -0.559083458, 10: -0.3628143, 12.5: -0.1126962, 15: 0.0013036}
FLAP = {
    1: (3.68164681, 22.18101115, 61.84176259),
    2: (4.13731957, 22.61492196, 62.27318411),
    6: (7.36037302, 26.80908167, 66.68391438),
    12: (13.17015049, 37.60311232, 79.61447849),
}
LAG = {1: 3.54323627, 2: 3.62179696, 6: 4.26322542, 12: 5.42704928}
FASTEST, FLAP_FASTEST, LAG_FASTEST = 1000**0.5, (32.71562327, 82.32128158, 143.38172833), 8.38522544
THICK = (12 * 5e-4) ** 0.5


@cache
def spin_up() -> Run:
    """EA 2.8e7, GA 1e7, EI 1.4e4, rho A 1.2, rho I 6e-4, length 10: one flexible body as it is by default."""
    m = lw.Planar("spin-up")
    beam = m.flexible(
        "beam",
        shape={"type": "beam", "length": 10, "section": {"height": THICK, "width": 1}, "elements": 20},
        material={"youngs_modulus": 2.8e7 / THICK, "density": 1.2 / THICK, "poissons_ratio": 1 / 6},
        interfaces={"root": {"at": [0, 0]}, "tip": {"at": [10, 0]}},
        modes=4,
        estimate=(0, 0, 0),
    )
    m.revolute("O", m.ground.at(0, 0), beam.at("root"))
    rising = "6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1))"
    pieces = ({"until": 15, "function": rising}, {"function": "6*t - 45"})
    m.drive("motor", joint="O", angle=lw.Piecewise(pieces=pieces))
    return m.simulate(20, 2001, method="radau", rtol=1e-7, progress=False)


def tip() -> tuple[np.ndarray, np.ndarray]:
    """Displacement of the tip along and across the turning root."""
    run = spin_up()
    x, y, angle = run["beam@tip.x"], run["beam@tip.y"], run["beam@root.angle"]
    return x * np.cos(angle) + y * np.sin(angle) - 10, y * np.cos(angle) - x * np.sin(angle)


def stretch() -> float:
    return float(tip()[0][spin_up().t >= 15].mean())


def clamped(free: str, elements: int = 20, modes: int = 9) -> np.ndarray:
    """Frequencies of a slender beam clamped at one end, as (beta L)."""
    m = lw.Planar("beam")
    ends: dict[str, Any] = {"left": {"at": [0, 0]}, "right": {"at": [1, 0]}}
    height = 1e-3
    shape = {"type": "beam", "length": 1, "section": {"height": height, "width": 1}, "elements": elements}
    material = {"youngs_modulus": 12 / height**2, "density": 1}
    beam = m.flexible("beam", shape=shape, material=material, interfaces=ends, modes=modes, estimate=(0, 0, 0))
    m.fixed("W", "ground", beam.interface("left"))
    if free == "clamped":
        m.fixed("V", m.ground.at(1, 0), beam.interface("right"))
    if free == "pinned":
        m.revolute("V", m.ground.at(1, 0), beam.at("right"))
    model = m.linearise()
    return np.sqrt(sorted(mode.frequency for mode in model.modes))


@cache
def blade(spin: float, modes: int) -> tuple[lw.Spatial, Run]:
    """A uniform cantilever that turns about its root."""
    m = lw.Spatial("blade")
    height = 1e-3
    shape = {"type": "beam", "length": 1, "section": {"height": height, "width": height}, "elements": 40}
    material = {"youngs_modulus": 12 / height**2, "density": 1}
    root = {"root": {"at": [0, 0, 0]}}
    m.flexible("blade", shape=shape, material=material, interfaces=root, modes=modes, estimate=(0, 0, 0))
    m.revolute("O", m.ground.frame(at=(0, 0, 0), axis=(0, 0, 1)), "blade@root")
    m.drive("motor", joint="O", angle=f"{spin}*t")
    return m, m.simulate(0.001, 2, method="radau", progress=False)


@cache
def rotating(spin: float, modes: int = 16) -> np.ndarray:
    """Its frequencies times sqrt(m L^4/EI): lag and flap by turns."""
    m, run = blade(spin, modes)
    return np.array(sorted(mode.frequency for mode in m.linearise((run, 0.0)).modes))


def _exact(source: str, name: str, ours: Any, exact: float, tolerance: float, relative: bool = False) -> Case:
    return Case(source, name, None, ours, 0.0, relative, exact, tolerance)


def cases() -> list[Case]:
    found = [
        _exact(
            SPIN_UP,
            f"deflection of the tip at t = {t:g} s (m)",
            lambda a=t: float(tip()[1][round(100 * a)]),
            value,
            1e-4,
        )
        for t, value in DEFLECTION.items()
    ]
    found.append(_exact(SPIN_UP, "largest deflection (m)", lambda: float(tip()[1].min()), -0.5738348, 1e-4))
    found.append(Case(SPIN_UP, "stretch after the spin-up (m)", 5.14e-4, stretch, 0.01, True, 5.1395e-4, 0.01))
    for mode, value in enumerate((1.875104068712, 4.694091132974, 7.854757438238, 10.995540734875)):
        found.append(
            _exact(BEAMS, f"clamped-free beta L {mode + 1}", lambda a=mode: clamped("free")[a], value, 1e-4, True)
        )
    for mode, value in enumerate((4.730040744863, 7.853204624096)):
        found.append(
            _exact(BEAMS, f"clamped-clamped beta L {mode + 1}", lambda a=mode: clamped("clamped")[a], value, 1e-4, True)
        )
    for mode, value in enumerate((3.926602312048, 7.068582745629)):
        found.append(
            _exact(BEAMS, f"clamped-pinned beta L {mode + 1}", lambda a=mode: clamped("pinned")[a], value, 1e-4, True)
        )
    for spin, flaps in FLAP.items():
        for mode, value in enumerate(flaps):
            name = f"flap frequency {mode + 1} at spin {spin:g}"
            found.append(_exact(ROTATING, name, lambda a=(spin, mode): rotating(a[0])[2 * a[1] + 1], value, 5e-4, True))
        lag = LAG[spin]
        found.append(_exact(ROTATING, f"first lag at spin {spin:g}", lambda a=spin: rotating(a)[0], lag, 5e-4, True))
    for mode, value in enumerate(FLAP_FASTEST):
        name = f"flap frequency {mode + 1} at spin sqrt(1000), 32 modes"
        found.append(_exact(ROTATING, name, lambda a=mode: rotating(FASTEST, 32)[2 * a + 1], value, 1e-3, True))
    name = "first lag at spin sqrt(1000), 32 modes"
    found.append(_exact(ROTATING, name, lambda: rotating(FASTEST, 32)[0], LAG_FASTEST, 2e-3, True))
    return found


test_cases = checks_of(cases)


def test_modes_at_rest_reach_the_fastest_blade_as_there_are_more_of_them() -> None:
    """Lag is a small difference, flap^2 - spin^2: what a few modes at rest leave out is fifteen times as much of it."""
    few, more = (abs(rotating(FASTEST, modes)[0] / LAG_FASTEST - 1.0) for modes in (16, 32))
    assert few < 0.02
    assert more < 0.1 * few


def test_the_run_says_when_its_modes_are_too_few_for_its_spin() -> None:
    """Where lag errs by 1.4 % it is said, with the number of modes that leaves 0.1 %; where less is left it is not."""
    told = [note for note in blade(FASTEST, 16)[1].notes if "too few modes" in note]
    assert len(told) == 1
    assert "75 % of the elastic one in the highest of its 16 modes" in told[0]
    assert "take about 31 modes" in told[0]
    assert not any("too few modes" in note for note in (*blade(FASTEST, 32)[1].notes, *blade(12, 16)[1].notes))
    assert not any("too few modes" in note for note in spin_up().notes)


def test_the_run_says_that_centrifugal_stiffness_is_in_it() -> None:
    assert any("centrifugal stiffness is included, held at 'root'" in note for note in spin_up().notes)
