/* Play, step, speed, loop and the clock. */
(function (viewer) {
  "use strict";

  const { short } = viewer.kit;
  const { clockText, element } = viewer.tools;
  const { button, setIcon, toggle } = viewer.faces;

  function speedChoice(player) {
    const choice = element("select", {
      class: "lw-select lw-speed",
      "aria-label": "Speed",
      title: "Speed, times real time ([ and ])",
    });
    choice.addEventListener("change", () => {
      player.speed = Number(choice.value);
      player.tell();
    });
    let shown = "";
    player.watch(() => {
      const speeds = player.speeds,
        key = speeds.join();
      if (key !== shown)
        choice.replaceChildren(
          ...speeds.map((speed) => element("option", { value: String(speed) }, `${short(speed)} ×`)),
        );
      shown = key;
      if (choice.value !== String(player.speed)) choice.value = String(player.speed);
    });
    return choice;
  }

  function clock(player) {
    const now = element("b"),
      whole = element("span");
    player.watch(() => {
      now.textContent = clockText(player.time, player.span);
      whole.textContent = ` / ${clockText(player.last, player.span)} s`;
    });
    return element("output", { class: "lw-clock", "aria-label": "Time shown", "aria-live": "off" }, now, whole);
  }

  function transport(player) {
    const play = button({ icon: "play", title: "Play (space)", press: () => player.toggle(), kind: "lw-play" });
    const loop = toggle({
      icon: "loop",
      title: "Start again at the end (L)",
      on: player.loop,
      change: (on) => {
        player.loop = on;
      },
    });
    let playing = false;
    player.watch(() => {
      loop.turn(player.loop);
      if (playing === player.playing) return;
      playing = player.playing;
      setIcon(play, playing ? "pause" : "play");
      play.title = playing ? "Pause (space)" : "Play (space)";
      play.setAttribute("aria-label", play.title);
    });
    return element(
      "div",
      { class: "lw-transport", role: "group", "aria-label": "Playing" },
      button({ icon: "back", title: "One frame back (left arrow)", press: () => player.step(-1) }),
      play,
      button({ icon: "forward", title: "One frame on (right arrow)", press: () => player.step(1) }),
      clock(player),
      speedChoice(player),
      loop,
    );
  }

  viewer.transport = transport;
})(window.LinkworkViewer);
