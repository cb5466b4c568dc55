"""`linkwork verify`: the same motion in every formulation and by several methods, compared."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwork.base.errors import AnalysisError
from linkwork.cli.guard import bad_input, finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, Until, announce_compiling, read_model


@guarded
def verify(
    model: Model,
    until: Until = None,
    rtol: Annotated[
        float | None, typer.Option(min=1e-13, max=1e-2, help="Error allowed in a step, instead of the model's.")
    ] = None,
    formulations: Annotated[
        str | None, typer.Option(help="Only these, as in projection,joint.", show_default=False)
    ] = None,
    methods: Annotated[str | None, typer.Option(help="Only these, as in dop853,radau.", show_default=False)] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Processor time for all runs together, instead of bounds by the quickest.", show_default=False
        ),
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Compare every formulation and several methods.

    Runs the mechanism in each, and prints to how many digits they agree, where they do not, why, and what each costs.
    Ends with exit code 0 when all agree as far as they come and at least one other than the reference comes to the end,
    and 1 when they do not, or when the motion itself ends early for no event. Ctrl-C keeps what is done.

    \b
    Examples:
      linkwork verify crank.yaml
      linkwork verify crank.yaml --until 0.5 --rtol 1e-11
      linkwork verify crank.yaml --formulations projection,joint --methods dop853,radau --json
    """
    from linkwork.analysis.verify.verify import check_request

    mechanism = read_model(model, changes)
    if seconds is not None and not seconds > 0.0:
        bad_input("--seconds: give a processor time for all runs together, above 0")
    try:
        check_request(mechanism, until, _listed(formulations), _listed(methods))
    except AnalysisError as error:
        bad_input(str(error))
    announce_compiling()
    verification = mechanism.verify(
        until,
        rtol=rtol,
        formulations=_listed(formulations),
        methods=_listed(methods),
        seconds=seconds,
        progress=not as_json,
    )
    if as_json:
        print_json(verification.to_dict())
    else:
        show(verification.text())
    finish(verification.ok and not verification.interrupted)


def _listed(names: str | None) -> list[str] | None:
    """Names between commas."""
    return None if names is None else [name.strip() for name in names.split(",") if name.strip()]
