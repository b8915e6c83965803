"use strict";
// Held shows the data of the nodes. Below each node is a strip of its blocks, which fills as messages arrive.

class Held {
  // labels is the number of block labels in the scene.
  constructor(scene, labels, group) {
    this.scene = scene;
    this.labels = labels;
    this.next = 0; // index of the first event that is not shown
    this.time = -1;
    this.data = new Array(scene.p).fill("");
    const all = scene.held || [];
    const most = Math.max(1, greatest(all.map((h) => h.blocks.length)));
    // Every label has its own position, unless a node can have several blocks of one label, or never has more
    // than one block.
    this.packed = most === 1 || all.some((h) => new Set(h.blocks).size < h.blocks.length);
    this.slots = this.packed ? most : this.labels;
    this.wide = Math.min(11, 46 / this.slots);
    this.rects = scene.picture.at.map(() => new Map()); // for each node, its blocks by position
    this.strips = scene.picture.at.map(([x, y]) => {
      const left = x - (this.slots * this.wide) / 2;
      const strip = element("g", { transform: `translate(${left.toFixed(1)} ${(y + 19).toFixed(1)})` });
      const blocks = element("g");
      strip.append(element("rect", { class: "slots", x: -1, y: -1, width: this.slots * this.wide + 2, height: 10, rx: 1.5 }), blocks);
      if (scene.held) group.append(strip);
      return blocks;
    });
  }

  draw(time) {
    if (time < this.time) this.next = 0;
    this.time = time;
    const changed = new Map();
    for (const all = this.scene.held || []; this.next < all.length && all[this.next].time <= time; this.next++) changed.set(all[this.next].node, all[this.next]);
    for (const held of changed.values()) this.fill(held);
  }

  fill({ node, data, blocks, shares }) {
    this.data[node] = data;
    const rects = this.rects[node], old = new Set(rects.keys());
    blocks.forEach((label, i) => {
      const share = shares ? shares[i] : 1, place = this.packed ? i : label, is = `${label} ${share}`;
      old.delete(place);
      if (rects.get(place)?.is === is) return; // most blocks do not change
      rects.get(place)?.remove();
      const rect = element("rect", { x: (place * this.wide).toFixed(2), y: (8 * (1 - share)).toFixed(1), width: Math.max(0.6, this.wide - 0.4).toFixed(2), height: (8 * share).toFixed(1), style: `fill:${ink(label, this.labels)}` });
      rects.set(place, Object.assign(this.strips[node].appendChild(rect), { is }));
    });
    for (const place of old) rects.get(place).remove(), rects.delete(place);
  }
}
