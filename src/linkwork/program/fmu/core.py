"""The C of an FMU: the program, the numbers that `core.c` wants, and the functions of one version of the interface.

States are all positions, rates and own states of the program. Everything is computed at the nearest state on the
constraints: no choice of independent coordinates can go bad, and a solver's drift across the constraints does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import isnan
from typing import TYPE_CHECKING

from linkwork.program.fmu.held_text import c_of_held_rates
from linkwork.program.fmu.tangent_text import c_of_tangents
from linkwork.program.laws import deciders

if TYPE_CHECKING:
    from linkwork.program.program import Program


SLIDES = "the motion would slide on this decision; make the law smooth around it"
CHANGES = 10_000  # of laws inside one step: with more it is refused
CROWDS = "take a shorter step, or make the law smooth"


@dataclass(frozen=True)
class StateVector:
    """The states of an FMU: positions, rates, own states."""

    program: Program

    @property
    def names(self) -> list[str]:
        """Their names."""
        r = self.program.recorded
        return [*r.coordinates, *r.rates, *r.states]

    @property
    def start(self) -> list[float]:
        """Their values at the start."""
        r = self.program.recorded
        return [*r.start, *(r.begin[name] for name in (*r.rates, *r.states))]


def c_of_fmu(program: Program, states: StateVector, name: str, version: str, token: str, step: float) -> str:
    """The whole C of an FMU in one file."""
    parts = ("directional.c", f"fmi{version[0]}.c")
    own = [(files("linkwork.program.fmu") / part).read_text(encoding="utf-8") for part in parts]
    return "\n".join([c_of_core(program, states, name, token, step, True), c_of_tangents(program, name), *own])


def c_of_core(
    program: Program, states: StateVector, name: str, token: str, step: float, over_events: bool = False
) -> str:
    """The program and what every use of it in steps needs; `over_events`: also what steps to changes of laws need."""
    r = program.recorded
    numbers = {
        "LW_Q": len(r.coordinates),
        "LW_N": len(r.rates),
        "LW_X": len(r.states),
        "LW_U": len(r.inputs),
        "LW_P": len(r.parameters),
        "LW_O": len(r.outputs),
        "LW_Z": r.shapes["switches"][0],
        "LW_Y": len(states.names),
        "LW_M": r.shapes["jacobian"][0],
    }
    lines = [program.source("c", name), ""]
    lines += [f"enum {{ {', '.join(f'{key} = {value}' for key, value in numbers.items())} }};"]
    lines += [f"#define LW(function) {name}_##function", f'#define LW_GUID "{token}"', f"#define LW_STEP {step!r}"]
    lines.append(f"#define LW_CLOSES {int('closure' in r.results)}")
    lines.append(f"#define LW_TURNS {_list([*(turn.position for turn in r.turns), -1])}")
    for macro, function, there in (
        ("LW_OUTPUTS", "outputs", len(r.outputs)),
        ("LW_SWITCHES", "switches", r.shapes["switches"][0]),
    ):
        lines.append(
            f"#define {macro}(t, q, v, x, u, par, out) "
            + (f"{name}_{function}(t, q, v, x, u, par, out)" if there else "(void)(out)")
        )
    for letter, values in (
        ("Y", states.start),
        ("U", [r.begin[each] for each in r.inputs]),
        ("P", [r.begin[each] for each in r.parameters]),
    ):
        lines.append(f"static const double LW_START_{letter}[] = {_list([*values, 0.0])};")
    held = over_events and r.decisions
    if held:
        lines.append(c_of_held_rates(program, name))
    rate = f"{name}_held_rate(t, y, y + LW_Q, y + LW_Q + LW_N, u, par, side, dy)"
    lines.append(f"#define LW_HELD(t, y, u, par, side, dy) {rate if held else f'{name}_rate(t, y, u, par, dy)'}")
    who = deciders(r)
    laws = list(dict.fromkeys(who))
    lines.append(f"#define LW_CHANGES {CHANGES}")
    lines.append(f"enum {{ LW_LAWS = {len(laws)} }};")
    numbered = [str(laws.index(each)) for each in who]
    lines.append(f"static const int LW_LAW_OF[] = {{{', '.join([*numbered, '0'])}}};")
    slides = [f"{each} decides to and fro without time passing: {SLIDES}" for each in who]
    crowds = [f"{each} decides otherwise more than {CHANGES} times in one step: {CROWDS}" for each in who]
    for array, texts in ("LW_LAW", laws), ("LW_SLIDES", slides if held else []), ("LW_CROWDS", crowds if held else []):
        told = [f'"{_in_c(each)}"' for each in (*texts, "")]
        lines.append(f"static const char *const {array}[] = {{{', '.join(told)}}};")
    lines.append(f"#define LW_EXACT(i) {f'{name}_held_rate_exact[i]' if held else '0'}")
    lines.append((files("linkwork.program.fmu") / "core.c").read_text(encoding="utf-8"))
    return "\n".join(lines)


def _in_c(text: str) -> str:
    """The inside of a string of C."""
    return "".join(each if each.isascii() and each.isprintable() and each not in '"\\' else "?" for each in text)


def _list(values: Sequence[float]) -> str:
    return "{" + ", ".join("NAN" if isnan(value) else repr(value) for value in values) + "}"
