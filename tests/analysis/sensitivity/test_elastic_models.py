"""Derivatives by modulus, density, thickness and damping, in three kinds of elastic models, beside differences."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

VALUES = {"E": 2e8, "rho": 1500.0, "h": 0.02, "w": 0.03, "z": 0.02}
FLOATING, RITZ, EXACT = "floating frame", "Ritz functions", "exact elements"


def cantilever(kind: str, dimensions: int) -> tuple[Any, str, list[str]]:
    """A strip under its weight; the channel of its tip, and the parameters that its body takes."""
    m: Any = lw.Planar(kind) if dimensions == 2 else lw.Spatial(kind)
    m.parameters(**VALUES)
    flat = (0,) * (dimensions - 1)
    m.set_gravity(0, -9.81, *flat[1:])
    section = {"type": "rectangle", "width": "w", "height": "h"}
    if kind == EXACT:
        m.beam("b", (0, *flat), (0.6, *flat), section=section, E="E", rho="rho", elements=2, damping="z")
        m.fixed("clamp", m.ground, "b_root", at=(0, *flat))
        return m, "b_tip.y", list(VALUES)
    if kind == RITZ:
        b = m.ritz_beam("b", length=0.6, section=section, E="E", rho="rho", bending=3, damping="z")
    else:
        material = {"youngs_modulus": "E", "density": "rho"}
        ends = {"root": {"face": "-x"}, "tip": {"face": "+x"}}
        more: dict[str, Any] = {"shape": {"type": "box", "size": (0.6, 0.02, 0.03), "divisions": (6, 1, 1)}}
        if dimensions == 2:
            more = {"shape": {"type": "rectangle", "size": (0.6, 0.02)}, "thickness": "w"}
        b = m.flexible("b", material=material, interfaces=ends, modes=2, damping={"stiffness_share": "z"}, **more)
    m.fixed("clamp", m.ground, b.interface("root"), at=(0, *flat))
    return m, "'b@tip'.y", ["E", "rho", "z"] if kind == FLOATING else list(VALUES)


def differences(m: Any, name: str, value: Any) -> float:
    """The derivative by central differences."""
    pair, step = [], 1e-3 * VALUES[name]
    for sign in (1, -1):
        m.set(**{name: VALUES[name] + sign * step})
        pair.append(value())
    m.set(**{name: VALUES[name]})
    return (pair[0] - pair[1]) / (2 * step)


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("kind", [FLOATING, RITZ, EXACT])
@pytest.mark.parametrize("analysis", ["equilibrium", "simulate", "linearise"])
def test_derivatives_are_those_of_differences(analysis: str, kind: str, dimensions: int) -> None:
    m, tip, names = cantilever(kind, dimensions)
    names = names[:2] if (analysis, dimensions) == ("linearise", 3) else names  # which takes seconds for each
    stiff = {"until": 0.05, "points": 3, "rtol": 1e-11, "atol": 1e-13}
    of, more = (tip, {}) if analysis == "equilibrium" else (tip, {**stiff, "solver": "radau"})
    of, more = ("frequency(1)", {}) if analysis == "linearise" else (of, more)

    def value() -> float:
        if analysis == "equilibrium":
            return float(m.equilibrium()[tip.replace("'", "")])
        if analysis == "simulate":
            return float(m.simulate(method="radau", **stiff)[tip.replace("'", "")][-1])
        return float(m.linearise().modes[0].frequency)

    sensitivity = m.sensitivity([of], names, analysis=analysis, **more)
    size = abs(value())
    for name in names:
        ours = sensitivity[of, name]
        ours = float(ours[-1]) if analysis == "simulate" else float(ours)
        assert ours == pytest.approx(differences(m, name, value), rel=1e-4, abs=1e-5 * size / VALUES[name]), name
