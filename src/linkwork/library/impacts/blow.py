"""One blow on the fast time scale: a ball strikes an elastic body at rest, until they can no longer meet again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_positive
from linkwork.library.impacts.contact_law import contact_law
from linkwork.library.impacts.struck import Rod, Sphere, Struck
from linkwork.mechanism.planar import Planar

if TYPE_CHECKING:
    from linkwork.run.run import Run

WAVES, MODES = "waves", "modes"
_TERMS = 40  # of a sum in one formula
_ROW = 5e-7  # s between rows of results: a contact has hundreds of them, and the largest force is known to 1e-4


@public
@publicly_made
@dataclass(frozen=True)
class Blow:
    """What a blow leaves; SI."""

    speed: float
    restitution: float
    contacts: tuple[tuple[float, float], ...]
    largest_force: float
    striker_speed: float
    struck_speed: float
    """That of the mass centre."""
    masses: tuple[float, float]
    """Of what strikes and of what is struck."""
    run: Run

    @property
    def vibrating_share(self) -> float:
        """The share of the energy of motion that stays in the struck body as waves and vibration."""
        striker, struck = self.masses
        after = striker * self.striker_speed**2 + struck * self.struck_speed**2
        return 1 - after / (striker * self.speed**2)

    def text(self) -> str:
        """In a line."""
        many = f"{len(self.contacts)} contacts" if len(self.contacts) > 1 else "one contact"
        return (
            f"{self.speed:g} m/s: restitution {self.restitution:.4f}, {many}, the last over at "
            f"{self.contacts[-1][1] * 1e3:.3f} ms, largest force {self.largest_force:.1f} N"
        )


@public
@takes(speed="SPEED", hardening="PLAIN", within="TIME", penalty="STIFFNESS")
def blow(
    striker: Sphere,
    struck: Struck,
    speed: float,
    *,
    model: str = MODES,
    modes: int = 100,
    hardening: float = 1.0,
    within: float = 0.02,
    rtol: float = 1e-9,
    penalty: float | None = None,
) -> Blow:
    """Let a ball strike a body that hangs freely and at rest, at a speed in m/s.

    `model` is "modes", for any body, or "waves", D'Alembert's solution for a rod: exact until the first echo is back.
    `hardening` is a factor of Hertz' stiffness, for a place that was struck before. `penalty` in N/m takes the place of
    Hertz for a body of finite elements: F = penalty times overlap, all else that gives way is its mesh. The run ends
    when the bodies are so far apart that no vibration can bring them together again, and refuses to judge if that is
    not so `within` s.
    """
    require_positive("blow", speed=speed, hardening=hardening)
    if model not in (WAVES, MODES):
        raise MechanismError(f"blow: model is 'waves' or 'modes', not '{model}'")
    if modes < 1:
        raise MechanismError("blow: give one mode or more")
    if penalty is not None and model == WAVES:
        raise MechanismError("blow: a penalty is that of finite elements; leave out model='waves'")
    law = contact_law("blow", striker, struck, modes, hardening, penalty)
    mechanism: Any = _mechanism(striker, struck, model, modes, law)
    until = struck.echo if isinstance(struck, Rod) and model == WAVES else within
    points = round(until / _ROW) + 2
    run: Run = mechanism.simulate(until, points, speeds={"striker.vx": speed}, rtol=rtol, atol=1e-13, progress=False)
    return _judged(run, striker.mass, struck.mass, speed, until)


@public
@takes(speeds="SPEED")
def restitution_table(striker: Sphere, struck: Struck, speeds: Sequence[float], **options: Any) -> list[Blow]:
    """Blows of several speeds."""
    return [blow(striker, struck, speed, **options) for speed in speeds]


def _mechanism(striker: Sphere, struck: Struck, model: str, modes: int, law: tuple[float, float]) -> Planar:
    stiffness, exponent = law
    m = Planar("blow")
    for name, mass in (("striker", striker.mass), ("struck", struck.mass)):
        m.carriage(name, at=(0, 0), along=(1, 0), mass=mass)
    if model == WAVES:
        if not isinstance(struck, Rod):
            raise MechanismError("blow: waves are known for a rod alone; use model='modes'")
        m.state("surface", rate=f"force/{struck.impedance!r}", start=0, unit="m")
        m.event("apart", "-approach", direction="rising", stop=True)
    else:
        frequencies, shares = struck.vibrations(modes)
        rows = list(zip(frequencies.tolist(), shares.tolist(), strict=True))
        for number, (frequency, share) in enumerate(rows, 1):
            vibration = f"{share!r}*force - {frequency**2!r}*q{number}"
            m.state(f"q{number}", acceleration=vibration, start=0, speed=0)
        moved = [f"({share!r})*q{number}" for number, (_, share) in enumerate(rows, 1)]
        widths = [
            f"{abs(share)!r}*sqrt(q{number}^2 + (q{number}.rate/{frequency!r})^2)"
            for number, (frequency, share) in enumerate(rows, 1)
        ]
        m.signal("surface", f"struck.x + {_sum(m, 'bulge', moved)}", unit="m")
        m.signal("reach", _sum(m, "width", widths), unit="m")
        m.event("apart", "struck.x - striker.x - reach", direction="rising", stop=True)
    m.signal("approach", "striker.x - surface", unit="m")
    # the square keeps the power real where a step looks beyond the end of a contact
    m.signal("force", f"if(approach > 0, {stiffness!r}*(approach^2)^{exponent / 2!r}, 0)", unit="N")
    m.event("contact", "approach")
    m.force("on_striker", "striker", x="-force")
    m.force("on_struck", "struck", x="force")
    return m


def _sum(m: Planar, name: str, terms: list[str]) -> str:
    """The formula of a sum, by signals of a few terms each: formulas have a longest length."""
    parts = [" + ".join(terms[first : first + _TERMS]) for first in range(0, len(terms), _TERMS)]
    for number, part in enumerate(parts, 1):
        m.signal(f"{name}{number}", part, unit="m")
    return " + ".join(f"{name}{number}" for number in range(1, len(parts) + 1))


def _judged(run: Run, striker: float, struck: float, speed: float, until: float) -> Blow:
    if not any(event.kind == "event" and event.name == "apart" for event in run.events):
        raise AnalysisError(f"the bodies may still meet again {until:g} s after the blow: give it longer by `within`")
    changes = [float(event.t) for event in run.events if event.kind == "event" and event.name == "contact"]
    changes = changes if len(changes) % 2 else changes[1:]  # the start, where they just touch, may be noted or not
    ends = [0.0, *changes]
    contacts = tuple(zip(ends[::2], ends[1::2], strict=True))
    after, given = float(run["striker.vx"][-1]), float(run["struck.vx"][-1])
    impulse = striker * (speed - after)
    return Blow(
        speed,
        (striker + struck) * impulse / (striker * struck * speed) - 1,
        contacts,
        float(np.max(run["force"])),
        after,
        given,
        (striker, struck),
        run,
    )
