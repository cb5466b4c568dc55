"""Every kind of signal that a model may have."""

from __future__ import annotations

from typing import Annotated

from linkwork.expression.by_type import BY_TYPE
from linkwork.signals.controllers import Observer, StateSpace
from linkwork.signals.delay import Delay
from linkwork.signals.machine import Machine
from linkwork.signals.parts import (
    Algebraic,
    Filter,
    Flag,
    Input,
    Output,
    Pid,
    Sampled,
    Sensor,
    Signal,
    SignalPart,
    State,
)

EverySignal = (
    Signal
    | Sensor
    | State
    | Algebraic
    | Flag
    | Input
    | Output
    | Pid
    | Filter
    | Sampled
    | StateSpace
    | Observer
    | Machine
    | Delay
)
AnySignal = Annotated[EverySignal, BY_TYPE]
SIGNALS: tuple[type[SignalPart], ...] = EverySignal.__args__
