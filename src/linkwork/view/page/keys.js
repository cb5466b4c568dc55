/* The keyboard, and the sheet that says what it does. */
(function (viewer) {
  "use strict";

  const { lastBefore, element } = viewer.tools;
  const { button } = viewer.faces;
  const TYPING = "select, textarea, input:not([type=checkbox]), [contenteditable]";
  const TOLD = [
    ["space", "play, pause"],
    ["←|→", "one frame back, on; with shift ten"],
    ["home|end", "first, last time"],
    ["page up|page down", "event before, after"],
    ["[|]", "slower, faster"],
    ["L", "loop"],
    ["F", "fit the whole motion"],
    ["+|−|0", "zoom the time of the plots in, out, back"],
    ["P", "plots shown or not"],
    ["?", "this list"],
    ["esc", "close; let go of what is selected"],
  ];
  const TOLD_LIVE = [
    ["S", "start from where a body was dragged"],
    ["ctrl|Z", "undo"],
    ["ctrl|shift|Z", "redo"],
    ["ctrl|S", "save the file"],
  ];

  function event(app, way) {
    const { events } = app.timeline,
      { time, span } = app.player,
      close = 1e-9 * span;
    const here = lastBefore(events.length, (i) => events[i].t, way > 0 ? time + close : time - close);
    const next = events[way > 0 ? here + 1 : here];
    if (next) app.player.go(next.t);
  }

  function actions(app) {
    const { player, plots } = app;
    return {
      " ": () => player.toggle(),
      Home: () => player.go(player.first),
      End: () => player.go(player.last),
      ArrowRight: (shift) => player.step(shift ? 10 : 1),
      ArrowLeft: (shift) => player.step(shift ? -10 : -1),
      PageDown: () => event(app, 1),
      PageUp: () => event(app, -1),
      "[": () => player.faster(-1),
      "]": () => player.faster(1),
      l: () => {
        player.loop = !player.loop;
        player.tell();
      },
      f: () => app.view("fit"),
      "+": () => plots.zoomBy(0.5),
      "=": () => plots.zoomBy(0.5),
      "-": () => plots.zoomBy(2),
      0: () => plots.zoom(null),
      p: () => app.showPlots(!app.plotsShown),
      "?": () => app.help.showModal(),
      s: () => app.startHere(),
      Escape: () => app.select(null),
    };
  }

  function withControl(app, { key, shiftKey }) {
    const live = app.live,
      name = key.toLowerCase();
    if (!live) return null;
    if (name === "z") return () => live.ask(shiftKey ? "redo" : "undo");
    if (name === "y") return () => live.ask("redo");
    return name === "s" ? () => live.ask("save") : null;
  }

  /* Keys go to the viewer that has the focus; where none has, to the one used last. */
  function handleKeys(app, signal) {
    const own = actions(app),
      mine = (target) => app.root.contains(target) || (target === document.body && viewer.used === app);
    viewer.used = app;
    app.root.addEventListener(
      "pointerdown",
      () => {
        viewer.used = app;
      },
      { signal },
    );
    window.addEventListener(
      "keydown",
      (pressed) => {
        const { target, key } = pressed,
          matches = (which) => Boolean(target.matches && target.matches(which));
        if (!mine(target) || pressed.defaultPrevented || pressed.altKey || app.help.open) return;
        const control = pressed.ctrlKey || pressed.metaKey;
        const typed = matches("input[type=number], input[type=search]") && !matches(".lw-parameter .line input");
        if (control && typed && key.toLowerCase() !== "s") return;
        if (!control && (matches(TYPING) || (key === " " && matches("button, summary, input")))) return;
        const act = control ? withControl(app, pressed) : own[key.length === 1 ? key.toLowerCase() : key];
        if (!act || (app.player.still && [" ", "Home", "End", "ArrowLeft", "ArrowRight"].includes(key))) return;
        pressed.preventDefault();
        act(pressed.shiftKey);
      },
      { signal },
    );
  }

  function helpSheet(live) {
    const rows = [...TOLD, ...(live ? TOLD_LIVE : [])].map(([keys, does]) => [
      element("dt", {}, ...keys.split("|").map((one) => element("kbd", {}, one))),
      element("dd", {}, does),
    ]);
    const sheet = element(
      "dialog",
      { class: "lw-help", "aria-label": "Keys and mouse" },
      element(
        "header",
        {},
        element("h2", {}, "Keys and mouse"),
        button({ icon: "close", title: "Close", press: () => sheet.close(), kind: "small" }),
      ),
      element("dl", {}, ...rows.flat()),
      element(
        "p",
        {},
        "On the stage: drag moves a planar drawing and turns a spatial one, the right button does the other, " +
          "the wheel zooms; hovering names a thing, a click plots it.",
        live ? " Drag a body and the mechanism follows." : "",
      ),
      element(
        "p",
        {},
        "In a plot: a click goes to that time, dragging zooms, a double click shows the whole time again.",
      ),
    );
    sheet.addEventListener("click", (pressed) => {
      if (pressed.target === sheet) sheet.close();
    });
    return sheet;
  }

  viewer.keys = { handleKeys, helpSheet };
})(window.LinkworkViewer);
