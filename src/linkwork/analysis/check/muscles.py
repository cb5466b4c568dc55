"""What there is to say of muscles, before a run and after it: excitations, lengths in other units, ends that meet.

An excitation is taken between the least activation and 1, whatever its law says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.muscle import LONG, STRETCHED, MuscleForce
from linkwork.expression.parameters import resolve_parameters
from linkwork.functions.expression import Formula

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

_ROUNDING = 1e-9
_NOTHING = 1e-6  # of the strength: a muscle that pulls no more is slack
_SHORT = 0.15  # of the optimal length: fibres come to rest at 0.2
_AS_FAR = 0.1  # of both lengths: how well a way through nothing fits the rates at both ends of a step
_MEETS = 1e-3  # of the optimal length, below which a path has no direction


def muscle_warnings(mechanism: Mechanism) -> list[str]:
    """Excitations that are numbers outside 0 to 1."""
    warnings = []
    for name, muscle in _muscles(mechanism):
        law = muscle.excitation
        if isinstance(law, Formula) and law.value.names <= set(mechanism.parameters_by_name):
            value = float(np.real(law.value.value(resolve_parameters(mechanism.parameters_by_name))))
            if not -_ROUNDING <= value <= 1 + _ROUNDING:
                warnings.append(f"force '{name}': {_taken(value)}")
    return warnings


def has_muscles(run: Run) -> bool:
    """Whether a run has muscles."""
    return any(True for _ in _muscles(run.mechanism))


def muscle_notes(run: Run) -> list[str]:
    """Of every muscle of a run what cannot be meant."""
    return [f"force '{name}': {told}" for name, muscle in _muscles(run.mechanism) for told in _of(run, name, muscle)]


def _muscles(mechanism: Mechanism) -> Iterator[tuple[str, MuscleForce]]:
    return ((name, part) for name, part in mechanism.forces.items() if isinstance(part, MuscleForce))


def _of(run: Run, name: str, muscle: MuscleForce) -> Iterator[str]:
    asked = _asked(run, name)
    out = np.flatnonzero((asked < -_ROUNDING) | (asked > 1 + _ROUNDING))
    if len(out):
        yield f"{_taken(asked[out[0]])}, first at t = {_time(run, out[0])} s"
    scope = run.mechanism.scope()
    strength, optimum, tendon = (
        float(np.real(scope.number(value))) for value in (muscle.strength, muscle.optimal_length, muscle.tendon_length)
    )
    length, speed, fibre, force = (np.real(run[f"{name}.{label}"]) for label in ("length", "speed", "fibre", "force"))
    known = np.flatnonzero(np.isfinite(length) & np.isfinite(fibre))
    if not len(known):
        return
    longest = known[np.argmax(fibre[known])]
    sizes = f"its path has up to {length[known].max():.4g} m, its tendon {tendon:.4g} m and its fibres {optimum:.4g} m"
    if muscle.gives and length[0] < tendon * (1 + float(np.real(run[f"{name}.strain"][0]))):
        yield (
            f"at the start its path is shorter than its tendon ({length[0]:.4g} and {tendon:.4g} m), and its fibres "
            "would have to push: `at_rest` gives the strain with which it hangs"
        )
    elif fibre[longest] > LONG:
        yield f"{STRETCHED.format(fibre[longest])} at t = {_time(run, longest)} s: {sizes}; are these in m?"
    elif np.abs(force[known]).max() < _NOTHING * strength:
        yield f"it never pulls: {sizes}"
    elif fibre[longest] < _SHORT:
        share = f"{fibre[longest]:.4g} times their optimal length"
        yield f"its fibres are never longer than {share}: {sizes}; are these in m?"
    rows = _meeting(np.real(run.t), length, speed, _MEETS * optimum)
    if rows:
        when = " and ".join(_time(run, row) for row in rows)
        yield (
            f"its ends meet {'between' if len(rows) > 1 else 'at'} t = {when} s: a path through its own origin has no "
            "direction there, and its force jumps to the other side"
        )


def _asked(run: Run, name: str) -> Array:
    """The excitation as its law says it."""
    assert run.loads is not None and run.system.signals is not None
    place = run.system.signals.excitations[name]
    return np.real(run.t if place < 0 else run.loads.memory[:, place])


def _taken(value: float) -> str:
    """An excitation that is none."""
    return f"its excitation of {value:.4g} lies outside 0 to 1 and is taken as {'1' if value > 1 else 'the least one'}"


def _time(run: Run, row: int) -> str:
    return f"{float(np.real(run.t[row])):.4g}"


def _meeting(time: Array, length: Array, speed: Array, least: float) -> tuple[int, ...]:
    """A row at which a path has no length, or two between which one that would have none grows again; or nothing."""
    near = np.flatnonzero(length < least)
    if len(near):
        return (int(near[0]),)
    step = np.diff(time)
    gone = (length[:-1] + step * speed[:-1] < least) & (length[1:] - step * speed[1:] < least)
    both = length[:-1] + length[1:]  # what a way through nothing has changed by, at the mean of both rates
    gone &= np.abs(both + 0.5 * step * (speed[:-1] - speed[1:])) < _AS_FAR * both
    through = np.flatnonzero(gone)
    return (int(through[0]), int(through[0]) + 1) if len(through) else ()
