"""`linkwork synthesise`: parameters with which a mechanism meets targets."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwork.base.errors import AnalysisError
from linkwork.cli.guard import bad_input, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, announce_compiling, read_model


@guarded
def synthesise(
    model: Model,
    task: Annotated[
        str | None, typer.Argument(metavar="TASK", help="A file (YAML) with targets and free parameters.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", help="Write a sheet with all candidates (.png, .svg, .pdf).")
    ] = None,
    page: Annotated[
        str | None, typer.Option("--page", help="Write a page (.html) to step through the candidates.")
    ] = None,
    save: Annotated[str | None, typer.Option("--save", help="Write the best candidate as a model file.")] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find the parameters with which a mechanism meets targets.

    TASK names targets (path, function, poses, position), free parameters with bounds, conditions and limits. A single
    file with `exact` (path, poses or function) asks for every four-bar that meets it exactly.

    \b
    Examples:
      linkwork synthesise linkage.yaml task.yaml --out candidates.png
      linkwork synthesise linkage.yaml task.yaml --save best.yaml
      linkwork synthesise five-points.yaml --page all.html
    """
    from linkwork.design.synthesis.candidates import Synthesis
    from linkwork.design.synthesis.exact.task_file import exact_task
    from linkwork.design.synthesis.synthesise import NoDesign
    from linkwork.design.synthesis.task_file import read_task

    synthesis: Synthesis
    try:
        if task is None:
            exactly = exact_task(model)
            announce_compiling()
            synthesis = exactly()
        else:
            mechanism = read_model(model, changes)
            targets, free, options = read_task(task)
            announce_compiling()
            synthesis = mechanism.synthesise(targets, free, progress=not as_json, **options)
    except NoDesign:
        raise
    except AnalysisError as error:
        bad_input(str(error))
    if out is not None:
        synthesis.draw(out)
    if page is not None:
        synthesis.page(page)
    if save is not None:
        synthesis[0].mechanism.save(save)
    if as_json:
        print_json(synthesis.to_dict())
    else:
        show(synthesis.text())
