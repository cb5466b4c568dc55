"""Make the gallery from examples/gallery.toml: pictures in docs/images/gallery/, pages and players in docs/gallery/.

Nothing of it is kept in git but one sheet with all mechanisms, docs/images/gallery.png, which is made anew only by
`python docs/make_gallery.py sheet`. A picture that is newer than its example and than the code that draws is not made
again. `make docs` calls this; names as arguments choose some.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from linkwork.expression import parse

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
TABLE = EXAMPLES / "gallery.toml"
PAGES = ROOT / "docs" / "gallery"
PLAYERS = PAGES / "player"
PICTURES = ROOT / "docs" / "images" / "gallery"
SHEET = ROOT / "docs" / "images" / "gallery.png"
FRAMES, CHANNELS = 241, 12  # of a player, at most
DPI = 80  # of a still picture
CARD = (176, 140)  # size of a mechanism on the sheet, pixels
COLUMNS = 11
Entry = dict[str, Any]


def entries() -> list[Entry]:
    """The table, in its order; each with the stem of its file as `name`."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))["mechanism"]
    return [{**entry, "name": Path(entry["file"]).stem} for entry in table]


# ------------------------------------------------------------------------------------------------------------ pictures


def make_pictures(entry: Entry) -> None:
    """A still picture and a player of the run that the file asks for."""
    import linkwork as lw
    from linkwork.run.export import asked_for
    from linkwork.view.scene import build_scene
    from linkwork.view.show import draw
    from linkwork.view.telling import telling

    still, moving = PICTURES / f"{entry['name']}.png", PLAYERS / f"{entry['name']}.html"
    if min(_age(still), _age(moving)) > _newest(EXAMPLES / entry["file"]):
        return
    run = lw.load(EXAMPLES / entry["file"]).run()
    traces, view = run.mechanism.output.traces, entry.get("view")
    at = run.t[0] + entry.get("at", 0.12) * (run.t[-1] - run.t[0])
    _bare(draw(run, at=at, traces=traces, view=view)).savefig(still, dpi=DPI, bbox_inches="tight")
    channels = list(dict.fromkeys([*asked_for(run), *telling(run, run.channels())]))[:CHANNELS]
    scene = build_scene(run, traces, channels, max_frames=FRAMES)
    moving.write_text(player_text({**scene, **({"view": view} if view else {})}), encoding="utf-8")
    print(f"gallery: {entry['name']}")


def player_text(scene: dict[str, Any]) -> str:
    """The viewer's page of a scene, its scripts and styles shared with those beside it."""
    from linkwork.view.page import page_text
    from linkwork.view.page_assets import script_text, style_text

    text = page_text(scene).replace(f"<style>\n{style_text()}\n</style>", '<link rel="stylesheet" href="viewer.css">')
    text = text.replace(f"<script>\n{script_text()}\n", '<script src="viewer.js"></script>\n<script>\n')
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n', "", text)


def make_viewer() -> None:
    """The scripts and styles of all players."""
    from linkwork.view.page_assets import script_text, style_text

    PLAYERS.mkdir(parents=True, exist_ok=True)
    (PLAYERS / "viewer.js").write_text(script_text(), encoding="utf-8")
    (PLAYERS / "viewer.css").write_text(style_text(), encoding="utf-8")


def _bare(figure: Any) -> Any:
    """The drawing alone, for a small picture: no title, axes, names or legend."""
    for axes in figure.axes:
        axes.set_title("", loc="left")
        axes.set_axis_off()
        for words in (*axes.texts, *filter(None, [axes.get_legend()])):
            words.set_visible(False)
    return figure


def _age(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def _newest(example: Path) -> float:
    """When the example or a file that draws was last changed."""
    drawing = (ROOT / "src" / "linkwork" / "view").rglob("*.py")
    return max(_age(path) for path in (example, *drawing))


def make_sheet(all_of_them: list[Entry]) -> None:
    """All still pictures on one sheet, in few colours: the only picture of the gallery that git keeps."""
    from PIL import Image

    rows = -(-len(all_of_them) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * CARD[0], rows * CARD[1]), "white")
    for number, entry in enumerate(all_of_them):
        with Image.open(PICTURES / f"{entry['name']}.png") as picture:
            small = picture.convert("RGB")
        small.thumbnail((CARD[0] - 12, CARD[1] - 12))
        column, row = number % COLUMNS, number // COLUMNS
        left, top = ((CARD[k] - small.size[k]) // 2 for k in (0, 1))
        sheet.paste(small, (column * CARD[0] + left, row * CARD[1] + top))
    sheet.quantize(96, dither=Image.Dither.NONE).save(SHEET, optimize=True)


# --------------------------------------------------------------------------------------------------------------- pages


def index_page(all_of_them: list[Entry]) -> str:
    """Cards in families."""
    lines = ["# Gallery", "", _words(all_of_them), ""]
    for family in dict.fromkeys(entry["family"] for entry in all_of_them):
        lines += [f"## {family}", "", '<div class="gallery" markdown>', ""]
        for entry in all_of_them:
            if entry["family"] == family:
                picture = f"![{entry['title']}](../images/gallery/{entry['name']}.png)"
                card = f"[{picture} **{entry['title']}** {entry['line']}]({entry['name']}.md)"
                lines += [card, ""]
        lines += ["</div>", ""]
    return "\n".join(lines)


def _words(all_of_them: list[Entry]) -> str:
    return (
        f"{len(all_of_them)} mechanisms, each one a file in `examples/` that runs as it is, each with one number that "
        "the tests compare with a closed form or a book. Click one to see it move, to read what to look at, and to "
        "take its file.\n\n"
        "```text\nlinkwork view examples/four-bar.yaml\nlinkwork run examples/four-bar.yaml\n```"
    )


def mechanism_page(entry: Entry) -> str:
    """Animation, text, the checked number, what `check` says, the commands and the file itself."""
    file = f"examples/{entry['file']}"
    model = (EXAMPLES / entry["file"]).read_text(encoding="utf-8").rstrip()
    return "\n".join(
        [
            f"# {entry['title']}",
            "",
            f"*{entry['line']}*",
            "",
            f'<iframe class="player" src="player/{entry["name"]}.html" title="{entry["title"]}, moving"></iframe>',
            "",
            " ".join(entry["text"].split()),
            "",
            '!!! success "Checked"',
            "",
            f"    {entry['number']}: **{parse(entry['value']).value({}):.10g}**, to {entry['tolerance']:g}",
            f"    ({entry['source']}).",
            "",
            f"`linkwork check` says: {said(entry)} See it, change it, run it:",
            "",
            "```text",
            f"linkwork view {file}",
            f"linkwork run {file}",
            "```",
            "",
            f'```yaml title="{file}"',
            model,
            "```",
            "",
            "[All mechanisms](index.md)",
            "",
        ]
    )


def said(entry: Entry) -> str:
    """What `linkwork check` finds: bodies, freedoms by count and by rank, redundant equations."""
    import linkwork as lw

    report = lw.load(EXAMPLES / entry["file"]).check()
    bodies = f"{len(report.bodies)} bod{'y' if len(report.bodies) == 1 else 'ies'}"
    words = f"{bodies}, mobility {report.count_mobility} by count and {report.mobility} by rank"
    more = sum(len(group.equations) for group in report.redundant) and (report.mobility or 0) - report.count_mobility
    if more > 0:
        words += f"; {more} equation{'s' if more > 1 else ''} more than needed, and no obstacle"
    return f"{words}."


def main(chosen: list[str]) -> None:
    """All mechanisms, or those that are named."""
    everything = entries()
    PAGES.mkdir(exist_ok=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    make_viewer()
    if chosen == ["sheet"]:
        make_sheet(everything)
        return
    for entry in everything:
        if not chosen or entry["name"] in chosen:
            make_pictures(entry)
            (PAGES / f"{entry['name']}.md").write_text(mechanism_page(entry), encoding="utf-8")
    if not chosen:
        (PAGES / "index.md").write_text(index_page(everything), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
