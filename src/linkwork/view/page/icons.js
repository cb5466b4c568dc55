/* Icons as thin lines in a square of 24, and the buttons that carry them. */
(function (viewer) {
  "use strict";

  const { element } = viewer.tools;
  const PATHS = {
    add: "M12 5v14M5 12h14",
    back: "M18 6l-8 6 8 6zM7 6v12",
    channels: "M3 12c2-7 4-7 6 0s4 7 6 0 4-7 6 0",
    circuit: "M2 12h5M17 12h5M7 8.5h10v7H7zM12 15.5V21M9.5 21h5",
    close: "M6 6l12 12M18 6L6 18",
    design: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
    diagnosis: "M3 12h4l3-7 4 14 3-7h4",
    events: "M6 21V4M6 5h11l-2.5 4 2.5 4H6",
    fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    compare: "M4 20V8M4 20h16M7 16l4-5 3 2 6-8M7 19l5-3 3 1 5-4",
    export: "M12 4v11M7.5 8.5L12 4l4.5 4.5M5 14v6h14v-6",
    forward: "M6 6l8 6-8 6zM17 6v12",
    freeze: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9",
    help: "M9.2 9a2.8 2.8 0 1 1 4.3 2.4c-1 .7-1.5 1.2-1.5 2.4M12 17.6v.1",
    lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    loop: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
    minus: "M5 12h14",
    more: "M5 12v.1M12 12v.1M19 12v.1",
    pause: "M8 5v14M16 5v14",
    play: "M7 5l12 7-12 7z",
    plots: "M4 4v16h16M7 15l4-5 3 3 5-7",
    redo: "M15 5l5 5-5 5M20 10H9a5 5 0 0 0 0 10h3",
    run: "M20 11a8 8 0 1 0-2.3 6.2M20 4v7h-7",
    save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
    show: "M12 4l9 5-9 5-9-5zM4 13.5l8 4.5 8-4.5",
    undo: "M9 5l-5 5 5 5M4 10h11a5 5 0 0 1 0 10h-3",
  };
  const FILLED = ["play", "back", "forward"];

  function icon(name) {
    const space = "http://www.w3.org/2000/svg",
      made = document.createElementNS(space, "svg");
    const path = document.createElementNS(space, "path");
    made.setAttribute("viewBox", "0 0 24 24");
    made.setAttribute("class", FILLED.includes(name) ? "lw-icon filled" : "lw-icon");
    made.setAttribute("aria-hidden", "true");
    path.setAttribute("d", PATHS[name]);
    made.append(path);
    return made;
  }

  function setIcon(button, name) {
    button.querySelector("path").setAttribute("d", PATHS[name]);
    button.querySelector("svg").setAttribute("class", FILLED.includes(name) ? "lw-icon filled" : "lw-icon");
  }

  /* A button with an icon, a word or both; `title` is what it says when hovered and to a reader. */
  function button({ icon: sign, text, title, press, kind = "" }) {
    return element(
      "button",
      { class: `lw-button ${kind}`, type: "button", title, "aria-label": title, onclick: press },
      sign ? icon(sign) : null,
      text ? element("span", {}, text) : null,
    );
  }

  /* A button that stays down; `change` hears the new state. `made.turn(on)` sets it without telling. */
  function toggle({ on, change, ...face }) {
    const made = button({
      ...face,
      press: () => {
        made.turn(made.getAttribute("aria-pressed") !== "true");
        change(made.getAttribute("aria-pressed") === "true");
      },
    });
    made.turn = (state) => made.setAttribute("aria-pressed", String(state));
    made.turn(on);
    return made;
  }

  viewer.faces = { button, icon, setIcon, toggle };
})(window.LinkworkViewer);
