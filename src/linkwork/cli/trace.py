"""`linkwork trace`: the whole configuration curve."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwork.cli.guard import bad_input, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, announce_compiling, read_model


@guarded
def trace(
    model: Model,
    driver: Annotated[
        str | None, typer.Option(help="The driver that is set free; otherwise the first.", show_default=False)
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Follow all positions a mechanism can take.

    Circuits, branches and limit positions, by arc length.

    \b
    Examples:
      linkwork trace linkage.yaml
      linkwork trace linkage.yaml --driver motor --json
    """
    mechanism = read_model(model, changes)
    if driver is not None and driver not in mechanism.drivers:
        bad_input(f"--driver {driver}: drivers are: {', '.join(mechanism.drivers) or 'none'}")
    announce_compiling()
    trace = mechanism.trace(driver, progress=not as_json)
    if as_json:
        print_json(trace.to_dict())
    else:
        show(trace.text())
