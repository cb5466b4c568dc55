"""What the page of a skeleton tells beside the picture, and the lines of Python that give it."""

from __future__ import annotations

from typing import Any

from linkwork.library.biomechanics.sharing import Sharing
from linkwork.serve.body.picture import MEASURED, SIMULATE, Shown
from linkwork.serve.body.sliders import ALL_STRONG, CUTOFF, Values, activations, pose, reserves
from linkwork.serve.body.trial import Subject, Trial


def diagnosis(subject: Subject, shown: Shown) -> dict[str, Any]:
    """Freedoms, what was left out or jumps, and how many of what there are."""
    skeleton = subject.skeleton
    many, muscles = len(skeleton.coordinates), len(skeleton.muscles)
    words = f"{many} {'freedom' if many == 1 else 'freedoms'}, {muscles} {'muscle' if muscles == 1 else 'muscles'}"
    mobility = {"count": many, "by_count": many, "words": f"{words}; a tree without loops", "equations": 0}
    counts = {"bodies": len(skeleton.bodies), "markers": len(skeleton.markers), "points": len(shown.scene["times"])}
    statistics = {name: float(count) for name, count in counts.items()}
    if isinstance(shown.of, Sharing):
        statistics["largest residual of sharing"] = float(shown.of.residuals.max())
    return {
        "headline": {"level": "ok", "text": words, "names": []},
        "mobility": mobility | {"coordinates": many, "drivers": 0, "free": [one.name for one in skeleton.coordinates]},
        "redundant": [],
        "singular": [],
        "notes": list(shown.notes),
        "statistics": statistics,
    }


def as_python(trial: Trial, subject: Subject, shown: Shown, values: Values) -> str:
    """The lines that give what is shown."""
    reader = "read_mjcf" if trial.model.lower().endswith(".xml") else "read_osim"
    lines = ["from linkwork.biomechanics import *", "", f"body = {reader}({trial.model!r})"]
    skeleton, kind = subject.skeleton, shown.asked.kind
    q = [round(float(value), 12) for value in pose(skeleton, values)]
    if kind not in MEASURED:
        lines.append(f"pose = {q!r}")
        if kind == SIMULATE:
            active: Any = [float(one) for one in activations(skeleton, values)] or 0.0
            speeds = [0.0] * len(q)
            lines.append(
                f"run = forward(body, pose, {speeds!r}, {active!r}, {shown.asked.until!r}, {shown.asked.points})"
            )
        return "\n".join(lines) + "\n"
    strong = values.get(ALL_STRONG, 1.0)
    if strong != 1.0:
        lines.insert(0, "import dataclasses")
        lines.append(f"strong = [dataclasses.replace(one, strength={strong!r} * one.strength) for one in body.muscles]")
        lines.append("body = dataclasses.replace(body, muscles=tuple(strong))")
    if trial.markers is not None:
        weights = f", {dict(trial.weights)!r}" if trial.weights else ""
        lines += [f"markers = read_markers({trial.markers!r})", f"fit = fit_markers(body, markers{weights})"]
        lines.append("motion = fit.motion")
    else:
        lines.append(f"motion = motion_from(body, read_table({trial.motion!r}))")
    lines += [f"motion = motion.filtered({values[CUTOFF]!r})"] if CUTOFF in values else []
    lines.append(f"plates = read_plates({trial.plates!r})" if trial.plates is not None else "plates = ()")
    if kind == "inverse_dynamics":
        lines.append("net = inverse_dynamics(motion, plates)")
        lines += [f"shared = share_forces(net, {trial.cost!r}, {reserves(values)!r})"] if skeleton.muscles else []
    return "\n".join(lines) + "\n"
