"""Reports as files: one HTML page that reaches nothing, a PDF of A4 pages, the same for the same input."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.cli.main import app
from linkwork.report.html import table_text
from linkwork.report.parts import MADE_WITH, Content, Listing, Picture, Table, Words
from linkwork.report.pdf import pages_of
from linkwork.report.pdf_page import ROOM, Pages, placed_size
from linkwork.report.pdf_table import put_table
from linkwork.report.pdf_text import broken, width_of
from linkwork.report.subject import of_run
from linkwork.report.write import write_report

DATE = datetime(2026, 3, 1, tzinfo=UTC)


def hostile() -> lw.Planar:
    """A pendulum whose names would run as a script if they were not escaped."""
    m = lw.Planar("<script>alert(1)</script>", "a & b </title>")
    bob = m.body("bob")
    m.mass(bob, 2, center=(0.0, -0.5), inertia=0.1)
    m.revolute("O", m.ground, bob)
    return m


@pytest.fixture(scope="module")
def run() -> lw.Run:
    return hostile().simulate(0.5, 21, hold={"bob.angle": 0.3}, progress=False)


def test_the_page_is_whole_escaped_and_reaches_nothing(run: lw.Run, tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    run.report(path)
    text = path.read_text(encoding="utf-8")
    assert "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>" in text
    assert "a &amp; b &lt;/title&gt;" in text
    assert "<script" not in text
    assert text.count("<iframe") == 1 and 'sandbox="allow-scripts"' in text
    assert "default-src 'none'" in text
    assert not re.search(r"(src|href)=\"(?!data:|#)", text)
    assert "@media print" in text


@pytest.fixture(scope="module")
def printed(run: lw.Run, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The report on paper."""
    path = tmp_path_factory.mktemp("printed") / "r.pdf"
    write_report(of_run(run), path, date=DATE)
    return path.read_bytes()


def test_the_same_report_is_written_again(run: lw.Run, printed: bytes, tmp_path: Path) -> None:
    for name in ("a.html", "b.html", "b.pdf"):
        write_report(of_run(run), tmp_path / name, date=DATE)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    assert (tmp_path / "b.pdf").read_bytes() == printed


def test_letters_that_the_font_lacks_are_boxes_and_no_trouble(tmp_path: Path) -> None:
    m = lw.Planar("漢字 😀", "振り子 🎉")
    bob = m.body("漢字")
    m.mass(bob, 2, center=(0.0, -0.5), inertia=0.1)
    m.revolute("継手", m.ground, bob)
    found = m.simulate(0.1, 5, hold={"漢字.angle": 0.3}, progress=False)
    for ending in ("html", "pdf"):
        write_report(of_run(found), tmp_path / f"r.{ending}", date=DATE)
    assert "<h1>漢字 😀</h1>" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF-1.")
    assert width_of("漢", 10.0) == width_of("字", 10.0) > 0.0


def test_the_pdf_has_a4_pages_of_vectors(printed: bytes) -> None:
    data = printed
    assert data.startswith(b"%PDF-1.")
    pages = data.count(b"/Type /Page\n") + data.count(b"/Type /Page ")
    assert pages >= 3
    assert data.count(b"/MediaBox [ 0 0 595 842 ]") == pages
    assert b"/Subtype /Image" not in data


def test_long_tables_go_on_over_pages_with_their_head() -> None:
    rows = [(f"row {n}", "words " * 40, f"{n}") for n in range(60)]
    pages = Pages()
    put_table(pages, Table(("name", "text", "number"), rows, "llr"))
    assert len(pages.figures) > 3
    for page in pages.figures:
        texts = [text.get_text() for text in page.texts]
        assert texts[:3] == ["name", "text", "number"]
        assert all(0.0 < text.get_position()[1] < 842.0 for text in page.texts)
    shown = [text.get_text() for page in pages.figures for text in page.texts]
    assert [text for text in shown if text.startswith("row ")] == [row[0] for row in rows]


def test_a_drawing_is_as_wide_as_the_text_however_often_it_is_measured(run: lw.Run) -> None:
    figure = run.draw()
    assert placed_size(figure)[0] == pytest.approx(ROOM)
    assert placed_size(figure)[0] == pytest.approx(ROOM)


def test_text_is_broken_where_it_fits() -> None:
    lines = broken("a rather long sentence " * 12 + "x" * 200, ROOM, 9.0)
    assert all(width_of(line, 9.0) <= ROOM for line in lines)
    assert "".join(lines).count("x") == 200
    assert broken("", 100.0, 9.0) == [""]


def test_cells_are_escaped() -> None:
    text = table_text(Table(("<b>",), [("<i>",)], "l", "<u>", "<s>"))
    assert all(f"&lt;{letter}&gt;" in text for letter in "bius")


def test_another_ending_and_a_missing_folder_are_refused(run: lw.Run, tmp_path: Path) -> None:
    with pytest.raises(LinkworkError, match=r"report 'r.docx': the ending '.docx' is not known; use .html"):
        run.report(tmp_path / "r.docx")
    with pytest.raises(LinkworkError, match="there is no folder"):
        hostile().report(tmp_path / "none" / "r.html")
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_report_and_names_a_wrong_channel(tmp_path: Path) -> None:
    model = tmp_path / "p.yaml"
    mechanism = hostile()
    mechanism.save(model)
    runner, out = CliRunner(), tmp_path / "p.html"
    arguments = ["report", str(model), "--out", str(out), "--until", "0.3", "--points", "7", "--verify", "none"]
    done = runner.invoke(app, [*arguments, "--plot", "bob.angle"])
    assert done.exit_code == 1, done.output  # a pendulum without driver has no kinematics
    assert "There is no result" in out.read_text(encoding="utf-8")
    with model.open("a", encoding="utf-8") as file:
        file.write("analysis: {simulate: {until: 0.3, points: 7}}\n")
    done = runner.invoke(app, [*arguments, "--plot", "bob.angle,bob.omega"])
    assert done.exit_code == 0, done.output
    assert "bob.angle, bob.omega over time." in out.read_text(encoding="utf-8")
    done = runner.invoke(app, [*arguments, "--plot", "bob.angel"])
    assert done.exit_code == 2 and "channel 'bob.angel'" in done.output
    done = runner.invoke(app, [*arguments[:-1], "long"])
    assert done.exit_code == 2 and "--verify long: write one of short, full, none" in done.output


def test_no_report_ends_on_a_nearly_empty_page_where_flatter_figures_do_without_it(run: lw.Run) -> None:
    def content(lines: int) -> Content:
        made = Content("crank", "", "today", Words("Fine.", "good"))
        made.add("Drawing", [Picture(run.plot("bob.angle"), "Over time.")])
        made.add("Model file", [Listing("\n".join(f"line {n}" for n in range(lines)))])
        made.add(MADE_WITH, [Words("linkwork.")])
        return made

    pages = pages_of(content(32))
    assert len(pages) == 1, "32 lines need two pages with a figure as tall as it was"
    assert "Made with linkwork." in [text.get_text() for text in pages[-1].texts]
    many = pages_of(content(90))
    assert len(many) == 2 and "Made with linkwork." in [text.get_text() for text in many[-1].texts]
