"""Sections of the report of a measured motion: tables and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.energy.heat import Bhargava, Umberger
from linkwork.library.biomechanics.energy.metabolic import AT_REST, metabolic_cost
from linkwork.library.biomechanics.inverse_dynamics import base_coordinates
from linkwork.library.biomechanics.residuals.measures import RESIDUAL_FORCE, RESIDUAL_MOMENT
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.subject.strides import GROUPS, gait_events, members
from linkwork.report import body_figures as figures
from linkwork.report.body_limbs import Limb
from linkwork.report.body_study import RESERVE, Study, percent
from linkwork.report.format_values import number
from linkwork.report.parts import Part, Picture, Table, Words


def drawn_over(limb: Limb) -> str:
    """Over what a limb is drawn."""
    if not limb.strides:
        return f"{limb.name}: over the motion, from {limb.start:.4g} to {limb.end:.4g} s."
    return f"{limb.name}: over its stride from {limb.start:.4g} to {limb.end:.4g} s."


def marker_parts(study: Study) -> list[Part]:
    """How far markers lie from their places."""
    if study.fit is None:
        return []
    name, frame, farthest = study.fit.worst()
    rms = sorted(study.fit.rms().items(), key=lambda item: -item[1])
    largest = dict(zip(study.fit.names, np.nanmax(study.fit.distances, axis=0), strict=True))
    rows = [(one, f"{1000 * mean:.1f}", f"{1000 * largest[one]:.1f}") for one, mean in rms]
    whole = float(np.sqrt(np.nanmean(study.fit.distances**2)))
    words = f"All markers: {1000 * whole:.1f} mm; the farthest is {name} in frame {frame}, {1000 * farthest:.1f} mm."
    table = Table(
        ("marker", "root mean square, mm", "largest, mm"), rows, "lrr", "Distances of markers from their places"
    )
    return [Words(words), table, *(Words(note, "warning") for note in study.fit.notes)]


def step_parts(study: Study) -> list[Part]:
    """Strides of every foot."""
    if not study.plates:
        return []
    events = gait_events(study.plates)
    rows = []
    for foot in events.strikes:
        for start, end in events.strides(foot):
            offs = [t for t in events.offs[foot] if start < t < end]
            stance = f"{100 * (offs[0] - start) / (end - start):.1f}" if offs else "100"
            rows.append((foot, f"{start:.3f}", f"{end:.3f}", f"{end - start:.3f}", stance))
    if not rows:
        return [Words("No foot strikes its plates twice: results are drawn over the whole motion.", "warning")]
    return [Table(("foot", "strikes, s", "again, s", "stride, s", "on the ground, %"), rows, "lrrrr")]


def residual_parts(study: Study) -> list[Part]:
    """What is left at the base."""
    rows = [
        (name, number(largest), number(mean), "N m" if turns else "N", percent(share))
        for name, turns, largest, mean, share in study.residuals()
    ]
    if not rows:
        return []
    note = (
        "Nobody exerts these: they measure how well motion, masses and plates fit together. Shares are those of the "
        f"largest outer force, {number(study.pushed())} N, for moments times the height of the mass center, "
        f"{number(study.height())} m; usually at most {100 * RESIDUAL_FORCE:g} and {100 * RESIDUAL_MOMENT:g} % "
        "(Hicks and others 2015)."
    )
    table = Table(
        ("coordinate of the base", "largest", "root mean square", "unit", "share, %"), rows, "lrrlr", "", note
    )
    return [table, Picture(figures.residuals(study.net), "Over the whole motion, its ends included.")]


def activation_parts(study: Study) -> list[Part]:
    """Activations by percent of the stride."""
    if study.shared is None:
        return []
    return [Picture(figures.activations(study.shared, limb), drawn_over(limb)) for limb in study.limbs if limb.muscles]


def muscle_parts(study: Study) -> list[Part]:
    """Peaks of muscles and of functional groups, and jumps of paths."""
    shared = study.shared
    if shared is None:
        return []
    rows = []
    for limb in study.limbs:
        for m in limb.muscles:
            percent, active = limb.drawn(study.motion.time, shared.activations[:, m])
            muscle, force = study.skeleton.muscles[m], shared.forces[:, m]
            rows.append(
                (muscle.name, f"{active.max():.3f}", f"{percent[int(np.argmax(active))]:.0f}",
                 number(force.max()), f"{force.max() / study.weight:.2f}", number(muscle.strength))
            )  # fmt: skip
    head = ("muscle", "peak activation", "at, %", "peak tension, N", "body weights", "strength, N")
    parts: list[Part] = [
        Table(head, rows, "lrrrrr", "", "Activations within the stride drawn, tensions in all frames.")
    ]
    groups = [row for limb in study.limbs for row in _groups(study, shared, limb)]
    if groups:
        parts.append(Table(("functional group", "peak tension, N", "body weights"), groups, "lrr", "Groups"))
    notes = shared.notes()
    return [*parts, *(Words(one, "warning") for one in notes)]


def _groups(study: Study, shared: Sharing, limb: Limb) -> list[tuple[str, str, str]]:
    """The groups of Ambrosio and Silva of which the limb has every muscle."""
    rows = []
    for group, (own, missing) in members([study.skeleton.muscles[m].name for m in limb.muscles], GROUPS).items():
        if not missing:
            peak = float(shared.forces[:, [limb.muscles[k] for k in own]].sum(axis=1).max())
            rows.append((f"{group}, {limb.name}", number(peak), f"{peak / study.weight:.2f}"))
    return rows


def energy_parts(study: Study) -> list[Part]:
    """What the body burns, by three settings of heat, and what each muscle does by the first."""
    shared = study.shared
    if shared is None or not shared.active.size:
        return []
    settings: dict[str, Umberger | Bhargava]
    settings = {"Umberger": Umberger(), "Umberger, as published": Umberger.published(), "Bhargava": Bhargava()}
    costs = {name: metabolic_cost(shared, model) for name, model in settings.items()}
    rows = [
        (name, number(one.energy()), number(one.per_mass()), number(float(one.work.mean(axis=0).sum()) / study.mass))
        for name, one in costs.items()
    ]
    note = (
        f"Over the whole motion, with {number(AT_REST)} W/kg of the body at rest. Reserves, and what is left at the "
        "base, burn nothing."
    )
    head = ("heat after", "energy, J", "rate, W/kg", "of it work, W/kg")
    first = costs["Umberger"]
    pictures = [Picture(figures.burnt(first, limb), drawn_over(limb)) for limb in study.limbs if limb.muscles]
    return [Table(head, rows, "lrrr", "", note), *pictures]


def reserve_parts(study: Study) -> list[Part]:
    """What muscles did not give."""
    shared = study.shared
    if shared is None:
        return []
    by_muscles, base = study.reserves(), base_coordinates(study.motion)
    rows = []
    for c, one in enumerate(study.skeleton.coordinates):
        unit, largest = "N m" if one.turns else "N", float(np.abs(shared.reserves[:, c]).max())
        if one.name not in base and largest > 0:
            share = percent(by_muscles[one.name]) if one.name in by_muscles else "none needed or no muscle"
            rows.append((one.name, number(largest), unit, number(float(np.abs(study.net.values[:, c]).max())), share))
    if not rows:
        return [Words("No reserve gave anything: muscles gave every net moment.", "good")]
    note = f"Usually at most {100 * RESERVE:g} % of the largest net moment (Hicks and others 2015)."
    return [Table(("coordinate", "largest reserve", "unit", "largest net", "share, %"), rows, "lrlrr", "", note)]


def reaction_parts(study: Study) -> list[Part]:
    """What joints bear."""
    joints = [name for limb in study.limbs for name in limb.joints]
    if not joints:
        return []
    rows = []
    for name in joints:
        force: Array = np.linalg.norm(study.reactions.force(name), axis=1)
        at = int(np.argmax(force))
        moment = float(np.linalg.norm(study.reactions.moment(name), axis=1).max())
        rows.append(
            (name, number(force[at]), f"{force[at] / study.weight:.2f}", f"{study.motion.time[at]:.3f}", number(moment))
        )
    head = ("joint", "peak force, N", "body weights", "at, s", "peak moment, N m")
    note = (
        "Under muscles, ligaments and limits; what reserves give is part of them."
        if study.shared is not None
        else "Without muscles: contact forces are larger."
    )
    parts: list[Part] = [Table(head, rows, "lrrrr", "", note)]
    drawn: list[Any] = [
        Picture(figures.reactions(study.net, study.reactions, limb, study.weight), drawn_over(limb))
        for limb in study.limbs
        if limb.joints
    ]
    return [*parts, *drawn]
