"use strict";
// A panel shows one scene: its network, its formula, its listing, and the chosen node.

class Panel {
  // end is the end of the longest scene. chosen is called with the node at which the user points, and seek
  // with a time.
  constructor(scene, { end, node, chosen, seek }) {
    this.scene = scene = { ...scene, messages: unfolded(scene.messages, scene.cutThrough, scene.ts) };
    this.chosen = chosen;
    this.node = node;
    this.root = element("article", { class: "panel", "aria-label": scene.row });
    this.root.append(this.head(), this.picture(), this.formula(), this.about(), this.code());
    this.bars = new Bars(scene, end, seek);
    this.root.append(this.bars.root, this.text());
  }

  head() {
    const [title, sentence, machine] = this.scene.head;
    return element("div", { class: "head" }, element("h2", {}, title), element("p", {}, sentence), element("p", { class: "dim" }, `${machine} ${this.scene.counts}.`));
  }

  picture() {
    const { svg, low, size, at } = this.scene.picture;
    const picture = element("svg", { viewBox: [...low, ...size].join(" "), role: "img", "aria-label": `the network of ${this.scene.row}`, preserveAspectRatio: "xMidYMin" });
    const [net, links, held, messages, over] = ["net", "links", "strips", "messages", "over"].map((name) => picture.appendChild(element("g", { class: name })));
    net.innerHTML = svg;
    net.after(links); // moving elements are above the network, but below the nodes
    for (const e of net.querySelectorAll("circle.node, text.name")) over.append(e);
    over.before(messages);
    const labels = 1 + Math.max(...[this.scene.messages, this.scene.held || []].map((all) => greatest(all.map(({ blocks }) => greatest(blocks || [])))));
    this.messages = new Messages(this.scene, labels, messages, links);
    this.held = new Held(this.scene, labels, held);
    this.ring = over.appendChild(element("circle", { class: "chosen", r: 19 }));
    at.forEach(([x, y], node) => {
      const target = element("circle", { class: "target", cx: x, cy: y, r: 24 }, element("title", {}, `node ${node}`));
      for (const kind of ["pointerenter", "click"]) target.addEventListener(kind, () => this.chosen(node));
      over.append(target);
    });
    return element("div", { class: "picture" }, picture);
  }

  formula() {
    const { form, numbers, time, note, remark } = this.scene.formula;
    const place = element("div", { class: "formula" });
    const equal = ["T", form, numbers, time === null ? "" : us(time)].filter((part) => part);
    if (form) place.append(element("p", { class: "form" }, equal.slice(0, 2).join(" = ")), element("p", { class: "form" }, "   = " + equal.slice(2).join(" = ")));
    const ends = element("p", {}, "The run takes ", element("b", { class: "time" }, us(this.scene.time)));
    if (this.scene.waits > 0) ends.append(element("span", { class: "contention" }, `messages wait ${us(this.scene.waits)} for links, summed over all messages`));
    place.append(ends, ...[note, remark].filter((text) => text).map((text) => element("p", { class: "dim" }, text)));
    return place;
  }

  about() {
    this.says = element("p", {});
    return element("div", { class: "says" }, this.says, element("p", { class: "dim" }, this.scene.legend));
  }

  code() {
    const place = element("div", { class: "code" });
    this.listing = new Listing(this.scene, place);
    return place;
  }

  text() {
    this.list = element("ol", { class: "steps" });
    this.fold = element("details", { class: "text" }, element("summary", {}, "The steps as text"), this.list);
    this.fold.addEventListener("toggle", () => this.fold.open && this.read());
    return this.fold;
  }

  // read writes the steps as text, which may be long, and opens this text.
  read() {
    this.fold.open = true;
    if (this.list.firstChild) return;
    this.list.append(...this.steps().map((messages) => element("li", {}, messages.map((m) => `${m.from} → ${m.to}${m.data ? ` (${m.data})` : ""}`).join(", "))));
  }

  // steps returns the messages of each step, ordered by sender.
  steps() {
    const steps = [];
    for (const m of this.scene.messages) (steps[m.round - 1] ||= []).push(m);
    for (const messages of steps) messages.sort((a, b) => a.from - b.from);
    return steps;
  }

  choose(node) {
    this.node = node;
    this.draw(this.time);
  }

  draw(time) {
    this.time = Math.min(time, this.scene.time);
    this.messages.draw(this.time);
    this.held.draw(this.time);
    this.bars.draw(this.time);
    const [x, y] = this.scene.picture.at[this.node];
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
    this.tell();
  }

  // tell shows what the chosen node is doing.
  tell() {
    const { ends, sites } = this.scene.nodes[this.node];
    const call = ends.findIndex((end) => end > this.time);
    const site = call < 0 ? undefined : sites[call];
    const held = this.held.data[this.node];
    const holds = this.scene.held ? ` It holds ${short(held, 120) || "nothing"}.` : "";
    const does = site === undefined ? "has returned." : `is at ${this.listing.where(site)}${this.partners()}.`;
    const says = `Node ${this.node} ${does}${holds}`;
    if (this.says.textContent === says) return;
    this.says.textContent = says;
    this.listing.mark(site);
  }

  partners() {
    const under = [...this.messages.under];
    const to = under.filter((m) => m.from === this.node).map((m) => m.to);
    const from = under.filter((m) => m.to === this.node).map((m) => m.from);
    const parts = [];
    if (to.length) parts.push(`sends to ${to.join(", ")}`);
    if (from.length) parts.push(`receives from ${from.join(", ")}`);
    return ": " + (parts.join(" and ") || "waits");
  }
}
