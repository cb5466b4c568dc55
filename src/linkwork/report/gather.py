"""Gather the contents of a report once, as words, tables and figures; how they are written is another matter."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.base.local_file import beside
from linkwork.base.plural import plural
from linkwork.report.data import data_tables
from linkwork.report.equations import equation_parts
from linkwork.report.format_values import number
from linkwork.report.freedoms import freedom_parts, unclosed
from linkwork.report.parts import MADE_WITH, Content, Head, Listing, Motion, Part, Picture, Words
from linkwork.report.pictures import Groups, circuits, drawing, plots, positions
from linkwork.report.proof import proof_parts
from linkwork.report.rest import rest_parts
from linkwork.report.results import (
    driver_parts,
    energy_parts,
    event_parts,
    reaction_parts,
    solver_parts,
    violation_parts,
)
from linkwork.report.subject import ANALYSES, Subject
from linkwork.report.versions import versions_words
from linkwork.run.run import Run
from linkwork.view.scene import build_scene

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def gather(subject: Subject, asked: Groups = (), date: datetime | None = None) -> Content:
    """The report of a subject; `asked` are groups of channels to plot, `date` is now when left out."""
    mechanism, run = subject.mechanism, subject.run
    when = (date or datetime.now(UTC)).strftime("%d %B %Y, %H:%M %Z").strip()
    content = Content(mechanism.name, mechanism.description, when, verdict(subject), facts(subject))
    content.head = subject.head or head_of(mechanism)
    content.add("Drawing", _drawing(subject))
    if run is not None:
        content.add("Motion", [Motion(build_scene(run, mechanism.output.traces), _span(run), positions(run))])
        content.add("Circuits", circuits(run))
        content.add("Plots", list(plots(run, asked, subject.beside)))
        content.add("Events", event_parts(run))
        if run.loads is not None:
            content.add("Reactions", reaction_parts(run))
            content.add("Drivers", driver_parts(run))
            content.add("Energy", energy_parts(run))
    content.add("Positions of rest", [part for rest in subject.rests for part in rest_parts(rest)])
    failed = bool(subject.failure) or (run is not None and not run.completed)
    content.add("Mobility", freedom_parts(subject.check, failed))
    content.add("Data", data_tables(mechanism))
    content.add("Equations of motion", equation_parts(mechanism))
    content.add("Verification", _proof(subject))
    if run is not None:
        content.add("Solver", [*violation_parts(run), *solver_parts(run)])
    content.add("Model file", [Listing(subject.source)] if subject.source else [])
    content.add(MADE_WITH, [versions_words()])
    return content


def head_of(mechanism: Mechanism, author: str = "", company: str = "", logo: str = "") -> Head:
    """What stands at the head of a report: what is given, else what the model's output section says."""
    said = mechanism.output.report
    picture = logo or (beside(mechanism, said.logo) if said.logo else "")
    if picture and os.path.splitext(picture)[1].lower() not in (".png", ".jpg", ".jpeg"):
        raise LinkworkError(f"report: logo '{picture}': expected a .png or .jpg file")
    if picture and not os.path.isfile(picture):
        raise LinkworkError(f"report: logo '{picture}': there is no such file")
    return Head(author or said.author, company or said.company, picture)


def verdict(subject: Subject) -> Words:
    """The first thing a reader must know."""
    run, assembly = subject.run, subject.check.assembly
    if assembly is not None and not assembly.ok and run is None:
        reasons = " ".join(part.text for part in unclosed(subject.check)[:1] if isinstance(part, Words))
        return Words(f"It cannot be assembled. {reasons}".strip(), "error")
    if subject.failure:
        return Words(f"There is no result: {subject.failure}.", "error")
    if run is not None and not run.completed:
        last = run.events[-1].text if run.events else "no reason is known"
        return Words(f"The run ended early: {last}.", "error")
    if subject.verification is not None and not subject.verification.ok:
        return Words("The run came to its end, but its verification did not: see below.", "warning")
    if run is not None:
        how = ", and all formulations compared agree" if subject.verification is not None else ""
        return Words(f"The {ANALYSES[subject.analysis]} came to its end, t = {run.t[-1]:.6g} s{how}.", "good")
    if subject.rests:
        return Words(f"{subject.rests[0].words()[0].upper()}{subject.rests[0].words()[1:]}.", "good")
    return Words("It can be assembled. No analysis was asked for.", "good")


def facts(subject: Subject) -> list[tuple[str, str]]:
    """A few numbers that tell most."""
    mechanism, run, check = subject.mechanism, subject.run, subject.check
    kind = "spatial" if mechanism.world.dimensions == 3 else "planar"
    free = check.count_mobility if check.mobility is None else check.mobility
    bodies, joints = plural(len(check.bodies), "moving body"), plural(len(mechanism.joints), "joint")
    more = f", {plural(len(check.redundant), 'redundant equation')}" if check.redundant else ""
    facts = [("Mechanism", f"{kind}, {bodies}, {joints}"), ("Mobility", f"{free}{more}")]
    if subject.analysis:
        facts.append(("Analysis", ANALYSES[subject.analysis] + (f", {_span(run)}" if run is not None else "")))
    if run is not None:
        facts.append(("Largest constraint error", f"{float(np.max(np.real(run.violation()), initial=0.0)):.1e}"))
        if run.loads is not None and run.loads.system.elements:
            d = mechanism.world.dimensions
            sizes = np.linalg.norm(np.real(run.loads.wrenches[:, :, :d]), axis=2)
            frame, joint = np.unravel_index(int(np.argmax(sizes)), sizes.shape)
            name = run.loads.system.elements[int(joint)].name
            factor, unit = mechanism.units.shown("N")
            facts.append(
                ("Largest force", f"{number(factor * sizes.max())} {unit} in {name} at t = {run.t[frame]:.5g} s")
            )
    return facts


def _span(run: Run) -> str:
    return f"t = {run.t[0]:.5g} to {run.t[-1]:.5g} s, {len(run.t)} points"


def _drawing(subject: Subject) -> list[Part]:
    if subject.run is not None:
        return [drawing(subject.run)]
    assembly = subject.rests[0] if subject.rests else subject.check.assembly
    if assembly is None:
        return []
    caption = "At rest." if subject.rests else "As assembled." if assembly.ok else "The closest position found."
    return [Picture(assembly.draw(), caption)]


def _proof(subject: Subject) -> list[Part]:
    if subject.verification is not None:
        return proof_parts(subject.verification)
    return [Words(f"Not verified: {subject.unverified}.")] if subject.unverified else []
