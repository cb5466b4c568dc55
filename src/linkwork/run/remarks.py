"""What is remarked of the inputs and outputs of a mechanism."""

from __future__ import annotations

from linkwork.mechanism.mechanism import Mechanism
from linkwork.signals.parts import Input, Output


def remarks_of(mechanism: Mechanism) -> dict[str, str]:
    """Remarks by the names of inputs and outputs."""
    parts = mechanism.signals.items()
    return {name: part.remark for name, part in parts if isinstance(part, Input | Output) and part.remark}


def remark_notes(mechanism: Mechanism) -> list[str]:
    """A sentence for every remark, with all that it is made of."""
    remarks = remarks_of(mechanism)
    return [
        f"{', '.join(name for name, told in remarks.items() if told == remark)}: {remark}"
        for remark in dict.fromkeys(remarks.values())
    ]
