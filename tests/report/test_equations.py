"""Equations of motion in a report and in a notebook."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.program.readable import lines_of_terms
from linkwork.report.equations import equation_parts, short_latex
from linkwork.report.gather import gather
from linkwork.report.parts import Picture
from linkwork.report.subject import of_mechanism

pytest.importorskip("sympy")
EXAMPLES = Path(__file__).parents[2] / "examples"


def pendulum(name: str = "O") -> lw.Planar:
    m = lw.Planar("pendulum")
    m.parameters(m1=2, l1=0.5, g=9.81)
    bob = m.body("bob", estimate=(0, 0, 0.3))
    m.revolute(name, m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass="m1", center=("l1", 0), inertia=0)
    m.set_gravity(0, "-g")
    return m


def test_the_report_of_a_pendulum_sets_its_mass_and_its_force() -> None:
    subject = of_mechanism(pendulum(), progress=False, verify="none")
    content = gather(subject, date=datetime(2026, 3, 1, tzinfo=UTC))
    (section,) = [each for each in content.sections if each.title == "Equations of motion"]
    (picture,) = [part for part in section.parts if isinstance(part, Picture)]
    lines = [text.get_text() for text in picture.figure.axes[0].texts]
    assert lines == [
        r"$q_{1} = {\theta}_{\mathrm{O}}$",
        r"$M_{11} = l_{1}^{2}\,m_{1}$",
        r"$Q_{1} = - g\,l_{1}\,m_{1}\,\cos{\left({\theta}_{\mathrm{O}} \right)}$",
    ]


def test_terms_are_those_of_the_expressions() -> None:
    p = pendulum().program(["m1", "l1", "g"], coordinates="joints")
    left, terms = lines_of_terms(p.recorded)[-1]
    assert left == "Q_{1}" and len(terms) == 1


@pytest.mark.parametrize("model", ["gallery/car.yaml", "bouncing-block.yaml", "spring-linkage.yaml"])
def test_what_is_long_or_no_program_has_no_such_section(model: str) -> None:
    m: Any = lw.load(EXAMPLES / model)
    assert equation_parts(m) == []


def test_names_whose_letters_formulas_lack_are_left_to_the_tables() -> None:
    assert equation_parts(pendulum("手")) == []


def test_a_notebook_shows_the_equations_of_a_small_program_and_words_on_a_large_one() -> None:
    small: Any = pendulum().program(["m1", "l1", "g"], coordinates="joints")
    shown = small._repr_html_()
    assert "1 coordinates, 0 equations" in shown and r"l_{1}^{2}" in shown and shown.count("$$") % 2 == 0
    m: Any = lw.load(EXAMPLES / "spring-linkage.yaml")
    large: Any = m.program()
    assert "$$" not in large._repr_html_() and "multiplications" in large._repr_html_()


def test_a_notebook_shows_results_that_have_no_text_of_their_own() -> None:
    natural: Any = pendulum().natural_coordinates()
    assert "linkwork-out" in natural._repr_html_()


def test_formulas_that_look_a_table_up_are_not_shown() -> None:
    """A notebook set functions named by digests, without the numbers of the table."""
    m = lw.Planar("p")
    bar = m.body("bar", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=2, center=(0.5, 0), inertia=0.1)
    m.force("motor", bar, torque=lw.Table(of="bar.angle", points=[(-3, 0), (0, -3), (3, 6)]))
    assert short_latex(m.program()) == ""
