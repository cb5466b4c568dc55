"""Laws as records before the forces: formulas as steps of a small machine, functions in Python by their address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.expression import Expression
from linkwork.functions.expression import Formula
from linkwork.functions.kept_laws import require
from linkwork.functions.law import PythonLaw
from linkwork.numerics import opcodes
from linkwork.numerics.switch_kernel import SWITCH
from linkwork.places.base_row import BaseRow

if TYPE_CHECKING:
    from linkwork.signals.records import Signals

RESULTS = 8  # numbers that a function writes at most
TIME = -1  # the place that stands for the time


def variable_place(signals: Signals, name: str, variables: Mapping[str, int]) -> int:
    return variables[name] if name in variables else TIME if name == "t" else signals.channel(name)


def pack_formula(
    signals: Signals, row: BaseRow, law: Formula, variables: Mapping[str, int], place: int, free: bool = False
) -> None:
    env = signals.scope.env
    outside = law.value.names - (set(env) - set(variables))
    if outside <= {"t"}:
        signals.breaks.append(law)
        signals.record("function", [], [place, TIME], functions=[row.packed(law, "t")], scratch=RESULTS)
        return
    try:
        memory = {name: variable_place(signals, name, variables) for name in sorted(outside)}
    except MechanismError as error:
        own = f" (its own variables are {', '.join(variables)})" if variables else ""
        raise MechanismError(f"law '{law.value}': {error}{own}") from None
    floats: list[Any] = []
    ints: list[int] = []
    signals.timed += [(row.where, formula) for formula in signals.timing.decisions(law.value, variables)]
    steps = law.value.tape_of(outside)
    decisions = iter(law.value.decisions(outside))
    height = highest = 0
    for code, argument in steps:
        number, switch = 0, -1
        if isinstance(argument, Expression):
            number = len(floats)
            floats.append(argument.value(env))
        elif code == opcodes.VARIABLE:
            number = memory[str(argument)]
        elif isinstance(argument, int):
            number = argument
        if code in opcodes.DECIDING:
            switch = signals.cell(SWITCH) if free else signals.switch(row.where, next(decisions))
        height += opcodes.rise(code)
        highest = max(highest, height)
        ints += [code, number, switch]
    signals.record("formula", floats, [place, len(steps), *ints], scratch=highest)


def pack_python(signals: Signals, row: BaseRow, law: PythonLaw, variables: Mapping[str, int], place: int) -> None:
    require(law)
    env, where = signals.scope.env, row.where
    places = []
    for name in law.arguments():
        if name in law.states:
            places.append(row.state(name)[0])
        elif name in law.inputs:
            places.append(variable_place(signals, law.inputs[name], variables))
        elif name in variables or name == "t":
            places.append(variable_place(signals, name, variables))
        elif name in env:
            places.append(signals.cell(1, env[name]))
        elif name in signals.scope.mechanism.signals:
            places.append(signals.channel(name))
        else:
            known = suggestion(name, ["t", *variables, *law.states, *law.inputs, *env], "names")
            row.fail(f"law '{law.name}': argument '{name}' is not known{known}; channels come by inputs={{...}}")
    targets = [place, *(row.state(name)[1] for name in law.states)]
    address = 0
    if signals.put is not None:
        from linkwork.numerics.jit import compiler

        compiler(f"law '{law.name}', which is a function in Python")  # says what to install where there is none
        from linkwork.numerics.user_law import LawError, law_address

        try:
            address = law_address(law.function, len(places), len(targets), signals.scalar)
        except LawError as error:
            raise MechanismError(f"{where}: law '{law.name}' cannot be compiled: {error}") from None
    ints = [address, len(places), *places, len(targets), *targets]
    signals.record("python", [], ints, scratch=len(places) + len(targets))
