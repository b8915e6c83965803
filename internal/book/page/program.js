"use strict";
// The program inside the page: Go's procedures as WebAssembly. After start, ask answers.

// start unpacks the program and runs it.
async function start() {
  const packed = Uint8Array.from(atob(document.getElementById("wasm").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
  go.run(instance); // it goes on in the background
}

// ask returns the program's answer to a question with fields, or throws what it says against them.
function ask(question, fields = {}) {
  const answer = JSON.parse(topocoll(question, fields));
  if (answer.error) throw new Error(answer.error);
  return answer.is;
}

// element makes an element of HTML, or of SVG, with attributes and children.
function element(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "path", "rect", "circle", "text", "title", "line"].includes(name);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// us writes a time.
function us(time) {
  return `${Number(time.toPrecision(6))} µs`;
}

// greatest returns the greatest of some numbers, which may be too many for Math.max; at least 0.
function greatest(numbers) {
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

// short cuts the end of a long text.
function short(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

// ink is the colour of the block of a label, of so many labels.
function ink(label, labels) {
  return `hsl(${Math.round((360 * label) / Math.max(1, labels) + 205) % 360} 62% 52%)`;
}
