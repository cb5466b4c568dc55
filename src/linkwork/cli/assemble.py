"""`linkwork assemble`: put a mechanism together."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwork.cli.branches import tell_branches
from linkwork.cli.guard import bad_input, finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, announce_compiling, read_model

Held = Annotated[
    list[str] | None,
    typer.Option(
        "--hold", metavar="NAME=VALUE", help="Keep a value, such as slider.x=0.6; may be given several times."
    ),
]


@guarded
def assemble(
    model: Model,
    hold: Held = None,
    at: Annotated[float, typer.Option(help="Time in s at which the drivers stand.")] = 0.0,
    free: Annotated[bool, typer.Option("--free", help="Leave the drivers out.")] = False,
    every: Annotated[bool, typer.Option("--branches", help="Find all ways to assemble it, with the drivers.")] = False,
    starts: Annotated[
        int | None, typer.Option(help="With --branches: how often groups without a closed form are solved.")
    ] = None,
    limit: Annotated[int, typer.Option(help="With --branches: how many are listed.")] = 200,
    page: Annotated[
        str | None, typer.Option("--page", help="With --branches: a page (.html) to step through them.")
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Put a mechanism together and show where it is.

    The position nearest to the estimates, and its branch.

    \b
    Examples:
      linkwork assemble crank.yaml
      linkwork assemble crank.yaml --free --hold slider.x=0.6
      linkwork assemble crank.yaml --branches --page all.html
      linkwork assemble arm.yaml --branches --starts 1000
    """
    mechanism = read_model(model, changes)
    values = {}
    for item in hold or []:
        name, equals, value = item.partition("=")
        if not equals or not value.strip():
            bad_input(f"--hold {item}: write NAME=VALUE, as in --hold slider.x=0.6")
        values[name.strip()] = value.strip()
    announce_compiling()
    if page is not None and not every:
        bad_input("--page shows all ways to assemble a mechanism: give --branches too")
    if every:
        tell_branches(mechanism, at, starts, limit, page, as_json)
        return
    assembly = mechanism.assemble(hold=values, drivers=not free, at=at)
    if as_json:
        print_json(assembly.to_dict())
    else:
        show(assembly.text())
    finish(assembly.ok)
