"""A mechanism as a subsystem in a process of its own, so that several of them work side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

from linkwork.base.arrays import Array
from linkwork.base.errors import shown
from linkwork.exchange.mechanism_part import Begun, MechanismPart
from linkwork.exchange.program_part import WorkerPart
from linkwork.exchange.subsystem import CouplingError
from linkwork.expression.given import public
from linkwork.expression.number import written
from linkwork.formats.model_file import dumps
from linkwork.mechanism.mechanism import Mechanism


class ProcessPart(WorkerPart):
    """A `MechanismPart` in a process of its own: the same arguments, the same numbers bit for bit.

    The mechanism goes there as the text of a model file, so that one with a Python law is refused. Parts in processes
    are asked all at once and work side by side; a step costs a line of text there and back.
    """

    @public
    def __init__(self, mechanism: Any, *, begun: Begun | None = None, timeout: float = 600.0, **options: Any) -> None:
        if not isinstance(mechanism, Mechanism):
            raise CouplingError(f"mechanism: expected a mechanism, lw.Planar or lw.Spatial; found {shown(mechanism)}")
        MechanismPart(mechanism, begun=begun, **options)  # what it refuses is refused here
        self._begun = begun
        given = {name: _plain(value) for name, value in options.items()} | {"is_begun": begun is not None}
        first = json.dumps({"text": dumps(mechanism), "folder": mechanism.folder, "given": given})
        super().__init__("linkwork.exchange.process_worker", first, mechanism.name, timeout)
        self.notes: list[str] = []
        """What a user should know of its steps."""

    def start(self, t: float, inputs: Array) -> Array:
        """Its outputs at the start, which may be given to it."""
        if self._begun is not None:
            self._ask(f"begun {json.dumps(self._begun(t))}")
        outputs = super().start(t, inputs)
        self.notes = json.loads(self._ask("notes"))
        return outputs


def _plain(value: Any) -> Any:
    """A mapping or number as JSON has it; expressions as their text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Real) and not isinstance(value, bool):  # those of NumPy, too
        return int(value) if isinstance(value, Integral) else float(value)
    return value if isinstance(value, str | bool | None) else written(value)
