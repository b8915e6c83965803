"use strict";
// The time line of a scene has a bar for each node, with time running to the right. Sends are in the upper
// half of a bar, and receives are in the lower half. Diamonds are combinations.

const barsWide = 1000;

class Bars {
  // end is the time at the right edge. seek is called with the time at which the user points.
  constructor(scene, end, seek) {
    const { ts } = scene;
    this.end = end || 1;
    const high = Math.min(16, 380 / scene.p), gap = Math.min(1, high / 8); // height of a node, and gap between two nodes, in pixels
    const scale = barsWide / this.end;
    const least = 0.3 / scale; // bars with a smaller gap are joined
    const spans = Object.fromEntries(["wait", "send", "recv", "start", "stuck"].map((kind) => [kind, Array.from({ length: scene.p }, () => [])]));
    const bar = (kind, node, begin, end) => {
      const last = spans[kind][node].at(-1);
      if (!last || begin > last[1] + least || end < last[0] - least) spans[kind][node].push([begin, end]);
      else (last[0] = Math.min(last[0], begin)), (last[1] = Math.max(last[1], end));
    };
    scene.nodes.forEach(({ ends }, node) => ends.length && bar("wait", node, 0, ends.at(-1)));
    for (const m of scene.messages) {
      bar("send", m.from, m.start, m.end);
      bar("start", m.from, m.start, Math.min(m.end, m.start + ts));
      bar("recv", m.to, m.start, m.end);
      for (const [begin, end] of stuck(m, ts)) bar("stuck", m.from, begin, end);
    }
    const paths = {};
    for (const [kind, nodes] of Object.entries(spans)) {
      const whole = high - 2 * gap, tall = kind === "wait" ? whole : whole / 2, lower = kind === "recv" ? tall : 0;
      const rect = (node, [begin, end]) => `M${(begin * scale).toFixed(1)},${(node * high + gap + lower).toFixed(2)}h${((end - begin) * scale).toFixed(1)}v${tall.toFixed(2)}h${((begin - end) * scale).toFixed(1)}z`;
      paths[kind] = nodes.map((all, node) => all.map((span) => rect(node, span)).join("")).join("");
    }
    paths.combine = "";
    const half = Math.min(5, high / 2.5); // a diamond for each combination, which takes no time
    scene.nodes.forEach(({ combines }, node) => combines.forEach((time) => (paths.combine += `M${(time * scale).toFixed(1)},${((node + 0.5) * high - half).toFixed(2)}l${half},${half}l${-half},${half}l${-half},${-half}z`)));
    const picture = element("svg", { class: "bars", viewBox: `-34 0 ${barsWide + 38} ${scene.p * high + 2}`, preserveAspectRatio: "none", role: "img", "aria-label": "the activity of every node over time" });
    for (const [kind, d] of Object.entries(paths)) if (d) picture.append(element("path", { class: kind, d }));
    const every = Math.ceil(12 / high);
    for (let node = 0; node < scene.p; node += every) picture.append(element("text", { x: -8, y: (node + 0.5) * high + 4 }, String(node)));
    this.now = picture.appendChild(element("line", { class: "cursor", y1: 0, y2: scene.p * high + 2 }));
    picture.addEventListener("pointerdown", (event) => seek(this.at(picture, event)));
    const key = [["send", "sends"], ["start", "start-up"], ["recv", "receives"], ["wait", "waits for the other node"], ["stuck", "waits for a link"], ["combine", "combines"]];
    const legend = key.filter(([kind]) => paths[kind]).map(([kind, name]) => element("span", {}, element("i", { class: kind }), name));
    this.root = element("div", { class: "timeline" }, picture, element("p", { class: "dim legend" }, ...legend));
  }

  // at returns the time below a pointer.
  at(picture, event) {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * (barsWide + 38) - 34;
    return Math.max(0, (x / barsWide) * this.end);
  }

  draw(time) {
    const x = (time / this.end) * barsWide;
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
  }
}

// stuck returns the intervals in which a message waits for occupied links, each from the request for a link
// until the message gets it.
function stuck({ start, end, taken, left }, ts) {
  const spans = [];
  let wants = start + ts;
  taken.forEach((takes, hop) => {
    if (takes > wants + 1e-9 * end) spans.push([wants, takes]);
    wants = left[hop];
  });
  return spans;
}
