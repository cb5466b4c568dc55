"""`linkwork equilibrium`: where a mechanism rests, and the small motions about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli.guard import finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, announce_compiling, read_model

if TYPE_CHECKING:
    from linkwork.analysis.equilibrium.rest_result import Equilibria, Equilibrium
    from linkwork.mechanism.mechanism import Mechanism


@guarded
def equilibrium(
    model: Model,
    method: Annotated[str, typer.Option(help="auto, energy, equations or settle.")] = "auto",
    every: Annotated[bool, typer.Option("--all", help="All positions of rest; says how complete they are.")] = False,
    formulation: Annotated[str, typer.Option(help="Coordinates solved for: auto, cartesian or joint.")] = "auto",
    modes: Annotated[bool, typer.Option("--modes", help="Natural frequencies and damping there, too.")] = False,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find where a mechanism stays at rest under its forces.

    The position, whether it is stable, the reactions.

    \b
    Examples:
      linkwork equilibrium press.yaml
      linkwork equilibrium press.yaml --all --modes
    """
    mechanism = read_model(model, changes)
    announce_compiling()
    resting = find(mechanism, method, every, formulation=formulation)
    text, data = described(mechanism, resting, modes, formulation)
    if as_json:
        print_json(data)
    else:
        show(text)
    finish(True)


def find(
    mechanism: Mechanism,
    method: str,
    every: bool,
    near: Mapping[str, Any] | None = None,
    formulation: str = "auto",
) -> Equilibrium | Equilibria:
    """One position of rest, near held values if given, or all."""
    return mechanism.equilibria() if every else mechanism.equilibrium(method, near=near, formulation=formulation)


def described(
    mechanism: Mechanism, equilibrium: Equilibrium | Equilibria, modes: bool, formulation: str = "auto"
) -> tuple[str, dict[str, Any]]:
    """The result in words and as data, with the small motions if asked for."""
    from linkwork.analysis.check.check import gravity_words
    from linkwork.analysis.equilibrium.rest_result import Equilibria

    texts, data = [equilibrium.text()], {"ok": True, **equilibrium.to_dict()}
    if isinstance(equilibrium, Equilibria):
        texts.append(gravity_words(mechanism))
    if modes:
        places = list(equilibrium) if isinstance(equilibrium, Equilibria) else [equilibrium]
        moving = [place for place in places if place.stability != "held"]
        models = [mechanism.linearise(place, formulation=formulation) for place in moving]
        texts += [model.text() for model in models]
        data["linear_models"] = [model.to_dict() for model in models]
    return "\n\n".join(text for text in texts if text), data


def leave_rest(mechanism: Mechanism, folder: Path, name: str) -> list[Path]:
    """Do what the model asks for; the files written: words, data and a drawing."""
    from linkwork.analysis.equilibrium.rest_result import Equilibria

    request = mechanism.analysis.equilibrium
    assert request is not None
    resting = find(mechanism, request.method, request.all, request.near or None, request.formulation)
    text, data = described(mechanism, resting, request.modes, request.formulation)
    show(text)
    files = [folder / f"{name}.txt", folder / f"{name}.json"]
    files[0].write_text(text + "\n", encoding="utf-8")
    files[1].write_text(json.dumps(data, indent=1), encoding="utf-8")
    places = list(resting) if isinstance(resting, Equilibria) else [resting]
    for number, place in enumerate(places, 1):
        files.append(folder / (f"{name}-{number}.png" if len(places) > 1 else f"{name}.png"))
        place.draw(path=files[-1])
    return files
