/* How deep the marks of a planar mechanism lie: bodies that meet or cross are put at different levels, as in a real
   linkage, with as few levels as can be. Heights are in m above the back of the drawing. */
(function (viewer) {
  "use strict";

  const { carry, linksMeet, wheelsMeet, Owner } = viewer.meet;
  const [WHEEL, SUPPORT, LINK, BLOCK] = [1, 2, 3, 4]; // layers as marks.py numbers them
  const THICK = 0.5; // of a link, in units
  const PITCH = 0.6; // from level to level
  const FRAMES = 16; // of the run in which is looked who meets whom

  const middle = (path) => [0, 1].map((k) => path.reduce((sum, p) => sum + p[k], 0) / path.length);

  function sampled(scene) {
    const count = Math.min(FRAMES, scene.poses.length);
    const last = scene.poses.length - 1;
    return Array.from({ length: count }, (_, n) => scene.poses[count > 1 ? Math.round((n * last) / (count - 1)) : 0]);
  }

  /* Owners that lie at one level: the pulleys of a belt; others by themselves. */
  function together(owners) {
    const trains = new Map();
    owners.forEach((owner, n) => {
      const key = owner.train || n;
      trains.set(key, [...(trains.get(key) || []), owner]);
    });
    return backFirst([...trains.values()]);
  }

  /* Trains one after another, so that of two pulleys of a body the larger lies behind. */
  function backFirst(trains) {
    const behind = (one, other) => one.some((p) => other.some((q) => p.part === q.part && p.size > q.size)),
      order = [];
    while (trains.length) {
      const next = trains.find((train) => !trains.some((other) => other !== train && behind(other, train)));
      order.push(next || trains[0]);
      trains = trains.filter((train) => train !== order.at(-1));
    }
    return order;
  }

  /* Give each train the lowest level at which none lies that it meets, belts one before all these; returns how many
     levels there are. */
  function settle(owners, meet) {
    const placed = [];
    for (const train of together(owners)) {
      const taken = placed.filter((other) => train.some((own) => own.meets(other, meet))).map(({ level }) => level);
      let level = train[0].train ? Math.max(-1, ...taken) + 1 : 0;
      while (taken.includes(level)) level += 1;
      for (const own of train) own.level = level;
      placed.push(...train);
    }
    return Math.max(0, ...owners.map(({ level }) => level + 1));
  }

  class Heights {
    constructor(display, scene) {
      this.unit = display.unit;
      this.thick = THICK * this.unit;
      this.frames = sampled(scene);
      this.owners = new Map([WHEEL, LINK, BLOCK].map((layer) => [layer, this.ownersOf(display, layer)]));
      const pitch = PITCH * this.unit;
      const wheels = settle(this.owners.get(WHEEL), wheelsMeet);
      const links = settle(this.owners.get(LINK), linksMeet(this.unit));
      this.link = (1 + wheels) * pitch;
      this.connector = this.link + links * pitch;
      const straight = display.connections.some(({ name }) => !this.trainOf(name));
      this.top = this.connector + (straight ? pitch : 0) + 0.35 * this.unit;
      for (const owner of this.owners.get(WHEEL)) owner.range = this.between((1 + owner.level) * pitch);
      for (const owner of this.owners.get(LINK)) owner.range = this.between(this.link + owner.level * pitch);
      for (const owner of this.owners.get(BLOCK)) owner.range = [0.4 * this.thick, this.top];
    }

    between(low) {
      return [low, low + this.thick];
    }

    ownersOf(display, layer) {
      const shown = (mark) => mark.layer === layer && mark.closed && mark.fill !== "none" && mark.kind !== "groove";
      return display.parts.flatMap((part) => {
        const marks = part.marks.filter(shown);
        const spines = layer === LINK ? part.spines.filter(({ radius }) => radius < 0.8 * this.unit) : [];
        return [...new Set(marks.map(({ train }) => train))]
          .filter((train) => part.body || train || layer === BLOCK)
          .map((train) => {
            const own = marks.filter((mark) => mark.train === train);
            return new Owner(part, own, spines, this.frames, train);
          });
      });
    }

    /* A pulley of the belt with this name. */
    trainOf(name) {
      return this.owners.get(WHEEL).find(({ train }) => train === name);
    }

    /* The range of all that holds on to a point of a body. */
    held({ body, plane }, point) {
      const places = this.frames.map((poses) => carry(poses[body], point));
      const holding = [...this.owners.values()].flat().filter((owner) => owner.plane === plane);
      const ranges = holding.filter((owner) => owner.holds(places, 0.3 * this.unit)).map(({ range }) => range);
      if (!ranges.length) return this.between(this.link);
      return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
    }

    /* Bottom and top of a mark. */
    range(part, mark) {
      const { unit, thick, top } = this;
      if (mark.kind === "pin" || mark.kind === "coupling pin") {
        const [low, high] = this.held(part, middle(mark.paths[0])),
          through = part.body === 0 || mark.kind === "coupling pin";
        return [through ? 0 : low - 0.12 * unit, high + 0.16 * unit];
      }
      if (mark.kind === "point") {
        const high = this.held(part, middle(mark.paths[0]))[1];
        return [high, high + 0.1 * unit];
      }
      if (mark.layer === SUPPORT) return [0, this.link - 0.03 * unit]; // before all wheels
      if (!part.body && mark.layer === 0) return mark.closed ? [0, thick] : [0, top];
      const owner = (this.owners.get(mark.layer) || []).find(
        (one) => one.part === part && one.train === mark.train,
      );
      return owner ? owner.range : this.between(mark.layer === WHEEL ? PITCH * unit : this.link);
    }
  }

  viewer.Heights = Heights;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
