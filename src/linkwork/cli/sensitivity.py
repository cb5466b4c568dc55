"""`linkwork sensitivity`: which parameters matter most, and by how much."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, Points, Until, announce_compiling, check_folder, read_model
from linkwork.errors import AnalysisError

_OF_REST = ("equilibrium", "linearise", "assembly")


@guarded
def sensitivity(
    model: Model,
    of: Annotated[
        list[str] | None,
        typer.Option("--of", metavar="RESPONSE", help="What changes: a channel, or a number such as max(A.force)."),
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="PARAMETER", help="What it changes with; all numbers of the model if left out."),
    ] = None,
    analysis: Annotated[
        str | None,
        typer.Option(
            help="kinematics, inverse_dynamics, simulate, equilibrium, linearise or assembly; else the model's.",
            show_default=False,
        ),
    ] = None,
    method: Annotated[str, typer.Option(help="auto, direct, adjoint, complex or differences.")] = "auto",
    until: Until = None,
    points: Points = None,
    tornado: Annotated[
        Path | None, typer.Option(help="Write bars of what one percent more does: .png, .svg or .pdf.")
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find which parameters matter most.

    Prints the derivative of each response by each parameter, and what one percent more of the parameter does. --of and
    --to may be given several times.

    \b
    Examples:
      linkwork sensitivity crank.yaml --of "max(slider.vx)" --of "final(slider.x)"
      linkwork sensitivity crank.yaml --of slider.x --to l --until 0.5 --tornado bars.png
      linkwork sensitivity press.yaml --analysis linearise --of "frequency(1)" --json
    """
    mechanism = read_model(model, changes)
    if not of:
        bad_input("name what changes, as in --of 'max(slider.vx)'")
    if tornado is not None:
        check_folder(tornado)
    name, given = _asked(mechanism, model, analysis, until, points)
    announce_compiling()
    try:
        found = mechanism.sensitivity(of, to or None, analysis=name, method=method, **given)
    except AnalysisError as error:
        bad_input(str(error))
    if tornado is not None:
        prepare_figures()
        found.tornado(path=tornado)
    if as_json:
        print_json(found.to_dict())
    else:
        show(found.table())
        if tornado is not None:
            typer.echo(f"wrote {tornado}")
    finish(True)


def _asked(
    mechanism: Any, model: str, analysis: str | None, until: float | None, points: int | None
) -> tuple[str, dict[str, Any]]:
    """The analysis with its options: those of the model where it asks for the same one."""
    from linkwork.analysis.requested import simulate_options
    from linkwork.analysis.verbs import with_solver
    from linkwork.mechanism.requests import asked, time_grid

    request = asked(mechanism)
    name = analysis or (request[0] if request is not None else "equilibrium" if mechanism.analysis.equilibrium else "")
    name = name or "kinematics"
    if name in _OF_REST:
        return name, {}
    grid = time_grid(mechanism)
    if grid is None and until is None:
        bad_input(f"{model} asks for no analysis over time; give --until, or --analysis equilibrium")
    start, end, count = grid or (0.0, 1.0, 201)
    given: dict[str, Any] = {"start": start, "until": end if until is None else until}
    given["points"] = count if points is None else points
    if request is not None and request[0] == name == "simulate":
        given |= with_solver(simulate_options(mechanism, request[1]))
    return name, given
