"""`linkwork check`: explain a mechanism."""

from __future__ import annotations

from linkwork.cli.guard import finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, announce_compiling, placed, read_model


@guarded
def check(model: Model, changes: Changes = None, as_json: AsJson = False) -> None:
    """Explain a mechanism and say what to do.

    Freedoms, redundant constraints, missing drivers, the assembled position.

    \b
    Examples:
      linkwork check crank.yaml
      linkwork check crank.yaml --set 'l=120 mm' --json
    """
    mechanism = read_model(model, changes)
    announce_compiling()
    report = mechanism.check()
    report.output = placed(model, report.output)
    if as_json:
        print_json(report.to_dict())
    else:
        show(report.text())
    finish(report.ok)
