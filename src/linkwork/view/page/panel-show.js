/* What the stage shows: its layers, where it is seen from, and the bodies by name. */
(function (viewer) {
  "use strict";

  const { element } = viewer.tools;
  const { button } = viewer.faces;
  const LAYERS = [
    ["names", "Names"],
    ["joints", "Joint markers"],
    ["frames", "Frames"],
    ["forces", "Forces"],
    ["tyres", "Tyre forces"],
    ["road", "Road"],
    ["contacts", "Contacts"],
    ["traces", "Traces"],
    ["ghosts", "Ghost positions"],
    ["grid", "Grid"],
    ["tints", "Colours that change"],
  ];
  const VIEWS = [
    ["fit", "Fit"],
    ["iso", "Iso"],
    ["front", "Front"],
    ["top", "Top"],
    ["right", "Right"],
    ["back", "Back"],
    ["left", "Left"],
    ["bottom", "Bottom"],
  ];

  class ShowPanel {
    constructor(app) {
      this.app = app;
      this.tints = new viewer.TintScale(app);
      this.bodies = element("ul", { class: "lw-rows" });
      this.boxes = new Map(LAYERS.map(([key, label]) => [key, this.layer(key, label)]));
      const views = VIEWS.map(([key, label]) =>
        button({
          text: label,
          title: key === "fit" ? "Fit the whole motion (F)" : `Look from: ${key}`,
          press: () => app.view(key),
        }),
      );
      this.root = element(
        "div",
        { class: "lw-show" },
        element("div", { class: "lw-layers" }, ...[...this.boxes.values()].map(({ label }) => label)),
        (this.bending = new viewer.Bending(app)).root,
        element("h3", {}, "View"),
        element("div", { class: "lw-views", role: "group", "aria-label": "View" }, ...views),
        this.perspective(),
        this.chasing(),
        app.isLive
          ? button({
              icon: "save",
              text: "Keep this look in the file",
              title: "Write plots, ranges of sliders and, in space, the view into the file",
              press: () => app.live.keep(),
            })
          : null,
        element("h3", {}, "Bodies"),
        this.bodies,
      );
      app.on("selected", () => this.showSelected());
    }

    layer(key, text) {
      const box = element("input", {
        type: "checkbox",
        role: "switch",
        onchange: () => {
          this.app.layers[key] = box.checked && key === "names" ? "all" : box.checked; // those asked for, however many
          this.app.redraw();
          this.tints.show();
        },
      });
      box.checked = Boolean(this.app.layers[key]);
      return { box, label: element("label", { class: "lw-switch" }, element("span", {}, text), box) };
    }

    /* Near things larger than far ones, or all in parallel. */
    perspective() {
      const look = () => this.app.stage.setCamera({ projection: this.near.checked ? "perspective" : "parallel" });
      this.near = element("input", { type: "checkbox", role: "switch", onchange: look });
      return element("label", { class: "lw-switch" }, element("span", {}, "Perspective"), this.near);
    }

    /* The body behind which the camera goes along, or none. */
    chasing() {
      const choose = () => this.app.chase(this.chased.value || null);
      this.chased = element("select", { class: "lw-select", "aria-label": "Chase", onchange: choose });
      return (this.chase = element("label", { class: "lw-switch" }, element("span", {}, "Chase"), this.chased));
    }

    useful() {
      return true;
    }

    load() {
      this.bending.load();
      this.tints.load();
      for (const [key, { box }] of this.boxes) box.checked = Boolean(this.app.layers[key]);
      this.boxes.get("tints").label.hidden = !this.tints.kinds.length;
      this.boxes.get("forces").label.hidden = !this.app.record.scene.forces;
      this.boxes.get("tyres").label.hidden = !(this.app.record.scene.forces || {}).tyre;
      this.boxes.get("road").label.hidden = !(this.app.record.scene.roads || []).length;
      this.chase.hidden = this.app.record.scene.world !== "space";
      this.boxes.get("contacts").label.hidden = !(this.app.record.scene.touching || []).length;
      this.boxes.get("traces").label.hidden = !(this.app.record.scene.traces || []).length;
      this.boxes.get("ghosts").label.hidden = this.app.player.still;
      this.near.checked = this.app.stage.camera().projection === "perspective";
      const colours = this.app.display.colours || [],
        key = JSON.stringify([this.app.record.scene.bodies.map((body) => body.name), colours]);
      if (key === this.key) return;
      this.key = key;
      const wholes = new Map(); // the nodes of a beam are one thing
      this.app.record.scene.bodies.forEach((body, number) => {
        const whole = body.of || body.name;
        if (!wholes.has(whole)) wholes.set(whole, [body, number]);
      });
      const chosen = (name, text) => element("option", { value: name, selected: this.app.layers.chase === (name || null) }, text);
      this.chased.replaceChildren(
        chosen("", "nothing"),
        ...this.app.record.scene.bodies.slice(1).map(({ name }) => chosen(name, name)),
      );
      this.bodies.replaceChildren(
        ...[...wholes].map(([whole, [body, number]]) => {
          const swatch = element("span", { class: "lw-colour" }),
            thing = { kind: "body", name: body.name };
          swatch.style.background = colours[number] || "transparent";
          const point = (name) => () => this.app.point(name);
          return element(
            "li",
            {},
            element(
              "button",
              {
                type: "button",
                title: whole,
                "data-name": body.name,
                onclick: () => this.app.select(this.app.selected === body.name ? null : thing),
                onpointerenter: point(body.name),
                onpointerleave: point(null),
                onfocus: point(body.name),
                onblur: point(null),
              },
              swatch,
              element("span", { class: "name" }, whole),
            ),
          );
        }),
      );
      this.showSelected();
    }

    showSelected() {
      for (const press of this.bodies.querySelectorAll("button"))
        press.setAttribute("aria-pressed", String(press.dataset.name === this.app.selected));
    }
  }

  viewer.ShowPanel = ShowPanel;
})(window.LinkworkViewer);
