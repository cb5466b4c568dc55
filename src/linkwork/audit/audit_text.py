"""What the audit found, in notes of the run."""

from __future__ import annotations

from linkwork.audit.findings import Finding

_OVERLAP = "the bodies overlap by {amount:.3g} m ({share:.2g} of the smaller outline) at t = {t:.9g} s{more}"
_APART = "it is held closed though the bodies are {amount:.3g} m apart at t = {t:.9g} s{more}"
_DISTANT = "it has an impact at t = {t:.9g} s though the bodies are {amount:.3g} m apart{more}"
_PULL = "it pulls its bodies together with {amount:.3g} N at t = {t:.9g} s{more}"
_GAP = (
    "its gap is {shown:.6g} m at t = {t:.9g} s, which is not the true distance of the bodies: {amount:.3g} m off{more}"
)
_ENERGY = (
    "at t = {t:.9g} s {size:.3g} J of energy {appear} that its impulses do not account for "
    "({share:.2g} of the greatest kinetic energy){more}"
)
_LOSS = (
    "between t = {t:.9g} s and {shown:.9g} s, behind its last change, {size:.3g} J of energy {appear} that no force "
    "accounts for ({share:.2g} of the greatest kinetic energy){more}"
)
_UNSEEN = (
    "two bodies overlap by {amount:.3g} m ({share:.2g} of the smaller outline) at t = {t:.9g} s where its depth is "
    "{shown:.3g} m{more}"
)
_TEXTS = {
    "overlap": _OVERLAP,
    "apart": _APART,
    "distant impact": _DISTANT,
    "pull": _PULL,
    "gap": _GAP,
    "energy": _ENERGY,
    "loss": _LOSS,
    "unseen": _UNSEEN,
}
_ADVICE = (
    "; do not trust the motion from there on: no tolerance mends this; try another method or formulation, or 'moreau'"
)
_WITHOUT_FORCES = "; do not trust the motion from there on; try more points, or `simulate`"


def note_of(finding: Finding, forces: bool = True) -> str:
    """One finding as a note; of a run with or without forces."""
    more = "" if finding.count == 1 else f", the worst of {finding.count} times since t = {finding.first:.9g} s"
    appear = "appear" if finding.amount > 0.0 else "vanish"
    text = _TEXTS[finding.what].format(
        amount=finding.amount,
        share=abs(finding.share),
        size=abs(finding.amount),
        t=finding.t,
        more=more,
        shown=finding.shown,
        appear=appear,
    )
    plural = "s" if ", " in finding.name and "(" not in finding.name else ""
    names = "', '".join(finding.name.split(", ")) if plural else finding.name
    return f"audit: contact{plural} '{names}': {text}{_ADVICE if forces else _WITHOUT_FORCES}"
