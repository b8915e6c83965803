"use strict";
// The charts show the times of an operation's algorithms against m and against p, and the fastest algorithm
// in each range.

class Charts {
  // toggled is called when the charts are opened or closed.
  constructor(view, toggled) {
    this.view = view;
    this.scene = { p: 0, m: 0 }; // the last scene that is shown
    this.fold = document.getElementById("charts");
    this.place = document.getElementById("curves");
    this.measured = new Measured(() => ((this.fold.open = true), this.changed()), (fits) => view.offer(fits), () => String(this.scene.m || ""));
    this.fold.addEventListener("toggle", () => (this.show(), toggled()));
  }

  // changed redraws the charts a little later, if they are open.
  changed(scene = this.scene) {
    this.scene = scene;
    clearTimeout(this.later);
    this.shown = "";
    this.place.setAttribute("aria-busy", String(this.fold.open));
    this.later = setTimeout(() => this.show(), 300);
  }

  async show() {
    const [fields] = this.view.questions();
    const chosen = this.view.algorithms();
    const rows = chosen.length > 1 ? chosen : this.view.operation().rows.map((r) => r.id);
    const wanted = JSON.stringify([fields, rows, this.scene.p, this.scene.m]);
    if (!this.fold.open || !this.scene.p || wanted === this.shown) return;
    this.shown = wanted;
    this.place.setAttribute("aria-busy", "true");
    program.abandon("chart");
    try {
      const charts = ["m", "p"].map(async (variable) => {
        const measured = this.measured.lines(this.view.operation().name, variable, this.scene.p, this.scene.m, rows);
        return this.chart(await program.ask("chart", { ...fields, along: variable, rows: rows.join(","), measured }), variable);
      });
      this.place.replaceChildren(...(await Promise.all(charts)));
    } catch (error) {
      if (error === abandoned) return;
      this.place.textContent = error.message;
    }
    this.place.setAttribute("aria-busy", "false");
  }

  chart({ title, svg, wins, absent }, variable) {
    const figure = element("figure", {}, element("figcaption", {}, title));
    figure.insertAdjacentHTML("beforeend", svg);
    const list = (wins || []).map(({ from, at, rows }) => element("li", {}, `${at ? `at ${variable} = ${at.join(", ")}` : `from ${variable} = ${from} on`}: ${rows.join(", ")}`));
    figure.append(element("p", {}, "Fastest:"), element("ul", {}, ...list));
    if (absent) figure.append(element("p", { class: "dim" }, `Some values are missing: ${absent}.`));
    return figure;
  }
}
