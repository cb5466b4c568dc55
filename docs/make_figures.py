"""Make every picture of the site and of the README by running the code that stands beside it.

The Python blocks of a page are run one after the other with shared names. When a picture follows a block, as in

    ![A slider-crank](images/slider-crank.png)

it is made from what the block left: the figure in `picture` if there is one, otherwise the mechanism `m` as assembled;
a GIF is the animation of `run`. So the text, the code and the picture cannot disagree. The same in YAML may stand
between the two, in a tab beside the block.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
_BLOCK = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)(?P<head>[^\n]*)\n(?P<body>.*?)^(?P=indent)```$", re.M | re.S)
_IN_YAML = r"(?:\s*=== \"YAML\"\s*```yaml\n[^`]*```)?"
_PICTURE = re.compile(_IN_YAML + r"\s*!\[[^\]]*\]\((?:docs/)?(?P<file>images/[\w.-]+)\)")
_SECTIONS = (
    "joints:",
    "drivers:",
    "forces:",
    "signals:",
    "circuits:",
    "events:",
    "frictions:",
    "contact_groups:",
    "clearances:",
    "beams:",
    "cables:",
)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, title, text, line, and the picture right after it.

    `parts` are the blocks of joints, drivers, forces, signals, ... in YAML that follow before the next block of
    the same language.
    """

    kind: str
    title: str
    text: str
    line: int
    picture: str
    parts: tuple[str, ...]


KEPT = ("slider-crank.png", "spatial-slider-crank.png", "four-bar.gif")
"""Pictures of the README, which git keeps."""


def pages() -> list[Path]:
    """The README and all pages that are written by hand: not those of the gallery and the course."""
    made = ("gallery", "course")
    return [ROOT / "README.md", *sorted(page for page in DOCS.rglob("*.md") if page.parent.name not in made)]


def blocks(page: Path, kind: str) -> Iterator[Block]:
    """The fenced blocks of one language, those inside tabs too."""
    text = page.read_text(encoding="utf-8")
    fenced = list(_BLOCK.finditer(text))
    for number, found in enumerate(fenced):
        if found["kind"] != kind:
            continue
        title, picture = _TITLE.search(found["head"]), _PICTURE.match(text, found.end())
        yield Block(
            kind,
            title[1] if title else "",
            textwrap.dedent(found["body"]),
            text.count("\n", 0, found.start()) + 1,
            picture["file"] if picture else "",
            tuple(_parts(fenced[number + 1 :], kind)),
        )


def _parts(following: list[re.Match[str]], kind: str) -> Iterator[str]:
    for found in following:
        if found["kind"] == kind:
            return
        body = textwrap.dedent(found["body"])
        if found["kind"] == "yaml" and body.startswith(_SECTIONS):
            yield body


def run_block(page: Path, block: Block, names: dict[str, Any]) -> None:
    """Run one block; an error names the page and the line."""
    padded = "\n" * block.line + block.text
    exec(compile(padded, str(page), "exec"), names)


def make_pictures(page: Path, kept: bool = True) -> None:
    """Run a page and write its pictures; one without pictures need not be run.

    Pictures that git keeps are left as they are (`kept`) unless the page was asked for by name.
    """
    found = list(blocks(page, "python"))
    left = {block.picture for block in found if block.picture and kept and _is_kept(DOCS / block.picture)}
    last = max(
        (number for number, block in enumerate(found, 1) if block.picture and block.picture not in left), default=0
    )
    names: dict[str, Any] = {"__name__": page.stem}
    for block in found[:last]:
        run_block(page, block, names)
        if block.picture in left:
            names.pop("picture", None)
        elif block.picture:
            _write(DOCS / block.picture, names)
            print(f"{page.name}: {block.picture}")


def _is_kept(path: Path) -> bool:
    """Whether git keeps this picture and it is there: `make docs` changes no file of git."""
    return path.name in KEPT and path.exists()


def _write(path: Path, names: dict[str, Any]) -> None:
    from linkwork.view.gif import write_gif
    from linkwork.view.scene import build_scene

    path.parent.mkdir(exist_ok=True)
    if path.suffix == ".gif":
        scene = build_scene(names["run"], names.get("traces", ()), channels=())
        write_gif(scene, path, fps=16, max_frames=32)
    elif "picture" in names:
        names.pop("picture").savefig(path)
    else:
        names["m"].assemble().draw(path=path)


def main(chosen: list[str]) -> None:
    """All pages, or those whose names are given."""
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for page in pages():
            if not chosen or page.stem in chosen:
                make_pictures(page, kept=not chosen)
        os.chdir(ROOT)


if __name__ == "__main__":
    main(sys.argv[1:])
