/* What is known of the run that is shown: its channels with units, their series, and which belong to what. */
(function (viewer) {
  "use strict";

  const { between, locate } = viewer.kit;
  const TELLING = {
    body: [
      ["angle", "omega"],
      ["x", "y"],
      ["x", "y", "z"],
    ],
    joint: [["force"], ["fx", "fy"], ["angle", "omega"], ["position", "speed"]],
    force: [["force"], ["torque"], ["distance", "distance_rate"], ["angle", "omega"]],
    contact: [["force", "friction"], ["gap"]],
    point: [
      ["x", "y"],
      ["x", "y", "z"],
    ],
    trace: [
      ["x", "y"],
      ["x", "y", "z"],
    ],
  };

  class Record {
    constructor() {
      this.scene = { name: "", times: [0], bodies: [], channels: {}, units: {}, events: [], notes: [] };
      this.units = new Map();
      this.series = new Map();
    }

    /* `catalogue` names all channels where the scene has only some of their series. */
    load(scene, catalogue) {
      this.scene = { ...scene, bodies: scene.bodies || [], events: scene.events || [], notes: scene.notes || [] };
      this.series = new Map();
      this.units = new Map((catalogue || []).map((channel) => [channel.name, channel.unit || ""]));
      if (!catalogue)
        for (const name of Object.keys(scene.channels || {})) this.units.set(name, (scene.units || {})[name] || "");
      this.add(scene.channels || {});
      this.heads = scene.bodies.map((body) => body.name).sort((a, b) => b.length - a.length);
    }

    add(series) {
      for (const [name, values] of Object.entries(series)) {
        this.series.set(
          name,
          values.map((value) => (Number.isFinite(value) ? value : null)),
        );
        if (!this.units.has(name)) this.units.set(name, "");
      }
    }

    has(name) {
      return this.units.has(name);
    }

    unit(name) {
      return this.units.get(name) || "";
    }

    get names() {
      return [...this.units.keys()];
    }

    /* The value at a time: undefined where the series is not here yet, null where it has a gap. */
    at(name, time) {
      const values = this.series.get(name);
      if (!values) return undefined;
      const value = between(values, ...locate(this.scene.times, time));
      return value === undefined ? null : value;
    }

    /* The thing that a channel tells of: a body, whatever is in its name, or what stands before the first dot. */
    thing(name) {
      const body = this.heads.find((head) => name.startsWith(`${head}.`));
      return body || (name.includes(".") ? name.slice(0, name.indexOf(".")) : "");
    }

    /* Channels by thing, in the order of the run. */
    groups() {
      const found = new Map();
      for (const name of this.names) {
        const thing = this.thing(name);
        if (!found.has(thing)) found.set(thing, []);
        found.get(thing).push(name);
      }
      return found;
    }

    /* What the channels of a thing begin with; a point may be named without its body. */
    head(thing) {
      const own = `${thing}.`,
        { names } = this,
        inner = names.find((name) => name.includes(`.${own}`));
      return names.some((name) => name.startsWith(own)) || !inner
        ? own
        : inner.slice(0, inner.indexOf(`.${own}`) + own.length + 1);
    }

    of(thing) {
      const head = this.head(thing);
      return this.names.filter((name) => name.startsWith(head));
    }

    /* The channels that say most of a thing: the first usual ones of its kind that change, else its first. */
    telling({ kind, name }) {
      const own = this.of(name),
        head = this.head(name),
        varies = (channel) => this.varies(channel);
      const sets = (TELLING[kind] || []).map((ends) =>
        ends.map((end) => head + end).filter((channel) => this.has(channel)),
      );
      const fitting = sets.filter((channels) => channels.length);
      return fitting.find((channels) => channels.some(varies)) || fitting[0] || own.filter(varies).slice(0, 2);
    }

    /* What is plotted first: what the run names, else the telling channels of its last body. */
    get first() {
      const named = (this.scene.shown || []).filter((name) => this.has(name)),
        last = this.scene.bodies.at(-1);
      const own = named.length || !last ? named : this.telling({ kind: "body", name: last.name });
      return own.length ? own : this.names.slice(0, 2);
    }

    /* The plots that the file asks for, each a list of channels that are there. */
    get asked() {
      const plots = (this.scene.plots || []).map((names) => names.filter((name) => this.has(name)));
      return plots.filter((names) => names.length);
    }

    varies(channel) {
      const values = this.series.get(channel);
      if (!values) return true;
      const first = values.find((value) => value !== null);
      return values.some((value) => value !== null && value !== first);
    }
  }

  viewer.Record = Record;
})(window.LinkworkViewer);
