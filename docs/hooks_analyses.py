"""The box at the head of every analysis: `<!-- verb: kinematics -->` becomes what `analyses.yaml` says of it."""

from __future__ import annotations

import re
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

_MARK = re.compile(r"^<!-- verb: (\w+) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    return _MARK.sub(lambda mark: glance(mark[1]), markdown)


@cache
def analyses() -> dict[str, Any]:
    """All verbs with their words."""
    from ruamel.yaml import YAML

    return dict(YAML(typ="safe").load((Path(__file__).parent / "analyses.yaml").read_text(encoding="utf-8")))


def glance(verb: str) -> str:
    """Question, calls, options, result, failures and source of one verb."""
    said = analyses()[verb]
    calls = [("Python", said["python"]), ("model file", said.get("yaml")), ("command line", said.get("command"))]
    rows = ["| | |", "|---|---|", *(f"| {where} | `{call}` |" for where, call in calls if call)]
    rows += [f"| comes back | {said['returns']} |"]
    rows += [f"| fails | {what}: {advice} |" for what, advice in said["fails"]]
    rows += [f"| theory | {said['source']} |"]
    parts = [f'!!! abstract "{said["answers"]}"', textwrap.indent("\n".join(rows), "    ")]
    if options := said.get("options"):
        defaults = _defaults(verb)
        table = ["| option | meaning | left out |", "|---|---|---|"]
        table += [f"| `{name}` | {words} | {defaults.get(name, '')} |" for name, words in options.items()]
        parts += [f'    ??? note "Options of {verb}"', textwrap.indent("\n".join(table), "        ")]
    return "\n\n".join(parts)


def _defaults(verb: str) -> dict[str, str]:
    """What the options are when left out, from the program."""
    return {name: "needed" if value is ... else f"`{value!r}`" for name, value in parameters(verb).items()}


def parameters(verb: str) -> dict[str, Any]:
    """The options that a verb takes, with their values when left out (`...` where one is needed).

    A verb that passes options on takes those that the function behind it takes by name.
    """
    import importlib
    import inspect

    from linkwork.verbs import Verbs

    own = inspect.signature(getattr(Verbs, verb)).parameters
    shown = [own]
    if any(one.kind is one.VAR_KEYWORD for one in own.values()) and verb in _BEHIND:
        shown.append(inspect.signature(getattr(importlib.import_module(_BEHIND[verb]), verb)).parameters)
    return {
        name: ... if one.default is one.empty else one.default
        for taken in shown
        for name, one in taken.items()
        if name not in ("self", "mechanism") and one.kind is not one.VAR_KEYWORD
    }


_BEHIND = {
    "simulate": "linkwork.analysis.simulation.simulate",
    "periodic": "linkwork.analysis.periodic.periodic",
    "optimise": "linkwork.design.optimise.optimise",
    "compromise": "linkwork.design.optimise.multi_objective",
    "pareto": "linkwork.design.optimise.pareto",
    "fit": "linkwork.design.optimise.fit",
    "verify": "linkwork.analysis.verify.verify",
    "synthesise": "linkwork.design.synthesis.synthesise",
    "c_functions": "linkwork.analysis.c_functions",
    "trace": "linkwork.analysis.trace.trace",
}
