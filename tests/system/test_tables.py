"""What compile lays down: numbers of rows and columns, and which entries of the Jacobian can be nonzero."""

from __future__ import annotations

import pytest
from loop import slider_crank

from linkwork.base.errors import MechanismError
from linkwork.mechanism.planar import Planar
from linkwork.places import layout_kernel as layout
from linkwork.system.tables.compile import compile_system


def haug_four_bar() -> Planar:
    """The four-bar of Haug's Example 4.2.1."""
    m = Planar("four-bar of Example 4.2.1")
    one, two, three = m.bodies("one", "two", "three")
    m.revolute("A", m.ground.at(0, 0), one.at(-1, 0))
    m.revolute("B", one.at(1, 0), two.at(-2, 0))
    m.revolute("C", two.at(2, 0), three.at(2, 0))
    m.revolute("D", three.at(-2, 0), m.ground.at(2, 0))
    m.drive("motor", on=one, angle="t")
    return m


def test_revolute_between_moving_bodies_has_eight_entries_of_twelve() -> None:
    """Haug Eq. 4.2.5. Our ground has no columns, so a pin on ground has four entries.

    The book's 34 entries of 12 x 12 have ground as a body: our 25 of 9 x 9, the ground's columns under pin D (4) and
    under pin A (2: the pin is at ground's origin, so its angle does not matter), and ground's 3 equations.
    """
    system = compile_system(haug_four_bar())
    entries = {}
    for placed in system.elements:
        marks = "".join(placed.element.structure()).replace("|", "")
        entries[placed.name] = sum(mark != "-" and placed.ends[place % 6 // 3] > 0 for place, mark in enumerate(marks))
    assert entries == {"A": 4, "B": 8, "C": 8, "D": 4, "motor": 1}
    assert (len(system.equations), len(system.coordinates)) == (9, 9)
    assert system.k[layout.SCATTER] + 4 + 2 + 3 == 34


def test_drivers_can_be_left_out_or_chosen() -> None:
    m = slider_crank()
    assert [placed.name for placed in compile_system(m, drivers=False).elements] == ["O", "A", "B", "guide"]
    assert [str(equation) for equation in compile_system(m).equations][-1] == "driver 'motor' (angle)"
    assert compile_system(m, drivers=["motor"]).k.tolist() == compile_system(m).k.tolist()


def test_free_time_is_the_last_column_and_only_drivers_touch_it() -> None:
    fixed, free = compile_system(slider_crank()), compile_system(slider_crank(), time_free=True)
    assert free.coordinates[-1] == "time"
    assert free.k[layout.SCATTER] == fixed.k[layout.SCATTER] + 1


def test_equations_name_their_joint() -> None:
    names = [str(equation) for equation in compile_system(slider_crank()).equations]
    assert names[0] == "joint 'O' (x)"
    assert names[7] == "joint 'guide' (angle)"


def test_length_of_the_model_is_that_of_its_longest_part() -> None:
    assert compile_system(slider_crank()).length == pytest.approx(0.5)
    assert compile_system(slider_crank(), overrides={"l": 3.0}).length == pytest.approx(3.0)


def test_errors_say_where_and_what_to_do() -> None:
    m = Planar("empty")
    with pytest.raises(MechanismError, match="the mechanism has no bodies"):
        compile_system(m)
    m.body("crank")
    with pytest.raises(MechanismError, match="the mechanism has no joints"):
        compile_system(m)
    m.revolute("A", "crank", "rot")
    with pytest.raises(MechanismError, match="joint 'A': body 'rot' is not defined"):
        compile_system(m)
