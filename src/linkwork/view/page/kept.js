/* Curves that lie beside those of the run: a frozen run, what the file names, measured data that was opened here. */
(function (viewer) {
  "use strict";

  const TIMES = ["t", "time"],
    FROZEN = "frozen";

  class Kept {
    constructor(app) {
      this.app = app;
      this.all = [];
    }

    /* Those that have a channel, each as {label, times, values, measured, number}. */
    of(name) {
      return this.numbered
        .filter(({ series }) => series.has(name))
        .map(({ label, times, series, measured, number }) => ({ label, times, values: series.get(name), measured, number }));
    }

    /* All, each with its number among the curves or among the points, by which it looks its own. */
    get numbered() {
      const counts = { true: 0, false: 0 };
      return this.all.map((kept) => ({ ...kept, number: counts[Boolean(kept.measured)]++ }));
    }

    put(label, times, series, measured, own = false) {
      const fresh = { label, times, series, measured, own },
        place = this.all.findIndex((kept) => kept.label === label);
      this.all = place < 0 ? [...this.all, fresh] : this.all.map((kept, i) => (i === place ? fresh : kept));
      this.app.tell("kept");
    }

    drop(label) {
      this.all = this.all.filter((kept) => kept.label !== label);
      if (label === FROZEN) {
        this.app.stage.freeze(null);
        if (this.app.live) this.app.live.send({ type: "freeze", on: false });
      }
      this.app.tell("kept");
    }

    get frozen() {
      return this.all.find((kept) => kept.label === FROZEN);
    }

    /* Freeze what is shown: its curves, and its picture on the stage. */
    freeze() {
      const { record, stage, live } = this.app;
      this.put(FROZEN, [...record.scene.times], new Map(record.series), false, true);
      stage.freeze(stage.payload());
      if (live) live.send({ type: "freeze", on: true });
    }

    /* Further channels of the frozen run, which the server keeps. */
    add({ times, series }) {
      if (this.frozen) this.put(FROZEN, times, new Map([...this.frozen.series, ...Object.entries(series)]), false, true);
    }

    /* What the file names to be laid beside, with every new payload. */
    load(scene) {
      const named = scene.beside || [];
      if (!named.length && this.all.every((kept) => kept.own)) return;
      this.all = [
        ...named.map((one) => ({ ...one, series: new Map(Object.entries(one.series)), own: false })),
        ...this.all.filter((kept) => kept.own),
      ];
      this.app.tell("kept");
    }

    /* A file of measured data: names in its first line, in the unit of the channel or with one in brackets. */
    read(label, text) {
      const { record } = this.app,
        { times, columns } = table(text),
        series = new Map();
      if (!times) throw new Error(`${label}: a column 't' with the times is missing`);
      for (const [heading, values] of columns) {
        const [, name, unit] = /^(.*?)(?:(?:\s+\(|\s*\[)([^()[\]]*)[)\]])?$/.exec(heading);
        if (!record.has(name)) continue;
        const factor = unit ? scale(unit, record.unit(name)) : 1;
        if (factor === null) throw new Error(`${label}: ${name} is in ${unit}, and shown here in ${record.unit(name)}`);
        series.set(
          name,
          values.map((value) => (value === null ? null : factor * value)),
        );
      }
      if (!series.size) throw new Error(`${label}: no column has the name of a channel, such as ${record.first[0]}`);
      this.put(label, times, series, true, true);
      return [...series.keys()];
    }
  }

  /* The numbers of a text in columns; separated by commas, semicolons (then with decimal commas) or tabs. */
  function table(text) {
    const lines = text
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .filter((line) => line.trim());
    const count = (mark) => (lines[0] || "").split(mark).length,
      mark = [";", "\t", ","].reduce((best, one) => (count(one) > count(best) ? one : best));
    const cells = lines.map((line) => line.split(mark).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
    const number = (cell) => {
      const value = Number((mark === "," ? cell : (cell || "").replace(",", ".")) || NaN);
      return Number.isFinite(value) ? value : null;
    };
    const columns = (cells[0] || []).map((heading, i) => [heading, cells.slice(1).map((row) => number(row[i]))]);
    const place = columns.findIndex(([heading]) => TIMES.includes(heading.split(/[\s([]/)[0].toLowerCase()));
    return { times: place < 0 ? null : columns[place][1], columns: columns.filter((_, i) => i !== place) };
  }

  const SIZES = { m: 1, mm: 1e-3, cm: 1e-2, km: 1e3, in: 0.0254, ft: 0.3048, rad: 1, deg: Math.PI / 180, "°": Math.PI / 180 };
  Object.assign(SIZES, { N: 1, kN: 1e3, MN: 1e6, s: 1, ms: 1e-3, Pa: 1, kPa: 1e3, bar: 1e5, MPa: 1e6, J: 1, kJ: 1e3, W: 1, kW: 1e3 });

  /* By what a number of one unit is multiplied to be one of the other; null where that is not known. */
  function scale(from, to) {
    const parts = (unit) => unit.replaceAll("²", "^2").replaceAll(" ", "").split("/");
    const [a, b] = [parts(from), parts(to)];
    if (a.join("/") === b.join("/")) return 1;
    if (a.length !== b.length || a.length > 2 || (a[1] || "") !== (b[1] || "")) return null;
    return SIZES[a[0]] && SIZES[b[0]] ? SIZES[a[0]] / SIZES[b[0]] : null;
  }

  Object.assign(viewer, { Kept, FROZEN });
})(window.LinkworkViewer);
