"""What the time-stepping does not know it says, and results that it does not keep are told with what to use."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.bodies.profiles import circle, wall


def _disc(group: bool = False, **law: object) -> lw.Planar:
    mechanism = lw.Planar("disc")
    mechanism.set_gravity(0, -10)
    mechanism.ground.profile("floor", wall((0, 0), (-1, 0)))
    body = mechanism.body("disc", estimate=(0, 0.1, 0))
    mechanism.mass("disc", mass=1, inertia=0.005)
    body.profile("rim", circle(0.1))
    if group:
        mechanism.contacts_among("G", **law)
    else:
        mechanism.contact("C", "ground.floor", "disc.rim", **law)
    return mechanism


def _run(mechanism: lw.Planar) -> lw.Run:
    return mechanism.simulate(0.01, 3, method="moreau", step=1e-3, progress=False)


def test_static_friction_and_stribeck_speed_are_noted_as_not_used() -> None:
    run = _run(_disc(friction=0.2, static_friction=0.3, stribeck_speed=0.1))
    text = "contact 'C': method 'moreau' has one coefficient of friction, that of sliding (0.2); "
    assert text + "static_friction and stribeck_speed are not used" in run.notes
    run = _run(_disc(group=True, friction=0.2, static_friction=0.3))
    assert any(note.startswith("contacts 'G'") and "static_friction is not used" in note for note in run.notes)
    run = _run(_disc(friction=0.2, static_friction=0.2))
    assert not any("not used" in note for note in run.notes)


def test_impacts_in_turn_are_refused() -> None:
    mechanism = _disc()
    mechanism.impacts(several="in turn")
    with pytest.raises(MechanismError, match="impacts: method 'moreau' solves all impacts of a step together"):
        _run(mechanism)


def test_a_log_of_contacts_is_told_not_to_be_kept(tmp_path) -> None:
    run = _run(_disc())
    run.save(tmp_path / "disc.run")
    again = lw.load_run(tmp_path / "disc.run")
    assert list(again["C.force"]) == list(run["C.force"])
    for found in (run, again):
        for ask in (found.contact_log, found.contact_states, found.plot_contacts):
            with pytest.raises(AnalysisError, match=r"keeps no log of single contacts; use channels such as C\.force"):
                ask("C")
            with pytest.raises(AnalysisError, match="or simulate with an event-driven method"):
                ask()


def test_an_event_driven_run_tells_how_the_channels_of_a_group_are_named() -> None:
    run = _disc(group=True).simulate(0.01, 3, progress=False)
    with pytest.raises(AnalysisError, match=r"there is no channel 'G\.contacts'; .*'G\(ground\.floor, disc\.rim\)\."):
        run["G.contacts"]
    assert run["G(ground.floor, disc.rim).force"][-1] == pytest.approx(10)
