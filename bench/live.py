"""Live design, end to end: from the move of a slider in a real browser to the picture that answers it.

`linkwork view` runs as its users run it, in a Chromium without a window that draws as it does by itself: where there is
no graphics card, by software. Every wait is measured in the page: until the message is sent, until the answer
is there, until it is taken in, until its picture is finished (one pixel is read back). Processor times are those of
the server, of the page's main thread and of the process that draws. Needs playwright and Chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import linkwork as lw

Row = dict[str, Any]
MOVES, FIRST = int(os.environ.get("BENCH_MOVES", 60)), 8  # moves that count; moves before them
TARGET = 100.0  # ms
SIZE = {"width": 1280, "height": 760}
DRAWN_BY_SOFTWARE = ("--enable-unsafe-swiftshader", "--no-sandbox")
HEARD = """(() => {
  const Socket = window.WebSocket, { send } = Socket.prototype;
  window.moments = {};
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (event) => {
        if (!event.data.startsWith('{"type": "model"')) return;
        window.moments.heard = performance.now();
        window.moments.size = event.data.length;
      });
    }
  };
  Socket.prototype.send = function (text) {
    if (text.includes('"set"')) window.moments.sent = performance.now();
    return send.call(this, text);
  };
})();"""
MOVE = """([name, value]) => new Promise((done) => {
  const slider = document.querySelector(`[type=range][aria-label="${name}"]`),
    stage = LinkworkViewer.player.stage.inside, { load, render } = stage, pixel = new Uint8Array(4);
  stage.load = (...all) => {
    load.apply(stage, all);
    stage.render = () => {
      if (moments.drawn) return;
      moments.taken = performance.now();
      render.call(stage);
      const gl = stage.renderer.getContext();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      moments.drawn = performance.now();
      stage.load = load;
      stage.render = render;
      setTimeout(() => done(moments));
    };
  };
  moments = {};
  slider.value = value;
  moments.moved = performance.now();
  slider.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def linkage() -> lw.Planar:
    """Ten bodies: four four-bars in a row, each driven by the follower of the one before, and a ram at the end."""
    m = lw.Planar("ten bodies")
    crank, coupler, rocker, pitch = m.parameters(crank=0.3, coupler=1.0, rocker=0.6, pitch=1.0)
    driving: Any = m.body("crank", estimate=(0, 0, 1.2))
    m.revolute("A0", m.ground.at(0, 0), driving.at(0, 0))
    length = crank
    for i in range(1, 5):
        bar = m.body(f"coupler {i}", estimate=(i - 0.9, 0.4, 0.1))
        follower = m.body(f"follower {i}", estimate=(i, 0, 1.2), points={"top": (rocker, 0)})
        m.revolute(f"A{i}", m.ground.at(i * pitch, 0), follower.at(0, 0))
        m.revolute(f"B{i}", driving.at(length, 0), bar.at(0, 0))
        m.revolute(f"C{i}", bar.at(coupler, 0), follower.at(rocker, 0))
        driving, length = follower, rocker
    ram = m.body("ram", estimate=(4.3, 0.9, 0))
    m.translational("guide", m.ground.line((0, 0.9), (1, 0.9)), ram.line((0, 0), (1, 0)))
    m.pin_in_slot("slot", line=ram.line((0, 0), (0, 1)), pin=driving.at(length, 0))
    m.drive("motor", joint="A0", angle="1.2 + 2*pi*t")
    return m


def chain() -> lw.Planar:
    """Ten rods that hang from each other and fall, simulated."""
    m = lw.Planar("ten rods")
    m.set_gravity(0, -9.81)
    rod = m.parameters(rod=0.1)
    last: Any = m.ground.at(0, 0)
    for i in range(10):
        body = m.body(f"rod {i}", estimate=(0.09 * i, -0.05 * i, -0.5))
        m.mass(body, mass=0.1, inertia=0.1 * rod**2 / 12)
        m.revolute(f"J{i}", last, body.at(-rod / 2, 0))
        last = body.at(rod / 2, 0)
    return m


def delta() -> lw.Spatial:
    """A delta robot of ten bodies in space: three arms, six rods between a universal and a ball joint, the hand."""
    m = lw.Spatial("delta robot")
    m.parameters(foot=0.12, edge=0.05, arm=0.2, rod=0.42, half=0.04)
    m.body("hand", estimate=(0.05, 0, -0.4), points={"middle": (0, 0, 0)})
    for i in range(3):
        turn = f"{120 * i} deg"
        c, s, own = f"cos({turn})", f"sin({turn})", f"arm {i}"
        motor = (f"foot*{c}", f"foot*{s}", 0)
        m.body(own, estimate=motor, orientation={"euler": (turn, "40 deg", 0), "order": "zyx"})
        m.revolute(f"motor {i}", {"ground": {"at": motor, "axis": (f"-{s}", c, 0)}}, {own: {"axis": (0, 1, 0)}})
        for side in (1, -1):
            bar, across = f"rod {i}{'ab'[side < 0]}", f"{side}*half"
            elbow = (f"(foot + 0.77*arm)*{c} - {across}*{s}", f"(foot + 0.77*arm)*{s} + {across}*{c}", "-0.64*arm")
            m.body(bar, estimate=elbow, orientation={"euler": (turn, "130 deg", 0), "order": "zyx"})
            ends = {own: {"at": ("arm", across, 0), "axis": (0, 1, 0)}}, {bar: {"axis": (0, 0, 1)}}
            m.universal(f"elbow {bar}", *ends)
            wrist = (f"edge*{c} - {across}*{s}", f"edge*{s} + {across}*{c}", 0)
            m.spherical(f"wrist {bar}", {bar: ("rod", 0, 0)}, {"hand": wrist})
    for axis, value in zip("xyz", ("0.05*cos(2*pi*t)", "0.05*sin(2*pi*t)", "-0.4 + 0.03*sin(4*pi*t)"), strict=True):
        m.drive(axis, on="hand", **{axis: value})
    return m


PROBLEMS = {
    "linkage, 10 bodies, kinematics": (linkage, "crank", 0.3, "kinematics: {until: 1, points: 201}"),
    "chain, 10 bodies, simulation": (chain, "rod", 0.1, "simulate: {until: 1, points: 201}"),
    "delta robot, 10 bodies in space, kinematics": (delta, "rod", 0.42, "kinematics: {until: 1, points: 121}"),
}
OUTPUT = {
    "linkage": "output: {traces: [follower 4.top], plots: [[follower 4.angle, ram.x]]}",
    "chain": "",
    "delta": "output: {traces: [hand.middle], plots: [[motor 0.angle, motor 1.angle, motor 2.angle]]}",
}


@contextmanager
def served(path: Path) -> Iterator[tuple[str, int]]:
    """`linkwork view` on a model: its address, and the number of its process."""
    command = [sys.executable, "-m", "linkwork.cli.main", "view", str(path), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            yield address[0], server.pid
        finally:
            server.send_signal(signal.SIGINT)


def spent(process: int) -> float:
    """Processor time of a process, s; not a number where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(tab: Any, name: str, start: float, moves: int) -> list[dict[str, float]]:
    """The moments of many moves to and fro, within 10 % of where the slider stands."""
    values = [start * (0.9 + 0.2 * abs((i * 0.037) % 2.0 - 1.0)) for i in range(moves)]
    return [tab.evaluate(MOVE, [name, value]) for value in values]


def _row(label: str, found: list[dict[str, float]], used: dict[str, float]) -> Row:
    def between(first: str, last: str) -> list[float]:
        return [one[last] - one[first] for one in found]

    whole = between("moved", "drawn")
    return {
        "problem": label,
        "median_ms": round(median(whole), 1),
        "95 %_ms": round(quantiles(whole, n=20)[-1], 1),
        "server_ms": round(median(between("sent", "heard")), 1),
        "taking in_ms": round(median(between("heard", "taken")), 1),
        "drawing_ms": round(median(between("taken", "drawn")), 1),
        **{f"{who} cpu_ms": round(1e3 * seconds / len(found), 1) for who, seconds in used.items()},
        "message_kB": round(median(one["size"] for one in found) / 1e3, 1),
        "target_ms": TARGET,
    }


class Times:
    """Processor times, s: of the server, of the page's main thread, and of what draws by software."""

    def __init__(self, process: int, tab: Any, browser: Any) -> None:
        self.process, self.page, self.whole = process, tab.context.new_cdp_session(tab), browser
        self.page.send("Performance.enable", {"timeDomain": "threadTicks"})

    def now(self) -> dict[str, float]:
        """Since the beginning."""
        metrics = {one["name"]: one["value"] for one in self.page.send("Performance.getMetrics")["metrics"]}
        processes = self.whole.send("SystemInfo.getProcessInfo")["processInfo"]
        drawing = sum(one["cpuTime"] for one in processes if one["type"] == "GPU")
        return {"server": spent(self.process), "page": metrics["TaskDuration"], "drawing": drawing}


def rows() -> Iterator[Row]:
    """One row a mechanism."""
    if find_spec("playwright") is None or shutil.which("chromium") is None:
        yield {"problem": "live design", "note": "needs chromium and `pip install playwright`"}
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(DRAWN_BY_SOFTWARE))
        for label, (build, name, start, analysis) in PROBLEMS.items():
            path = Path(folder) / f"{build.__name__}.yaml"
            build().save(path)
            with path.open("a", encoding="utf-8") as file:
                file.write(f"analysis: {{{analysis}}}\n{OUTPUT[build.__name__]}\n")
            with served(path) as (address, process):
                tab = browser.new_page(viewport=SIZE, reduced_motion="reduce")
                tab.add_init_script(HEARD)
                tab.goto(address)
                tab.locator(f'[type=range][aria-label="{name}"]').wait_for()
                times = Times(process, tab, browser.new_browser_cdp_session())
                measured(tab, name, start, FIRST)
                before = times.now()
                found = measured(tab, name, start, MOVES)
                yield _row(label, found, {who: now - before[who] for who, now in times.now().items()})
                tab.close()
        browser.close()
