"""`linkwork study`: many designs, of which only numbers are kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.base.errors import AnalysisError
from linkwork.cli.guard import INTERRUPTED, bad_input, finish, guarded, print_json, show
from linkwork.cli.model import (
    Analysis,
    AsJson,
    Changes,
    Model,
    Points,
    Until,
    announce_compiling,
    check_folder,
    read_model,
)
from linkwork.cli.options import asked_analysis

if TYPE_CHECKING:
    from linkwork.design.studies.plan import Plan
    from linkwork.design.studies.results import Results


@guarded
def study(
    model: Model,
    vary: Annotated[
        list[str],
        typer.Option(metavar="NAME=VALUES", help="Values 2:3:11 or 2,2.5,3; range 2:3; tolerance '2 +- 0.05'."),
    ],
    response: Annotated[list[str], typer.Option(help="A number of a run, as in 'max(A.force)'; several times.")],
    plan: Annotated[
        str | None,
        typer.Option(help="grid, monte_carlo, latin_hypercube, sobol or worst_case; left out: what the values suit."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Variants of a plan that draws them.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Where its random numbers begin.")] = 1,
    analysis: Analysis = None,
    until: Until = None,
    points: Points = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where results stay; goes on with what is there.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; left out: as many as are worth it.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, as in tcp://host:8786.")
    ] = None,
    limits: Annotated[
        list[str] | None, typer.Option(metavar="RESPONSE=LOW:HIGH", help="Limits whose share inside is told.")
    ] = None,
    figures: Annotated[bool, typer.Option("--figures", help="Write histograms and a scatter matrix too.")] = False,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate many designs: grids, samples, tolerances, worst cases.

    Finished variants are kept in the folder as they come; after an interruption the same command goes on where it
    ended. A variant that fails is kept with the reason. Exit code 1 says that all failed.

    \b
    Examples:
      linkwork study crank.yaml --vary "l=0.4:0.6:21" --response "peak(slider.ax)" --out lengths
      linkwork study crank.yaml --vary "l=0.5 +- 0.005" --vary "r=+- 1 %" --response "range(slider.x)" \\
               --limits "range(slider.x)=0.398:0.402" --count 2000 --out tolerances
      linkwork study crank.yaml --plan sobol --vary "l=0.4:0.6" --response "peak(slider.ax)" --cluster tcp://host:8786
    """
    if out is not None:
        check_folder(Path(out))
    elif figures:
        bad_input("--figures: say with --out into which folder they are to be written")
    mechanism = read_model(model, changes)
    chosen = _plan(plan, _varied(vary), count, seed)
    kind, end, number, options = asked_analysis(mechanism, model, analysis, until, points)
    bounds = _limits(limits or [], response)
    announce_compiling()
    means: dict[str, Any] = {"folder": out, "workers": workers, "cluster": cluster, "progress": not as_json}
    try:
        results = mechanism.study(chosen, response, analysis=kind, until=end, points=number, **means, **options)
    except AnalysisError as error:
        bad_input(str(error))
    if figures and out is not None:
        _draw(results, Path(out), bounds)
    _tell(results, bounds, as_json)
    if results.interrupted:
        again = f"; the same command goes on with what is in '{out}'" if out is not None else ""
        typer.secho(f"{len(results)} of {results.count} variants are finished{again}", err=True)
        raise typer.Exit(INTERRUPTED)
    finish(len(results.failed) < results.count)


def _varied(texts: list[str]) -> dict[str, str]:
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            bad_input(f"--vary {text}: write NAME=VALUES, as in --vary 'l=2:3:11' or --vary 'l=2 +- 0.05'")
        values[name.strip()] = value.strip()
    return values


def _plan(kind: str | None, values: dict[str, str], count: int, seed: int) -> Plan:
    """The plan that is named, or that the values suit: a grid of values, random numbers within tolerances."""
    from linkwork.design.studies.grid import Grid
    from linkwork.design.studies.plans import SAMPLED
    from linkwork.design.studies.worst_case import WorstCase

    listed = {name: value.count(":") == 2 or _is_list(value) for name, value in values.items()}
    if kind is None:
        kind = Grid.kind if all(listed.values()) else "monte_carlo"
    if kind == Grid.kind:
        return Grid({name: _split(value) for name, value in values.items()})
    wrong = next((name for name in values if listed[name]), None)
    if wrong is not None and kind in (*SAMPLED, WorstCase.kind):
        bad_input(
            f"--vary {wrong}={values[wrong]}: the plan {kind} takes a range such as 2:3 or a tolerance like 2 +- 0.05"
        )
    if kind == WorstCase.kind:
        return WorstCase(values)
    if kind not in SAMPLED:
        bad_input(f"--plan {kind}: plans are grid, {', '.join(SAMPLED)} and {WorstCase.kind}")
    return SAMPLED[kind](count, seed, values)


def _is_list(value: str) -> bool:
    return "+" not in value and "±" not in value and ":" not in value


def _split(value: str) -> Any:
    return value if ":" in value else [part.strip() for part in value.split(",")]


def _limits(texts: list[str], responses: list[str]) -> dict[str, tuple[float | None, float | None]]:
    limits = {}
    for text in texts:
        name, equals, values = text.rpartition("=")
        low, colon, high = values.partition(":")
        try:
            if not (equals and colon):
                raise ValueError
            limits[name.strip()] = tuple(float(limit) if limit.strip() else None for limit in (low, high))
        except ValueError:
            bad_input(f"--limits {text}: write RESPONSE=LOW:HIGH, as in --limits 'max(A.force)=:120'")
        if name.strip() not in responses:
            bad_input(f"--limits {text}: '{name.strip()}' is none of the responses: {', '.join(responses)}")
    return limits  # type: ignore[return-value]


def _draw(results: Results, folder: Path, limits: dict[str, Any]) -> None:
    if len(results) == len(results.failed):
        return
    for number, name in enumerate(results.responses, 1):
        results.histogram(name, limits.get(name), path=folder / f"histogram-{number}.png")
    shown = (*results.names, *results.responses)
    if 2 <= len(shown) <= 8:
        results.scatter_matrix(path=folder / "scatter-matrix.png")


def _tell(results: Results, limits: dict[str, Any], as_json: bool) -> None:
    if not as_json:
        show(results.text(limits))
        return
    failed = {str(number): reason for number, reason in results.failed.items()}
    told: dict[str, Any] = {"ok": results.complete, "variants": len(results), "count": results.count, "failed": failed}
    if len(results) > len(failed):
        told["responses"] = {name: vars(results.statistics(name, limits.get(name))) for name in results.responses}
    print_json(told)
