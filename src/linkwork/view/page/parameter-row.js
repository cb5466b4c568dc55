/* One parameter that can be moved: slider, field, and limits of the slider that a press makes editable. */
(function (viewer) {
  "use strict";

  const { short } = viewer.kit;
  const { element } = viewer.tools;

  class ParameterRow {
    constructor(panel, { name, unit }) {
      this.panel = panel;
      this.name = name;
      this.held = false;
      const id = panel.app.id(`parameter-${name}`);
      this.range = element("input", { type: "range", step: "any", "aria-label": name });
      this.field = element("input", { type: "number", step: "any", id });
      this.ends = { min: this.end("min"), max: this.end("max") };
      this.root = element(
        "div",
        { class: "lw-parameter" },
        element(
          "div",
          { class: "line" },
          element("label", { class: "name", for: id, title: name }, name),
          this.field,
          element("span", { class: "unit" }, unit || ""),
        ),
        this.range,
        element("div", { class: "ends" }, this.ends.min, this.ends.max),
      );
      this.handle();
    }

    end(which) {
      const words = which === "min" ? "Least" : "Largest";
      return element("button", {
        type: "button",
        class: "lw-end",
        title: `${words} value of the slider; press to change it`,
        "aria-label": `${words} value of the slider of ${this.name}`,
        onclick: () => this.editEnd(which),
      });
    }

    handle() {
      this.range.addEventListener("input", () => {
        this.held = true;
        this.field.value = plain(Number(this.range.value));
        this.panel.change(this.name, Number(this.range.value), false);
      });
      /* A browser tells of no change where a slider was moved and brought back, else of the end and of a change. */
      const end = (event) => {
        const value = Number(this.range.value);
        if (!this.held && (event.type !== "change" || value === this.ended)) return;
        this.held = false;
        this.ended = value;
        this.panel.change(this.name, value, true);
      };
      for (const name of ["change", "pointerup", "pointercancel", "keyup", "blur"]) this.range.addEventListener(name, end);
      this.field.addEventListener("input", () => {
        if (document.activeElement !== this.field) return this.set(this.parameter);
        this.held = true;
        if (this.field.value !== "") this.panel.change(this.name, Number(this.field.value), false);
      });
      this.field.addEventListener("keydown", (event) => this.undone(event));
      const settle = () => {
        if (!this.held) return;
        this.held = false;
        if (this.field.value !== "") this.panel.change(this.name, Number(this.field.value), true);
        else this.set(this.parameter);
      };
      this.field.addEventListener("change", settle);
      this.field.addEventListener("blur", settle);
    }

    /* Undo and redo in a field are those of the model, for the browser's own reach over all fields; a field that is
       empty only gets its value back. */
    undone(event) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !"zy".includes(event.key.toLowerCase())) return;
      this.held = false;
      if (this.field.value !== "") return;
      event.preventDefault();
      this.set(this.parameter);
    }

    set(parameter) {
      this.parameter = parameter;
      this.root.title = parameter.text || "";
      const own = this.panel.limits.get(this.name) || {},
        [least, most] = limits(parameter);
      this.showEnds(own.min ?? least, own.max ?? most);
      this.range.step = this.field.step = parameter.step > 0 ? String(parameter.step) : "any";
      if (this.held) return;
      this.range.value = String(parameter.value);
      this.field.value = plain(parameter.value);
      this.range.setAttribute("aria-valuetext", `${short(parameter.value)} ${parameter.unit || ""}`);
    }

    showEnds(least, most) {
      const { value } = this.parameter,
        low = Math.min(least, value),
        high = Math.max(most, value);
      this.range.min = String(low);
      this.range.max = String(high);
      this.ends.min.textContent = short(low, 4);
      this.ends.max.textContent = short(high, 4);
    }

    /* The limit becomes a field; Enter or leaving takes it, Escape does not. */
    editEnd(which) {
      const face = this.ends[which],
        before = Number(this.range[which]);
      const field = element("input", {
        type: "number",
        step: "any",
        class: "lw-end",
        "aria-label": face.getAttribute("aria-label"),
      });
      field.value = plain(before);
      let left = false;
      const leave = (take) => {
        if (left) return;
        left = true;
        const given = Number(field.value),
          other = Number(this.range[which === "min" ? "max" : "min"]);
        if (take && field.value !== "" && (which === "min" ? given < other : given > other))
          this.panel.limits.set(this.name, { ...this.panel.limits.get(this.name), [which]: given });
        field.replaceWith(face);
        this.set(this.parameter);
      };
      field.addEventListener("blur", () => leave(true));
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === "Escape") {
          leave(event.key === "Enter");
          face.focus();
          event.stopPropagation();
        }
      });
      face.replaceWith(field);
      field.select();
    }
  }

  function plain(value) {
    return String(Number(value.toPrecision(6)));
  }

  /* The limits given, else some around the value. */
  function limits({ value, min, max }) {
    const size = Math.abs(value) || 1;
    return [min ?? (value > 0 ? 0 : value - size), max ?? (value < 0 ? 0 : value + size)];
  }

  viewer.ParameterRow = ParameterRow;
})(window.LinkworkViewer);
