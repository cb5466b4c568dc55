"""A page that steps through the linkages of a synthesis: one drawing at a time, with its numbers; nothing is loaded."""

from __future__ import annotations

import html
import io
from typing import TYPE_CHECKING, Any

from linkwork.base.aside import written_aside
from linkwork.base.progress import Progress
from linkwork.view.figures.figure import new_figure
from linkwork.view.figures.synthesis_sheet import draw_candidate

if TYPE_CHECKING:
    from linkwork.design.synthesis.candidates import Synthesis

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1d2733; }
nav { display: flex; gap: 0.6rem; align-items: center; margin: 1rem 0; }
button { font: inherit; padding: 0.3rem 0.9rem; border: 1px solid #9aa7b4; border-radius: 6px; background: #fff; }
section { display: none; } section.shown { display: block; }
section svg { width: 100%; height: auto; max-height: 70vh; } pre { white-space: pre-wrap; }
"""
_SCRIPT = """
const all = [...document.querySelectorAll("section")], told = document.getElementById("told");
let at = 0;
function show(number) {
  at = (number + all.length) % all.length;
  all.forEach((one, i) => one.classList.toggle("shown", i === at));
  told.textContent = `${at + 1} of ${all.length}`;
}
document.getElementById("before").onclick = () => show(at - 1);
document.getElementById("next").onclick = () => show(at + 1);
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") show(at - 1);
  if (event.key === "ArrowRight") show(at + 1);
});
show(0);
"""


def write_synthesis_page(synthesis: Synthesis, path: Any, most: int) -> None:
    """Write the page; arrows and buttons step through it."""
    shown = list(synthesis)[:most]
    sections = []
    with Progress("drawing linkages", len(shown)) as bar:
        for number, candidate in enumerate(shown, 1):
            figure = new_figure((8.0, 5.2))
            draw_candidate(figure.add_subplot(), candidate)
            text = io.StringIO()
            figure.savefig(text, format="svg")
            drawing = text.getvalue()
            drawing = drawing[drawing.index("<svg") :]
            sections.append(f"<section>{drawing}<pre>{html.escape(candidate.text())}</pre></section>")
            bar.update(number, 1, 1.0)
    head = html.escape(getattr(synthesis, "counted", "") or f"{len(synthesis)} linkages")
    rest = f"<p>The first {most} of {len(synthesis)}.</p>" if len(synthesis) > most else ""
    name = html.escape(synthesis.name)
    whole = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        f"<style>{_STYLE}</style></head>"
        f"<body><h1>{name}</h1><p>{head}</p>{rest}"
        '<nav><button id="before">Before</button><button id="next">Next</button><span id="told"></span></nav>'
        f"{''.join(sections)}<script>{_SCRIPT}</script></body></html>"
    )
    with written_aside(path) as aside:
        aside.write_text(whole, encoding="utf-8")
