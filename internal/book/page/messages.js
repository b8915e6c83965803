"use strict";
// Messages shows the messages of a scene, which move along links, and the links that they occupy.

class Messages {
  // labels is the number of block labels in the scene. above and below are groups of the picture, for
  // messages and for links.
  constructor(scene, labels, above, below) {
    this.scene = scene;
    this.labels = labels;
    this.above = above;
    this.below = below;
    this.under = new Set(); // messages in flight
    this.next = 0; // index of the first message that has not begun
    this.shown = new Map(); // from messages in flight to their elements
    this.links = new Map(); // from ways in use to their elements
    this.named = scene.p <= 16 && scene.messages.length <= 2 * scene.p * scene.stops.length; // with more messages the names would hide each other
    this.curves = scene.picture.ways.map(([a, b, c, d, e, f]) => `M${a},${b} Q${c},${d} ${e},${f}`);
  }

  draw(time) {
    const all = this.scene.messages, busy = new Map(), waiting = [];
    if (time < this.time) this.next = 0; // from the beginning
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
      if (state === "moves") for (const way of all ? m.ways : [m.ways[hop]]) busy.set(way, "busy");
      if (state === "waits") waiting.push([m, hop]);
    }
    for (const [m, hop] of waiting) for (const way of m.ways.slice(hop)) if (busy.has(way)) busy.set(way, "contended");
    for (const [way, e] of this.links) if (!busy.has(way)) e.remove(), this.links.delete(way);
    for (const [way, kind] of busy) this.link(way).setAttribute("class", kind);
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

// unfolded converts columns to messages; see scene.Columns.
function unfolded({ times, routes, from, to, words, round, start, end, route, taken, left, data, blocks }, cutThrough, startUp) {
  let next = 0; // index of the next hop
  return (from || []).map((sender, i) => {
    const ways = routes[route[i]], first = next, at = (time) => times[time];
    next += cutThrough ? Math.min(1, ways.length) : ways.length;
    return { from: sender, to: to[i], words: words[i], round: round[i], start: at(start[i]), end: at(end[i]), startUp, ways,
      taken: (taken || []).slice(first, next).map(at), left: (left || []).slice(first, next).map(at), data: data?.[i], blocks: blocks?.[i] };
  });
}
