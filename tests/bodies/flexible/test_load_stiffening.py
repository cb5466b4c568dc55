"""Weight and forces at interfaces stiffen or soften a body of finite elements: columns that buckle, in any frame."""

from __future__ import annotations

import math
from typing import Any

import pytest

import linkwork as lw

BENDING = 2.1e11 * 0.02 * 0.01**3 / 12
LINE = 7850 * 0.02 * 0.01


def column(reference: str, **fields: Any) -> lw.Planar:
    """A steel bar of 1 m, clamped at its root, under a load along it and weight along it."""
    m = lw.Planar("column")
    m.parameters(load=0, g=0)
    bar = m.flexible(
        "bar",
        shape={"type": "beam", "length": 1, "section": {"height": 0.01, "width": 0.02}, "elements": 16},
        material="steel",
        modes=4,
        reference=reference,
        stiffening="root",
        interfaces={"root": {"at": (0, 0)}, "tip": {"at": (1, 0)}},
        **fields,
    )
    m.fixed("clamp", m.ground, bar.interface("root"), at=(0, 0))
    m.force("P", bar.at("tip"), x="-load")
    m.set_gravity("-g", 0)
    return m


def first(m: lw.Planar, **loads: float) -> float:
    """The square of the first frequency under loads."""
    m.set(**{"load": 0, "g": 0} | loads)
    return min(mode.frequency for mode in m.linearise(m.equilibrium()).modes) ** 2


@pytest.mark.parametrize("reference", ["root", "mean"])
def test_loads_soften_a_column_as_euler_and_greenhill_say(reference: str) -> None:
    m = column(reference, load_stiffening=True)
    free = first(m)
    assert first(m, load=0.999 * math.pi**2 * BENDING / 4) == pytest.approx(0.001 * free, abs=5e-4 * free)
    assert first(m, g=0.99 * 7.8373474 * BENDING / LINE) == pytest.approx(0.01 * free, abs=3e-3 * free)


def test_without_it_loads_do_not_stiffen() -> None:
    m = column("root")
    assert first(m, load=0.9 * math.pi**2 * BENDING / 4) == pytest.approx(first(m), rel=1e-6)


def test_it_is_refused_without_stiffening() -> None:
    with pytest.raises(lw.LinkworkError, match="'load_stiffening' needs the stress of elements of ours"):
        lw.Planar("m").flexible(
            "bar", matrices={"stiffness": [[1]], "mass": [[1]], "nodes": [[0, 0]]}, load_stiffening=True
        )


@pytest.mark.parametrize("kind", ["beam", "solid", "exact"])
@pytest.mark.parametrize("pull", [200.0, -100.0])
def test_a_preload_raises_and_lowers_frequencies_about_the_loaded_state(kind: str, pull: float) -> None:
    """A strip pinned at both ends: w^2 = (n pi/l)^4 EI/m + (n pi/l)^2 T/m."""
    m = lw.Planar("strip")
    strip: Any
    ends: Any = {"a": {"at": (0, 0)}, "b": {"at": (1, 0)}}
    fields: dict[str, Any] = {"material": "steel", "modes": 4, "load_stiffening": True, "stiffening": "a"}
    if kind == "beam":
        shape: dict[str, Any] = {
            "type": "beam",
            "length": 1,
            "section": {"height": 0.004, "width": 0.02},
            "elements": 20,
        }
        strip = m.flexible("strip", shape=shape, interfaces=ends, **fields)
    elif kind == "solid":
        shape = {"type": "rectangle", "size": (1, 0.004), "origin": (0, -0.002), "divisions": (40, 1)}
        ends = {"a": {"face": "-x"}, "b": {"face": "+x"}}
        strip = m.flexible("strip", shape=shape, thickness=0.02, interfaces=ends, **fields)
    else:
        section = {"type": "rectangle", "width": 0.02, "height": 0.004}
        strip = m.beam("strip", (0, 0), (1, 0), section=section, E=2.1e11, rho=7850, elements=16)
    first, last = ("root", "tip") if kind == "exact" else ("a", "b")
    slider = m.body("slider", mass={"mass": 1e-3, "inertia": 1e-6}, estimate=(1, 0, 0))
    m.revolute("A", m.ground.at(0, 0), strip.at(first))
    m.revolute("B", strip.at(last), slider.at(0, 0))
    m.translational("G", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.force("T", slider.at(0, 0), x=pull)
    ours = sorted(mode.frequency for mode in m.linearise(m.equilibrium()).modes)
    bending, line = 2.1e11 * 0.02 * 0.004**3 / 12, 7850 * 0.02 * 0.004
    for number in (1, 2):
        wave = number * math.pi
        assert ours[number - 1] == pytest.approx(math.sqrt((bending * wave**4 + pull * wave**2) / line), rel=1.5e-3)
