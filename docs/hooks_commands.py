"""The command line on its page, taken from the program: `<!-- command: run -->` becomes its call, words, options."""

from __future__ import annotations

import re
from typing import Any

_MARK = re.compile(r"^<!-- command: (\w+) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    return _MARK.sub(lambda mark: command(mark[1]), markdown)


def commands() -> dict[str, Any]:
    """The commands of the program by name."""
    import typer

    from linkwork.cli.main import app

    group: Any = typer.main.get_command(app)
    return dict(group.commands)


def command(name: str) -> str:
    """What a command does, how it is called, its arguments and options."""
    found = commands()[name]
    words, _, examples = (found.help or "").replace("\b", "").partition("Examples:")
    arguments = [parameter for parameter in found.params if parameter.param_type_name == "argument"]
    call = " ".join([f"linkwork {name}", *(_metavar(argument) for argument in arguments), "[OPTIONS]"])
    rows = ["| | | |", "|---|---|---|", *(_row(parameter) for parameter in found.params)]
    shown = f"```text\n{_dedent(examples)}\n```" if examples.strip() else ""
    return "\n\n".join(part for part in (words.strip(), f"    {call}", "\n".join(rows), shown) if part)


def _metavar(parameter: Any) -> str:
    name = str(parameter.metavar or parameter.name).upper().strip("[]")
    name = name + ("..." if parameter.nargs == -1 else "")
    return name if parameter.required else f"[{name}]"


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"| `{_metavar(parameter)}` | {parameter.help or ''} | |"
    plain = ", ".join(f"`{word}`" for word in (*parameter.opts, *parameter.secondary_opts))
    takes = f" `{parameter.metavar}`" if parameter.metavar else ""
    default = getattr(parameter.default, "value", parameter.default)
    shown = "" if default is None or parameter.is_flag or default == () else f"`{default}`"
    told = "several times" in (parameter.help or "")
    often = " May be given several times." if parameter.multiple and not told else ""
    return f"| {plain}{takes} | {(parameter.help or '').replace('|', '&#124;')}{often} | {shown} |"


def _dedent(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())
