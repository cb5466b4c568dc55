"""An FMU as a subsystem, in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from linkwork.base.errors import shown
from linkwork.exchange.program_part import WorkerPart
from linkwork.exchange.subsystem import CouplingError, Interface
from linkwork.expression.given import FilePath, public

_MODES = ("", "co-simulation", "model exchange")


class FmuPart(WorkerPart):
    """An FMU of FMI 2.0 or 3.0. It is code: it runs because you name it, in a process of its own.

    `mode` is "co-simulation" or "model exchange" (then by Runge-Kutta steps with events); left out, what the FMU offers
    first. `parameters` are values at the start, `outputs` further numbers to be seen, `steps` how many steps are made
    inside a step of the coupling. `interfaces` say which of its inputs and outputs are forces and motions of a place.
    """

    @public
    def __init__(
        self,
        path: FilePath,
        *,
        mode: str = "",
        parameters: Mapping[str, float] | None = None,
        outputs: Sequence[str] = (),
        interfaces: Mapping[str, Any] | None = None,
        steps: int = 1,
        timeout: float = 60.0,
    ) -> None:
        if importlib.util.find_spec("fmpy") is None:
            raise CouplingError("FMUs are read with FMPy, which is not installed: pip install 'linkwork[fmu]'")
        if mode not in _MODES or steps < 1:
            raise CouplingError(
                f"FMU: mode is 'co-simulation' or 'model exchange' and steps 1 or more; found {shown(mode)}, {steps}"
            )
        if not os.path.isfile(path):
            raise CouplingError(f"FMU '{path}': there is no such file")
        faces = {name: asdict(face) for name, face in (interfaces or {}).items() if isinstance(face, Interface)}
        first = json.dumps(
            {
                "path": str(Path(path).resolve()),
                "mode": mode,
                "parameters": dict(parameters or {}),
                "outputs": list(outputs),
                "interfaces": faces,
                "steps": steps,
            }
        )
        super().__init__("linkwork.exchange.fmu.worker", first, Path(path).name, timeout)
