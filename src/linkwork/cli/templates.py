"""The models that `linkwork new` starts from: a few short ones with comments, and those of the gallery."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

FIRST = {
    "slider-crank": "a crank, a rod and a slider, driven at constant speed",
    "four-bar": "crank, coupler and rocker, with the curve of a coupler point",
    "cam": "a disc cam and its follower",
    "spatial-slider-crank": "a slider-crank whose slider moves in another plane",
    "bouncing-block": "a block that falls, touches and comes to rest",
}
"""Short ones to learn from; they come with the package in any case."""


@dataclass(frozen=True)
class Template:
    """A model to start from."""

    name: str
    family: str
    line: str
    path: Any
    """Where its text is read."""


@cache
def templates() -> dict[str, Template]:
    """All of them by name, the short ones first."""
    folder = files("linkwork") / "examples"
    templates = {name: Template(name, "To learn from", line, folder / f"{name}.yaml") for name, line in FIRST.items()}
    shelf = _shelf()
    table = tomllib.loads((shelf / "gallery.toml").read_text(encoding="utf-8"))["mechanism"] if shelf else []
    for entry in table:
        folder_name, _, file = entry["file"].rpartition("/")
        name = Path(file).stem
        if folder_name == "gallery":
            templates.setdefault(name, Template(name, entry["family"], entry["line"], shelf / entry["file"]))
    return templates


def _shelf() -> Any:
    """The folder of the gallery: in the package, or beside the sources; none where it was left out."""
    package = files("linkwork") / "examples"
    here = Path(__file__).resolve().parents[3] / "examples"
    return next((place for place in (package, here) if (place / "gallery.toml").is_file()), None)


@cache
def sketches() -> dict[str, list[str]]:
    """Small pictures in the dots of Braille letters, by the name of the template."""
    sketches: dict[str, list[str]] = {}
    text = (files("linkwork") / "examples" / "sketches.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("# "):
            sketches[line[2:]] = rows = []
        else:
            rows.append(line)
    return sketches


def template_list(wanted: str = "") -> str:
    """The templates in their families, each with its picture; `wanted` chooses those with this word."""
    lines: list[str] = []
    family = ""
    for each in templates().values():
        if wanted.lower() not in f"{each.name} {each.family} {each.line}".lower():
            continue
        if each.family != family:
            family = each.family
            lines += [family, ""]
        picture = sketches().get(each.name, [])
        width = max((len(row) for row in picture), default=0)
        words = ["", f"{each.name}", *_broken(each.line)]
        for number in range(max(len(picture), len(words))):
            row = picture[number] if number < len(picture) else ""
            word = words[number] if number < len(words) else ""
            lines.append(f"  {row:<{width}}  {word}".rstrip())
        lines.append("")
    return "\n".join(lines)


def _broken(text: str, room: int = 60) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def sketch_of(picture: Any, columns: int = 22, rows: int = 7) -> list[str]:
    """A picture (rows by columns by 3, bright paper) in Braille letters, two dots wide and four high each."""
    import numpy as np

    dark = (255.0 - np.asarray(picture, float)[:, :, :3]).max(axis=2) > 40.0
    ys, xs = np.nonzero(dark)
    if not len(ys):
        return []
    dark = dark[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    tall, wide = dark.shape
    size = max(tall / (4 * rows), wide / (2 * columns))
    down, across = max(1, round(tall / size)), max(1, round(wide / size))
    share = np.array(
        [[part.mean() for part in np.array_split(band, across, axis=1)] for band in np.array_split(dark, down, axis=0)]
    )
    dots = np.zeros((-(-down // 4) * 4, -(-across // 2) * 2), bool)
    dots[:down, :across] = share > 0.22
    bits = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
    letters = (dots.reshape(dots.shape[0] // 4, 4, dots.shape[1] // 2, 2) * bits[None, :, None, :]).sum(axis=(1, 3))
    return ["".join(chr(0x2800 + int(letter)) for letter in row) for row in letters]
