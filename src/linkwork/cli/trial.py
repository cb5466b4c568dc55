"""What commands share that look at a measured motion of a body: their options, and pairs of names and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import bad_input

Pairs = list[str] | None
MarkerFile = Annotated[Path | None, typer.Option("--markers", help="Measured markers (.trc).", show_default=False)]
MotionFile = Annotated[
    Path | None,
    typer.Option("--motion", help="Instead of markers: coordinates over time (.mot, .sto).", show_default=False),
]
PlateFile = Annotated[
    Path | None, typer.Option("--plates", help="Force plates and where they act (.xml).", show_default=False)
]
Cutoff = Annotated[float | None, typer.Option("--cutoff", help="Smooth the motion: cut-off in Hz.", show_default=False)]
Cost = Annotated[str, typer.Option("--cost", help="What muscles share forces by: activation, stress, min-max, ...")]
Reserves = Annotated[
    Pairs,
    typer.Option("--reserve", metavar="COORDINATE=STRENGTH", help="An actuator beside muscles; repeatable."),
]
Weights = Annotated[
    Pairs, typer.Option("--weight", metavar="MARKER=WEIGHT", help="Markers that count; repeatable; otherwise all.")
]


def numbers_of(option: str, pairs: Sequence[str] | None) -> dict[str, float]:
    """Pairs `name=number`."""
    numbers = {}
    for pair in pairs or ():
        name, equals, text = pair.rpartition("=")
        try:
            if not (name and equals):
                raise ValueError
            numbers[name] = float(text)
        except ValueError:
            bad_input(f"{option} {pair}: write a name and a number, as in {option} knee_angle_r=1")
    return numbers
