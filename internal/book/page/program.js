"use strict";
// A worker runs the page's program, so the page stays responsive while the program works.

let program; // answers the questions
let listings; // text of the procedures, by file

// abandoned is the error of a question whose answer is no longer needed.
const abandoned = new Error("abandoned");

class Program {
  constructor() {
    const text = (id) => document.getElementById(id).textContent;
    this.source = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
    this.asked = new Map(); // unanswered questions, by number
    this.last = 0;
    this.runs = new Promise((done, failed) => Object.assign(this, { done, failed }));
    this.start({ program: text("wasm"), listings: text("listings") });
  }

  // start starts a worker with a program, and sends it the unanswered questions.
  start(program) {
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data }) => this.hears(data);
    this.worker.onerror = ({ message }) => this.failed(new Error(message));
    this.worker.postMessage(program);
    for (const { sent } of this.asked.values()) this.worker.postMessage(sent);
  }

  hears({ program, listings: unpacked, failed, number, answer, progress }) {
    if (failed) this.failed(new Error(failed));
    if (progress) this.progress?.(progress);
    if (program) this.compiled = program;
    if (unpacked) listings = unpacked;
    if (program) this.done();
    if (!this.asked.has(number)) return;
    const { done, failed: wrong } = this.asked.get(number);
    this.asked.delete(number);
    const { is, error } = JSON.parse(answer);
    if (error) wrong(new Error(error));
    else done(is);
  }

  // ask returns a promise of the answer to a question with fields. If the program rejects the fields, the
  // promise fails with the program's error text.
  ask(question, fields = {}) {
    const sent = { number: ++this.last, question, fields };
    this.worker.postMessage(sent);
    return new Promise((done, failed) => this.asked.set(sent.number, { sent, done, failed }));
  }

  // abandon drops unanswered questions. If a worker is answering one of them, the worker ends and a new one
  // starts.
  abandon(...questions) {
    const forgotten = [...this.asked].filter(([, { sent }]) => questions.includes(sent.question));
    for (const [number, { failed }] of forgotten) this.asked.delete(number), failed(abandoned);
    if (!forgotten.length) return;
    this.worker.terminate();
    this.start({ program: this.compiled });
  }
}

// element creates an element of HTML or SVG with attributes and children.
function element(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "path", "rect", "circle", "text", "title", "line"].includes(name);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// us formats a time in µs.
function us(time) {
  return `${Number(time.toPrecision(6))} µs`;
}

// greatest returns the greatest of some numbers, and at least 0. There may be too many numbers for Math.max.
function greatest(numbers) {
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

// short truncates a long text.
function short(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

// ink returns the colour of a block with the given label. labels is the number of labels.
function ink(label, labels) {
  return `hsl(${Math.round((360 * label) / Math.max(1, labels) + 205) % 360} 62% 52%)`;
}
