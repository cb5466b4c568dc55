"""Outputs: numbers that a program gives outside.

Output signals of the mechanism come first. Any channel or formula that a law may use can be asked for: it becomes an
output signal of a copy. Accelerations of bodies (`rod.ax`, `rod.alpha`) and reactions (`A.fx`, `A.torque`) follow from
the solution of the equations of motion.
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.base.names import suggestion, unquoted
from linkwork.expression.part import made
from linkwork.places import layout_kernel as layout
from linkwork.program.plain_kernels import View, plain_module
from linkwork.program.work import Recorded, Work
from linkwork.signals.parts import Input, Output, Sensor, SignalPart
from linkwork.system.tree import tree_kernel as tree

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_CALL = re.compile(r"(distance|angle)\([^()]*\)(\.\w+)?\Z")
_PLANE = ("fx", "fy", "torque")
_SPACE = ("fx", "fy", "fz", "tx", "ty", "tz")
_RATES = {"vx": "ax", "vy": "ay", "vz": "az", "omega": "alpha"}


def prepared(mechanism: Mechanism, asked: tuple[str, ...]) -> tuple[Mechanism, tuple[str, ...]]:
    """A copy whose inputs come from outside and whose outputs are signals, and the names of all outputs."""
    own = [name for name, part in mechanism.signals.items() if isinstance(part, Output)]
    names = (*own, *(name for name in asked if name not in own))
    solved = solved_names(mechanism)
    signals = {
        name: part.model_copy(update={"value": None}) if isinstance(part, Input) and part.value is not None else part
        for name, part in mechanism.described_signals.items()
    }
    for name in names:
        if unquoted(name) not in (*mechanism.signals, *solved):
            signals[_hidden(name)] = _output(name)
    if signals == mechanism.described_signals:
        return mechanism, names
    twin: Any = copy.copy(mechanism)
    twin.described_signals = signals
    twin._changed()
    try:
        twin.system(dynamics=True)
    except MechanismError as error:
        raise AnalysisError(f"program: an output is not known: {error}") from None
    return twin, names


def _output(name: str) -> SignalPart:
    """A formula of channels, or a channel such as `distance(rod.tip, ground)` that is no formula."""
    where = f"output '{name}'"
    if _CALL.match(name):
        part: SignalPart = made(Sensor, where, channel=name)
        return part
    try:
        part = made(Output, where, value=name)
        return part
    except MechanismError as error:
        raise AnalysisError(f"program: {error}") from None


def _hidden(name: str) -> str:
    return f"output_{''.join(letter if letter.isalnum() else '_' for letter in name)}"


def solved_names(mechanism: Mechanism) -> list[str]:
    """Outputs that need the solution of the equations of motion."""
    system = mechanism.system(dynamics=True)
    solved_names = list(map(_acceleration_name, system.rate_names()[: system.body_columns]))
    labels = _PLANE if system.world.dimensions == 2 else _SPACE
    return solved_names + [f"{placed.name}.{label}" for placed in system.elements for label in labels]


def _acceleration_name(rate: str) -> str:
    owner, _, label = rate.rpartition(".")
    if label in _RATES:
        return f"{owner}.{_RATES[label]}"
    body, _, kind = owner.rpartition(".")
    return f"{body}.{_RATES.get(kind, kind)}.{label}"


def add_outputs(recorded: Recorded, work: Work, names: tuple[str, ...]) -> None:
    """The outputs at the state, after the equations of motion are solved."""
    if not names:
        return
    solved = solved_names(work.system.mechanism)
    later = dict[str, Any]()
    if any(unquoted(name) in solved for name in names):
        later = dict(zip(solved, _solution(recorded, work), strict=True))
    signals = work.system.signals
    values = list[Any]()
    for name in names:
        plain = unquoted(name)
        if plain in later:
            values.append(later[plain])
            continue
        place = None if signals is None else signals.places.get(plain, signals.places.get(_hidden(name)))
        if place is None:
            raise AnalysisError(f"program: there is no output '{name}'{suggestion(name, solved, 'outputs')}")
        values.append(work.w[int(work.system.k[layout.MEMORY]) + place])
    recorded.outputs = names
    recorded.add_vector("outputs", values)


def _solution(recorded: Recorded, work: Work) -> list[Any]:
    """Accelerations of all bodies, then the reactions of all elements."""
    system, k = work.system, work.k
    a, multipliers = recorded.vector("accelerations"), recorded.vector("multipliers")
    with work.deciding():
        if recorded.kind == "bodies":
            for column, value in enumerate(a):
                work.w[k[layout.A] + column] = value
            for row, value in enumerate(multipliers):
                work.w[k[layout.MULTIPLIERS] + row] = value
        else:
            _recover(work, a, multipliers)
        count = len(system.elements) * system.world.reaction
        out = View([0.0] * (count + 1))
        plain_module("linkwork.system.dynamics.dynamics_kernel").reactions(k, work.p, work.w, out)
    bodies = work.numbers(range(k[layout.A], k[layout.A] + system.body_columns))
    return bodies + out.table[:count]


def _recover(work: Work, a: list[Any], multipliers: list[Any]) -> None:
    """Accelerations of the bodies and multipliers of all elements from those of joints and cut elements."""
    k, w, table = work.k, work.w, work.k[layout.TREE]
    if work.system.plan.rods:
        rod = work.system.bodies[work.system.plan.rods[0].body - 1]
        raise AnalysisError(
            f"program: rod '{rod}' is no body of the tree, so that reactions are not known; use coordinates 'bodies'"
        )
    reactions = plain_module("linkwork.system.tree.joint_reaction_kernel")
    equations = plain_module("linkwork.system.constraints.equations_kernel")
    equations.evaluate_elements(k, work.p, w, layout.MOTION, work.t)
    cut = k[table + tree.CUT_AT]
    for _ in range(k[table + tree.CUTS]):
        record, first = k[cut + tree.CUT_ELEMENT], k[cut + tree.CUT_ROW]
        for row in range(k[record + layout.ROWS]):
            w[k[layout.MULTIPLIERS] + k[record + layout.FIRST_ROW] + row] = multipliers[first + row]
        cut += tree.CUT
    reactions.take_motion_of_joints(k, work.p, w, View(list(a)))
    reactions.recover(k, work.p, w, False)
