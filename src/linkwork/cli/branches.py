"""`linkwork branches`: every way to put a mechanism together, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from linkwork.cli.guard import guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, announce_compiling, read_model

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


@guarded
def branches(
    model: Model,
    at: Annotated[float, typer.Option(help="Time in s at which the drivers stand.")] = 0.0,
    starts: Annotated[int | None, typer.Option(help="How often groups without a closed form are solved.")] = None,
    limit: Annotated[int, typer.Option(help="How many are listed.")] = 200,
    page: Annotated[str | None, typer.Option("--page", help="A page (.html) to step through them.")] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find all ways to put a mechanism together, counted.

    How many there are, real and complex, and whether the list is complete.

    \b
    Examples:
      linkwork branches crank.yaml
      linkwork branches platform.yaml --page all.html
      linkwork branches arm.yaml --starts 1000
    """
    mechanism = read_model(model, changes)
    announce_compiling()
    tell_branches(mechanism, at, starts, limit, page, as_json)


def tell_branches(
    mechanism: Mechanism, at: float, starts: int | None, limit: int, page: str | None, as_json: bool
) -> None:
    """Find them, write the page, tell them."""
    every = mechanism.branches(at=at, starts=starts, limit=limit)
    if page is not None:
        every.run().animate(page, traces=[])
    if as_json:
        print_json(every.to_dict())
    else:
        show(every.text())
