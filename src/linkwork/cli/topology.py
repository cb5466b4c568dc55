"""`linkwork topology`: tree, cuts and loops of a mechanism, printed and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, check_folder, read_model

Names = list[str] | None


@guarded
def topology(
    model: Model,
    cut: Annotated[Names, typer.Option(metavar="JOINT", help="Cut this joint; may be given several times.")] = None,
    keep: Annotated[Names, typer.Option(metavar="JOINT", help="Keep this joint in the tree; several, too.")] = None,
    remove: Annotated[Names, typer.Option(metavar="ROD", help="Make this rod a distance; several, or all.")] = None,
    cut_translation: Annotated[
        Names, typer.Option(metavar="JOINT", help="Cut it in the tree of translation alone; several, too.")
    ] = None,
    cut_rotation: Annotated[
        Names, typer.Option(metavar="JOINT", help="Cut it in the tree of rotation alone; several, too.")
    ] = None,
    natural: Annotated[
        bool, typer.Option("--natural", help="Count natural coordinates, too: points and unit vectors.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Draw the graph: .png, .svg or .pdf.", show_default=False)] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Show how the bodies hang together: tree, cuts, loops.

    Joints are cut for the smallest system in joint coordinates, unless you say which.

    \b
    Examples:
      linkwork topology press.yaml
      linkwork topology press.yaml --cut B --keep C --out graph.png
      linkwork topology press.yaml --natural
    """
    mechanism = read_model(model, changes)
    if out is not None:
        check_folder(out)
    alone = {"cut_translation": cut_translation or None, "cut_rotation": cut_rotation or None}
    topology = mechanism.topology(cut or None, keep or None, _rods(remove), **alone)
    counted = mechanism.natural_coordinates() if natural else None
    if as_json:
        print_json({"ok": True, **topology.to_dict(), **({"natural": counted.counts()} if counted else {})})
    else:
        show(topology.text())
        if counted is not None:
            show(f"\n{counted}")
    if out is not None:
        topology.draw(path=out)
        typer.echo(f"wrote {out}", err=as_json)
    finish(True)


def _rods(names: Names) -> str | list[str] | None:
    """Rods to remove: one of the words all and none, or names."""
    return names[0] if names and len(names) == 1 else names or None
