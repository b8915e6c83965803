"use strict";
// The program inside the page: Go's procedures as WebAssembly. After start, ask answers.

let listings; // of the procedures, by file

// start unpacks the program and runs it, and unpacks the listings.
async function start() {
  listings = await unpacked("listings").json();
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(await unpacked("wasm").arrayBuffer(), go.importObject);
  go.run(instance); // it goes on in the background
}

// unpacked reads what an element has inside.
function unpacked(id) {
  return new Response(new Blob([bytes(document.getElementById(id).textContent)]).stream().pipeThrough(new DecompressionStream("gzip")));
}

// bytes reads Ascii85 with ~ for <: five letters for four bytes, and z for four that are 0.
function bytes(text) {
  const letters = text.replaceAll("z", "!!!!!");
  const padded = letters + "uuuu";
  const out = new DataView(new ArrayBuffer(4 * Math.ceil(letters.length / 5)));
  const digit = (i) => (padded[i] === "~" ? 27 : padded.charCodeAt(i) - 33);
  for (let i = 0; i < letters.length; i += 5) out.setUint32((i / 5) * 4, (((digit(i) * 85 + digit(i + 1)) * 85 + digit(i + 2)) * 85 + digit(i + 3)) * 85 + digit(i + 4));
  return out.buffer.slice(0, Math.floor((letters.length * 4) / 5));
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
