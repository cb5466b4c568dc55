"""One instance of an FMU through FMPy: numbers by name whatever their type, steps in both kinds of FMI."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.fmu.archive import require_platform
from linkwork.exchange.fmu.integration import Exchange
from linkwork.exchange.subsystem import CouplingError, Description, Interface, SubsystemError, values_at

MODES = ("co-simulation", "model exchange")
_WHOLE = ("Integer", "Enumeration", "Boolean", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64")
_KINDS = ("Real", "Float64", "Float32", *_WHOLE)


class FmuInstance:
    """An FMU that is loaded into this process, as a subsystem."""

    def __init__(
        self,
        path: str,
        folder: str,
        *,
        mode: str = "",
        parameters: Mapping[str, float] | None = None,
        outputs: Sequence[str] = (),
        interfaces: Mapping[str, Interface] | None = None,
        steps: int = 1,
    ) -> None:
        from fmpy import read_model_description

        self._path, self._folder, self._steps = path, folder, steps
        self._read = read_model_description(folder, validate=False)
        require_platform(path, folder, self._read)
        self._three = self._read.fmiVersion.startswith("3")
        offers = [m for m, has in zip(MODES, (self._read.coSimulation, self._read.modelExchange), strict=True) if has]
        self._mode = mode or offers[0]
        if self._mode not in offers:
            raise CouplingError(f"FMU '{path}': it offers {' and '.join(offers)}; found {mode!r}")
        self._how = self._read.coSimulation if self._mode == MODES[0] else self._read.modelExchange
        self._variables = {v.name: v for v in self._read.modelVariables if v.type in _KINDS and not v.dimensions}
        self._inputs = tuple(n for n, v in self._variables.items() if v.causality == "input")
        seen = [n for n, v in self._variables.items() if v.causality == "output"]
        self._outputs = tuple(dict.fromkeys([*seen, *outputs]))
        self._parameters = dict(parameters or {})
        self._require(self._outputs, "output")
        self._require(self._parameters, "parameter")
        self._faces = dict(interfaces or {})
        self._repeats = bool(self._how.canGetAndSetFMUstate)
        self._it: Any = None
        self._kept: Any = None

    def _require(self, names: Any, what: str) -> None:
        for name in names:
            if name not in self._variables:
                raise CouplingError(f"FMU '{self._path}': {what} '{name}' is no number of it")

    def describe(self) -> Description:
        """Its inputs and outputs that are numbers."""
        units = {name: str(self._variables[name].unit or "") for name in (*self._inputs, *self._outputs)}
        begin = {name: _start_value(self._variables[name].start) for name in self._inputs}
        lawful = tuple(name for name, value in begin.items() if math.isnan(value))  # an input of ours that has a law
        begin = {name: value for name, value in begin.items() if name not in lawful}
        told: dict[str, Any] = {"repeats": self._repeats, "lawful": lawful}
        return Description(self._inputs, self._outputs, self._faces, units, begin, **told)

    # ------------------------------------------------------------------ numbers

    def _groups(self, names: Sequence[str]) -> dict[str, list[int]]:
        groups: dict[str, list[int]] = {}
        for place, name in enumerate(names):
            kind = self._variables[name].type
            if kind == "Enumeration":
                kind = "Int64" if self._three else "Integer"
            groups.setdefault(kind, []).append(place)
        return groups

    def _get(self, names: Sequence[str]) -> Array:
        values = np.zeros(len(names))
        for kind, places in self._groups(names).items():
            references = [self._variables[names[place]].valueReference for place in places]
            values[places] = [float(value) for value in getattr(self._it, f"get{kind}")(references)]
        return values

    def _set(self, names: Sequence[str], values: Array) -> None:
        for kind, places in self._groups(names).items():
            references = [self._variables[names[place]].valueReference for place in places]
            given = [float(values[place]) for place in places]
            if kind == "Boolean":
                given = [bool(round(value)) for value in given]
            elif kind in _WHOLE:
                given = [round(value) for value in given]
            getattr(self._it, f"set{kind}")(references, given)

    def put(self, values: Array) -> None:
        """Inputs as they are now."""
        if self._inputs:
            self._set(self._inputs, values)

    # ------------------------------------------------------------------ a subsystem

    def start(self, t: float, inputs: Array) -> Array:
        """A new instance, initialised."""
        self.close()
        try:
            return self._started(t, inputs)
        except Exception as error:
            raise SubsystemError(f"FMU '{self._path}' cannot be started: {error}") from None

    def _started(self, t: float, inputs: Array) -> Array:
        self._it = self._instance()
        self._it.instantiate(loggingOn=False)
        if self._parameters:
            self._set(tuple(self._parameters), np.array(list(self._parameters.values()), float))
        if not self._three:
            self._it.setupExperiment(startTime=t)
            self._it.enterInitializationMode()
        else:
            self._it.enterInitializationMode(startTime=t)
        self.put(inputs)
        self._it.exitInitializationMode()
        self._exchange = Exchange(self._it, self._three, self._read, self) if self._mode == MODES[1] else None
        if self._exchange is not None:
            self._exchange.begin(t)
        self._t, self._h = t, 0.0
        self._keep()
        return self._get(self._outputs)

    def _instance(self) -> Any:
        if self._three:
            from fmpy.fmi3 import FMU3Model as Model
            from fmpy.fmi3 import FMU3Slave as Slave
        else:
            from fmpy.fmi2 import FMU2Model as Model
            from fmpy.fmi2 import FMU2Slave as Slave
        kind = Slave if self._mode == MODES[0] else Model
        named = {"unzipDirectory": self._folder, "modelIdentifier": self._how.modelIdentifier}
        return kind(guid=self._read.guid, instanceName="part", **named)

    def attempt(self, h: float, inputs: Array) -> Array:
        """A step from the kept state."""
        if self._repeats:
            self._back()
        try:
            if self._exchange is not None:
                self._exchange.advance(self._t, h, inputs, self._steps)
            else:
                part = h / self._steps
                for number in range(self._steps):
                    self.put(values_at(inputs, (number + 0.5) * part))
                    self._it.doStep(self._t + number * part, part, False)
                self.put(values_at(inputs, h))
        except Exception as error:
            raise SubsystemError(f"FMU '{self._path}': {error}") from None
        self._h = h
        return self._get(self._outputs)

    def commit(self) -> None:
        """Keep the state."""
        self._t, self._h = self._t + self._h, 0.0
        self._keep()

    def _keep(self) -> None:
        if self._repeats:
            if self._kept is not None:
                self._free(self._kept)
            self._kept = self._take()

    def _take(self) -> Any:
        state = self._it.getFMUState() if self._three else self._it.getFMUstate()
        return state, None if self._exchange is None else self._exchange.next_event

    def _back(self, kept: Any = None) -> None:
        state, event = self._kept if kept is None else kept
        (self._it.setFMUState if self._three else self._it.setFMUstate)(state)
        if self._exchange is not None:
            self._exchange.next_event = event

    def _free(self, kept: Any) -> None:
        (self._it.freeFMUState if self._three else self._it.freeFMUstate)(kept[0])

    def save(self) -> Any:
        """The state of the FMU, which it keeps itself."""
        if not self._repeats:
            raise SubsystemError(f"FMU '{self._path}' cannot save its state")
        return self._t, self._take()

    def restore(self, token: Any) -> None:
        """Back to it."""
        self._t = token[0]
        self._back(token[1])
        self._keep()

    def close(self) -> None:
        """Free the instance."""
        if self._it is not None:
            if self._kept is not None:
                self._free(self._kept)
                self._kept = None
            with suppress(Exception):  # one that has failed cannot be ended in order
                self._it.terminate()
            self._it.freeInstance()
            self._it = None


def _start_value(text: str | None) -> float:
    """The value that an FMU gives to an input, as a number."""
    return float({"true": 1.0, "false": 0.0}.get(str(text), text or 0.0))
