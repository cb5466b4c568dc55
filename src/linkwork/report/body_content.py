"""Gather the contents of a report of a measured motion: its verdict, facts and sections."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from linkwork.base.plural import plural
from linkwork.library.biomechanics.residuals.measures import RESIDUAL_FORCE, RESIDUAL_MOMENT
from linkwork.report import body_figures as figures
from linkwork.report.body_sections import (
    activation_parts,
    drawn_over,
    energy_parts,
    marker_parts,
    muscle_parts,
    reaction_parts,
    reserve_parts,
    residual_parts,
    step_parts,
)
from linkwork.report.body_study import RESERVE, Study, percent
from linkwork.report.format_values import number
from linkwork.report.parts import MADE_WITH, Content, Level, Motion, Picture, Words
from linkwork.report.versions import versions_words
from linkwork.view.spatial.skeleton_scene import skeleton_scene

_BOUNDS = (
    (False, RESIDUAL_FORCE, "the largest outer force"),
    (True, RESIDUAL_MOMENT, "that times the height of the mass center"),
)
FULL = 0.99  # activation of a muscle that has no more to give


def body_content(study: Study, title: str, date: datetime | None) -> Content:
    """The report of a study; `date` is now when left out."""
    when = (date or datetime.now(UTC)).strftime("%d %B %Y, %H:%M %Z").strip()
    content = Content(title or study.skeleton.name, "", when, _verdict(study), _facts(study))
    content.kind = "Report of a measured motion"
    scene = skeleton_scene(study.of, study.plates, study.markers)
    content.add("Motion", [Motion(scene, _watched(study), _still(study))])
    content.add("Markers", marker_parts(study))
    content.add("Steps", step_parts(study))
    content.add(
        "Net moments",
        [
            Picture(figures.net_forces(study.net, study.shared, limb), drawn_over(limb))
            for limb in study.limbs
            if limb.coordinates
        ],
    )
    content.add("Residuals", residual_parts(study))
    content.add("Activations", activation_parts(study))
    content.add("Muscles", muscle_parts(study))
    content.add("Energy", energy_parts(study))
    content.add("Reserves", reserve_parts(study))
    content.add("Joint reactions", reaction_parts(study))
    content.add("Left out of the model's file", [Words(one) for one in study.skeleton.left_out])
    content.add(MADE_WITH, [versions_words()])
    return content


def _verdict(study: Study) -> Words:
    """What a reader must know first: what nobody exerts, and what muscles could not give."""
    said: list[str] = []
    level: Level = "good"
    for turns, bound, of in _BOUNDS:
        rows = [row for row in study.residuals() if row[1] == turns]
        if not rows:
            continue
        name, _, largest, _, share = max(rows, key=lambda row: row[4])
        when = study.motion.time[int(np.argmax(np.abs(study.net[name])))]
        kind = f"{number(largest)} {'N m' if turns else 'N'} at {name} at {when:.4g} s, {percent(share)} % of {of}"
        if share > bound:
            said.append(f"residuals are not small: {kind} (usually at most {100 * bound:g} %)")
            level = "warning"
        else:
            said.append(f"residuals are small: {kind}")
    large = {name: share for name, share in study.reserves().items() if share > RESERVE}
    if large:
        name = max(large, key=lambda one: large[one])
        said.append(f"reserves give up to {percent(large[name])} % of the largest net moment, at {name}")
        level = "warning"
    full = _full(study)
    if full:
        said.append(f"{', '.join(full)} reach{'es' if len(full) == 1 else ''} full activation")
        level = "warning"
    text = "; ".join(said) or "Nothing is left over: the base has no coordinates."
    return Words(f"{text[0].upper()}{text[1:].rstrip('.')}.", level)


def _full(study: Study) -> list[str]:
    if study.shared is None:
        return []
    peaks = study.shared.activations.max(axis=0)
    return [muscle.name for muscle, peak in zip(study.skeleton.muscles, peaks, strict=True) if peak > FULL]


def _facts(study: Study) -> list[tuple[str, str]]:
    skeleton, time = study.skeleton, study.motion.time
    rate = (len(time) - 1) / (time[-1] - time[0])
    facts = [
        ("Body", f"{plural(len(skeleton.ordered), 'body')}, {plural(len(skeleton.coordinates), 'freedom')}, "
         f"{plural(len(skeleton.muscles), 'muscle')}, {number(study.mass)} kg"),
        ("Motion", f"{len(time)} frames from {time[0]:.4g} to {time[-1]:.4g} s, {rate:.4g} a second"),
    ]  # fmt: skip
    if study.shared is not None:
        facts.append(("Sharing", f"least {study.shared.cost}; optimal to {study.shared.residuals.max():.1e}"))
    return facts


def _watched(study: Study) -> str:
    colours = "Muscles are blue at rest and red when fully active. " if study.shared is not None else ""
    seen = " Green markers are the model's, blue ones were measured." if study.markers is not None else ""
    return f"{colours}Arrows are forces of plates.{seen}" if study.plates else f"{colours}{seen}".strip()


def _still(study: Study) -> Picture | None:
    if study.shared is None:
        return None
    from linkwork.library.biomechanics.subject.picture import body_picture

    frame = len(study.motion.time) // 2
    return Picture(body_picture(study.shared, frame, study.plates), f"At t = {study.motion.time[frame]:.4g} s.")
