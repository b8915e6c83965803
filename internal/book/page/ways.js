"use strict";
// These functions compute the position of a message on the curves along the links of its way.

// onCurve returns a point of a quadratic curve [x0, y0, cx, cy, x1, y1]. part is the fraction of the curve
// before the point.
function onCurve([x0, y0, cx, cy, x1, y1], part) {
  const rest = 1 - part;
  return [rest * rest * x0 + 2 * rest * part * cx + part * part * x1, rest * rest * y0 + 2 * rest * part * cy + part * part * y1];
}

// rim returns the fraction of a link that is hidden by a node. A message is visible from the rim of one node
// to the rim of the next.
function rim([x0, y0, , , x1, y1]) {
  return Math.min(0.4, 32 / Math.max(1, Math.hypot(x1 - x0, y1 - y0)));
}

// place returns the position of a message at a time, its hop, and whether it starts, moves or waits for a
// link.
function place(message, ways, time) {
  const { taken, left } = message;
  const last = message.ways.length - 1;
  const way = (hop) => ways[message.ways[hop]];
  const before = (hop, state) => ({ at: onCurve(way(hop), rim(way(hop))), state, hop });
  const moves = (hop, part) => {
    const low = hop === 0 ? rim(way(hop)) : 0, high = hop === last ? 1 - rim(way(hop)) : 1;
    return { at: onCurve(way(hop), low + part * (high - low)), state: "moves", hop };
  };
  if (time < taken[0]) return before(0, time < message.start + message.startUp ? "starts" : "waits");
  if (last > 0 && taken.length === 1) { // cut-through: the message is on all links at the same time
    const part = Math.min(1, (time - taken[0]) / (left[0] - taken[0] || 1)) * (last + 1);
    const hop = Math.min(last, Math.floor(part));
    return { ...moves(hop, part - hop), all: true };
  }
  let hop = 0;
  while (hop < last && time >= taken[hop + 1]) hop++;
  if (time >= left[hop] && hop < last) return before(hop + 1, "waits");
  return moves(hop, Math.min(1, (time - taken[hop]) / (left[hop] - taken[hop] || 1)));
}
