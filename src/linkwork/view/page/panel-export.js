/* Taking it along: pictures, plots, numbers; live also films, reports and the same in Python. */
(function (viewer) {
  "use strict";

  const { element } = viewer.tools;
  const { button } = viewer.faces;
  const HERE = [
      ["Picture (PNG)", "The stage as it is shown", "png"],
      ["Plots (PNG)", "All plots, one below the other", "plots"],
      ["Plots (SVG)", "The same as lines, for documents", "svg"],
      ["Numbers (CSV)", "The channels that are plotted, over time", "csv"],
    ],
    THERE = [
      ["Film (MP4)", "The whole motion as a video", "mp4"],
      ["Film (GIF)", "The whole motion as a GIF", "gif"],
      ["Report (HTML)", "Everything about it in one file", "html"],
      ["Report (PDF)", "The same on paper", "pdf"],
      ["Copy as Python", "The lines of Python that give what is shown", "python"],
    ];

  class ExportPanel {
    constructor(app) {
      this.app = app;
      const row = ([text, title, what], press) => button({ text, title, press: () => press(what) });
      this.here = HERE.map((face) => row(face, (what) => this.make(what)));
      this.root = element(
        "div",
        { class: "lw-export" },
        ...this.here,
        ...(app.isLive ? THERE.map((face) => row(face, (what) => app.live.export(what))) : []),
      );
    }

    useful() {
      return true;
    }

    load() {
      for (const one of this.here.slice(1)) one.hidden = !this.app.plotsUseful;
    }

    get name() {
      return (this.app.record.scene.name || "mechanism").replace(/[^\p{L}\p{N}_-]+/gu, "-");
    }

    make(what) {
      const { pictures } = viewer,
        { name } = this;
      if (what === "png") pictures.stage(this.app).toBlob((blob) => give(blob, `${name}.png`));
      else if (what === "plots") pictures.plots(this.app).then((drawn) => drawn.toBlob((blob) => give(blob, `${name}-plots.png`)));
      else if (what === "svg") give(new Blob([pictures.svg(this.app)], { type: "image/svg+xml" }), `${name}-plots.svg`);
      else if (this.app.isLive) this.app.live.export("csv");
      else give(new Blob([csv(this.app)], { type: "text/csv" }), `${name}.csv`);
    }
  }

  /* A file for the user. */
  function give(blob, name) {
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /* The plotted channels in the form of `run.to_csv`, rounded as the page holds them; live, the server writes all digits. */
  function csv({ record, plots }) {
    const names = [...new Set(plots.names)].filter((name) => record.series.has(name)),
      cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const head = ["t (s)", ...names.map((name) => cell(`${name} (${record.unit(name)})`))];
    const rows = record.scene.times.map((t, i) => [t, ...names.map((name) => record.series.get(name)[i] ?? "")].join(","));
    return `${head.join(",")}\n${rows.join("\n")}\n`;
  }

  Object.assign(viewer, { ExportPanel, give, csvOf: csv });
})(window.LinkworkViewer);
