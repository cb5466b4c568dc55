"""Outputs: numbers that a program gives outside.

Output signals of the mechanism come first. Any channel or formula that a law may use can be asked for: it becomes an
output signal of a copy. Accelerations of bodies (`rod.ax`, `rod.alpha`) and reactions (`A.fx`, `A.torque`) follow from
the solution of the equations of motion, and with them all other channels that a run has of one moment (`channels.py`).
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, ExpressionError, MechanismError
from linkwork.base.names import unquoted
from linkwork.expression import parse
from linkwork.expression.part import made
from linkwork.expression.tokens import QUOTING, is_plain_name
from linkwork.mechanism.dry_row import dry
from linkwork.places import layout_kernel as layout
from linkwork.places.base_scope import BaseScope
from linkwork.places.interfaces import is_interface
from linkwork.program.channels import Moment, require_channel
from linkwork.program.plain_kernels import View, plain_module
from linkwork.program.work import Recorded, Work, has_law
from linkwork.signals.parts import Output, Sensor, SignalPart
from linkwork.signals.records import Signals
from linkwork.system.tree import tree_kernel as tree

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_CALL = re.compile(r"\w+\([^()]*\)(\.\w+)?\Z")
_MEASURED = ("distance(", "angle(", "turn(")
_PLANE = ("fx", "fy", "torque")
_SPACE = ("fx", "fy", "fz", "tx", "ty", "tz")
_RATES = {"vx": "ax", "vy": "ay", "vz": "az", "omega": "alpha"}


def prepared(mechanism: Mechanism, asked: tuple[str, ...], lawful: bool = False) -> tuple[Mechanism, tuple[str, ...]]:
    """A copy whose inputs come from outside and whose outputs are signals, and the names of all outputs.

    Laws of inputs go, unless they are to hold until something comes (`lawful`).
    """
    own = [name for name, part in mechanism.signals.items() if isinstance(part, Output)]
    names = tuple(dict.fromkeys((*own, *asked)))
    solved = solved_names(mechanism)
    signals = {
        name: part if lawful or not has_law(part) else part.model_copy(update={"value": None})
        for name, part in mechanism.described_signals.items()
    }
    scope, known = mechanism.scope(dict(mechanism.system(dynamics=True).env)), {*mechanism.signals, *solved}
    for name in names:
        if unquoted(name) not in known and not _of_results(scope, name):
            signals[_hidden(name)] = _output(name)
    if signals == mechanism.described_signals:
        return mechanism, names
    twin: Any = copy.copy(mechanism)
    twin.described_signals = signals
    twin._changed()
    try:
        twin.system(dynamics=True)
    except MechanismError as error:
        text = str(error)
        for name in names:  # the signal that stands for an output is nobody's but ours
            text = text.replace(f"signal '{_hidden(name)}': ", "").replace(f"law '{unquoted(name)}': ", "")
        meant = next((f"; '{name}' is a formula: {QUOTING}" for name in names if _needs_quotes(mechanism, name)), "")
        raise AnalysisError(f"program: an output is not known: {text}{meant}") from None
    return twin, names


def _needs_quotes(mechanism: Mechanism, name: str) -> bool:
    """Whether a formula holds the name of a part with blanks or hyphens as it is."""
    owners = (*mechanism.bodies_by_name, *mechanism.joints, *mechanism.drivers, *mechanism.forces, *mechanism.signals)
    return name == unquoted(name) and any(not is_plain_name(part) and part in name for part in owners)


def _output(name: str) -> SignalPart:
    """A formula of channels, or a channel such as `distance(rod.tip, ground)` that is no formula."""
    where = f"output '{name}'"
    if _CALL.match(name) and name.startswith(_MEASURED):
        part: SignalPart = made(Sensor, where, channel=name)
        return part
    try:
        part = made(Output, where, value=name)
        return part
    except MechanismError as error:
        raise AnalysisError(f"program: {error}") from None


def _of_results(scope: BaseScope, name: str) -> bool:
    """Whether a name is a channel of results alone, which no law can read; formulas are none."""
    mechanism, plain = scope.mechanism, unquoted(name)
    owners = {"energy", "violation", *mechanism.bodies_by_name, *mechanism.joints, *mechanism.drivers}
    owners |= {*mechanism.forces, *mechanism.computed}
    if _is_formula(mechanism, plain, owners):
        return False
    head = plain.partition(".")[0]
    if not (head in owners or plain.rpartition(".")[0] in owners or is_interface(head) or _CALL.match(plain)):
        return False
    try:
        Signals(scope, row=dry(mechanism.row_class)).channel(plain)
    except MechanismError:
        return True
    return False


def _is_formula(mechanism: Mechanism, text: str, owners: set[str]) -> bool:
    """Whether a text is more than one name, all of them known: `rod.x*2`; a body may be called `my-rod`."""
    try:
        names = parse(text).names
    except ExpressionError:
        return False
    known = {"t", *mechanism.signals, *mechanism.parameters_by_name}
    return text not in names and all(name in known or name.partition(".")[0] in owners for name in names)


def _hidden(name: str) -> str:
    """The signal that stands for an output: another for every other text."""
    return f"output_{''.join(letter if letter.isalnum() else f'_{ord(letter):x}_' for letter in name)}"


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
    places = {name: _place(work, name) for name in names}
    later, moment = dict[str, Any](), None
    if any(place is None for place in places.values()):
        for name in (name for name, place in places.items() if place is None and unquoted(name) not in solved):
            require_channel(work.bare, name)
        solution = _solution(recorded, work)
        later = dict(zip(solved, solution, strict=True))
        moment = Moment(work, solution[work.system.body_columns :], bool(recorded.parameters))
    values = list[Any]()
    for name, place in places.items():
        plain = unquoted(name)
        if place is not None:
            values.append(work.w[int(work.system.k[layout.MEMORY]) + place])
        elif plain in later:
            values.append(later[plain])
        else:
            assert moment is not None
            value, recorded.units[plain] = moment.channel(name)
            values.append(value)
    recorded.outputs = names
    recorded.add_vector("outputs", values)


def _place(work: Work, name: str) -> int | None:
    """Where a signal lies in the memory; nothing where the output follows from the solution."""
    signals, plain = work.system.signals, unquoted(name)
    return None if signals is None else signals.places.get(plain, signals.places.get(_hidden(name)))


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
