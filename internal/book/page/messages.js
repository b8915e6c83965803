"use strict";
// The messages of a scene, which move along links, and the links that they are on.

class Messages {
  // labels is how many labels of blocks the scene has; above and below are groups of the picture: for messages, and for links.
  constructor(scene, labels, above, below) {
    this.scene = scene;
    this.labels = labels;
    this.above = above;
    this.below = below;
    this.under = new Set(); // messages under way
    this.next = 0; // the first one that has not begun
    this.shown = new Map(); // messages under way, to their elements
    this.links = new Map(); // ways in use, to their elements
    this.on = scene.picture.ways.map(() => []); // by way, who is on it when, by time
    for (const m of scene.messages) m.ways.forEach((way, hop) => this.on[way].push([m.taken[hop], m.left[hop]]));
    for (const spans of this.on) spans.sort((a, b) => a[0] - b[0]);
    this.named = scene.p <= 16 && scene.messages.length <= 2 * scene.p * scene.stops.length; // or the names hide each other
    this.curves = scene.picture.ways.map(([a, b, c, d, e, f]) => `M${a},${b} Q${c},${d} ${e},${f}`);
  }

  draw(time) {
    const all = this.scene.messages, busy = new Map();
    if (time < this.time) this.next = 0; // from the begin
    for (this.time = time; this.next < all.length && all[this.next].start <= time; this.next++) if (all[this.next].ways.length) this.under.add(all[this.next]);
    for (const m of this.under) {
      if (m.start > time || m.end <= time) {
        this.under.delete(m);
        this.remove(m);
        continue;
      }
      const { at, state, hop, all } = place(m, this.scene.picture.ways, time);
      this.show(m).setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
      this.shown.get(m).setAttribute("class", "message " + state);
      if (state === "moves") for (const way of all ? m.ways : [m.ways[hop]]) if (busy.get(way) !== "contended") busy.set(way, "busy");
      if (state === "waits") for (const way of m.ways.slice(hop)) if (this.taken(way, time)) busy.set(way, "contended");
    }
    for (const [way, e] of this.links) if (!busy.has(way)) e.remove(), this.links.delete(way);
    for (const [way, kind] of busy) this.link(way).setAttribute("class", kind);
  }

  // taken reports whether a message is on a way, which carries one at a time: the last one that has taken it.
  taken(way, time) {
    const spans = this.on[way];
    let low = 0, high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle][0] <= time) low = middle + 1;
      else high = middle;
    }
    return low > 0 && time < spans[low - 1][1];
  }

  link(way) {
    if (!this.links.has(way)) this.links.set(way, this.below.appendChild(element("path", { d: this.curves[way] })));
    return this.links.get(way);
  }

  show(m) {
    if (!this.shown.has(m)) this.shown.set(m, this.above.appendChild(this.glyph(m)));
    return this.shown.get(m);
  }

  // glyph draws a message: its blocks side by side, and their name.
  glyph(m) {
    const blocks = m.blocks && m.blocks.length ? m.blocks : [null];
    const wide = Math.min(8, 34 / blocks.length), high = 11;
    const g = element("g", {}, element("title", {}, `${m.from} to ${m.to}: ${m.words} words${m.data ? ", " + m.data : ""}`));
    blocks.forEach((label, i) => {
      const fill = label === null ? "var(--dim)" : ink(label, this.labels);
      g.append(element("rect", { x: (i - blocks.length / 2) * wide, y: -high / 2, width: wide, height: high, style: `fill:${fill}` }));
    });
    g.append(element("rect", { class: "frame", x: (-blocks.length / 2) * wide - 1, y: -high / 2 - 1, width: blocks.length * wide + 2, height: high + 2, rx: 2 }));
    if (this.named && m.data) g.append(element("text", { y: -high / 2 - 5 }, short(m.data, 9)));
    return g;
  }

  remove(m) {
    const e = this.shown.get(m);
    if (e) e.remove(), this.shown.delete(m);
  }
}
