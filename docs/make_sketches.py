"""Draw the templates of `linkwork new` in Braille dots: src/linkwork/examples/sketches.txt. Run it for new ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from make_gallery import entries
from matplotlib.backends.backend_agg import FigureCanvasAgg

import linkwork as lw
from linkwork.cli.templates import sketch_of, templates
from linkwork.view.show import draw

TARGET = Path(__file__).resolve().parents[1] / "src" / "linkwork" / "examples" / "sketches.txt"


def main() -> None:
    """Draw them all."""
    views = {entry["name"]: (entry.get("view"), entry.get("at", 0.12)) for entry in entries()}
    lines: list[str] = []
    for each in templates().values():
        view, share = views.get(each.name, (None, 0.12))
        run = lw.load(str(each.path)).run(points=41, progress=False)
        figure = draw(run, at=float(run.t[int(share * (len(run.t) - 1))]), view=view)
        for axes in figure.axes:
            axes.set_title("", loc="left")
            axes.set_axis_off()
            for words in (*axes.texts, *filter(None, [axes.get_legend()])):
                words.set_visible(False)
        for floor in figure.axes[0].collections[: 2 * (figure.axes[0].collections != [])]:
            floor.set_visible(floor.get_label() == "_solids")
        for shadow in figure.axes[0].patches:
            shadow.set_visible(shadow.get_zorder() != 0.6)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        lines += [f"# {each.name}", *sketch_of(np.asarray(canvas.buffer_rgba()))]
        print(each.name)
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
