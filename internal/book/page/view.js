"use strict";
// View is the form. The fragment of the address stores the state of the form, so every view has a link.

const asked = ["p", "m", "ts", "tw", "th", "network", "dims", "routing", "ports", "root", "shift", "segment"]; // fields in addition to the algorithms

class View {
  constructor(menu, changed) {
    this.menu = menu;
    this.form = document.getElementById("view");
    this.fields = this.form.elements;
    this.fields.op.append(...menu.operations.map((o) => element("option", { value: o.name }, `${o.name} (${o.mpi})`)));
    document.getElementById("networks").append(...menu.networks.map((n) => element("option", { value: n })));
    const follow = () => {
      clearTimeout(this.later);
      this.seen = this.text();
      changed();
    };
    this.form.addEventListener("change", (event) => {
      if (event.target.name === "op") this.rows();
      if (event.target.name === "fit") this.take(this.fits[event.target.value]);
      this.fit();
      if (this.text() !== this.seen) follow();
    });
    this.form.addEventListener("input", (event) => { // while the user types a number
      clearTimeout(this.later);
      const { name, inputMode, value } = event.target;
      if (inputMode || (name === "segment" && /^(\d*|auto)$/.test(value))) this.later = setTimeout(follow, 250);
    });
    this.fields.network.addEventListener("paste", (event) => {
      const list = links(event.clipboardData.getData("text"));
      if (!list) return;
      event.preventDefault();
      this.fields.network.value = list;
      follow();
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.usual = { p: "8", m: "960", ts: "10", th: "0.1", root: "0", shift: "1" };
  }

  // text returns everything in the form as one text.
  text() {
    return JSON.stringify(this.questions());
  }

  // offer lists measured values of ts and tw, and selects the fit that suits the form.
  offer({ lines, suits }) {
    this.fits = lines;
    this.fields.fit.replaceChildren(...lines.map(({ name }, i) => element("option", { value: i }, name)));
    this.fields.fit.closest("label").hidden = !lines.length;
    if (!lines.length) return;
    this.fields.fit.value = suits;
    this.fields.fit.dispatchEvent(new Event("change", { bubbles: true }));
  }

  take({ ts, tw }) {
    this.fields.ts.value = ts;
    this.fields.tw.value = tw;
  }

  operation() {
    return this.menu.operations.find((o) => o.name === this.fields.op.value);
  }

  // rows fills the list with the algorithms of the operation.
  rows() {
    const options = () => this.operation().rows.map((r) => element("option", { value: r.id, title: r.source }, r.id));
    this.fields.row.replaceChildren(...options());
    for (const other of [this.fields.second, this.fields.third]) other.replaceChildren(element("option", { value: "" }, "–"), ...options());
    const cube = this.operation().rows.find((r) => r.id.startsWith("hcube/"));
    if (cube) this.fields.row.value = cube.id;
  }

  // fit hides the fields that do not apply to the algorithms.
  fit() {
    const chosen = this.operation().rows.filter((r) => this.algorithms().some((id) => id.split("=")[0] === r.id));
    const shown = { root: this.operation().rooted, shift: this.operation().name === "shift", dims: chosen.some((r) => r.id.startsWith("mesh/")), third: this.fields.second.value !== "" };
    for (const [name, is] of Object.entries(shown)) this.fields[name].closest("label").hidden = !is;
    if (!shown.third) this.fields.third.value = "";
    this.fields.segment.placeholder = chosen.every((r) => r.pipelined) ? "best" : "whole";
  }

  algorithms() {
    return [this.fields.row.value, this.fields.second.value, this.fields.third.value].filter((id, i, all) => id && all.indexOf(id) === i);
  }

  // questions returns the fields of the form, once for each algorithm.
  questions() {
    const fields = {};
    for (const name of asked) if (!this.fields[name].closest("label").hidden) fields[name] = this.fields[name].value;
    return this.algorithms().map((row) => ({ ...fields, row }));
  }

  // read sets the form from a fragment, and returns the fragment's time and node.
  read(fragment) {
    const given = new URLSearchParams(fragment.replace(/^#/, ""));
    const rows = (given.get("row") || "hcube/bcast").split(",");
    const known = rows.map((id) => this.menu.operations.find((o) => o.rows.some((r) => r.id === id.split("=")[0])));
    const of = known.find((o) => o) || this.menu.operations[0];
    this.fields.op.value = of.name;
    this.rows();
    for (const id of rows) this.unlisted(of, id);
    ["row", "second", "third"].forEach((name, i) => {
      if (i > 0 || rows[i]) this.fields[name].value = rows[i] || "";
    });
    for (const name of asked) this.fields[name].value = given.get(name) ?? this.usual[name] ?? "";
    this.fit();
    this.seen = this.text();
    return { time: Number(given.get("t")) || 0, node: Number(given.get("node")) || 0 };
  }

  // unlisted adds the id of a link to the lists, if they do not have it. Such an id names an algorithm with a
  // user-defined radix, such as tree/bcast-knomial=4, or is invalid. For an invalid id, check throws an
  // error.
  unlisted(operation, id) {
    if (!id || operation.rows.some((r) => r.id === id)) return;
    for (const name of ["row", "second", "third"]) this.fields[name].append(element("option", { value: id }, id));
  }

  // check throws an error for algorithms that do not exist, and for algorithms of a different operation.
  check() {
    const has = ({ rows }, id) => rows.some((r) => r.id === id.split("=")[0]);
    for (const id of this.algorithms()) {
      if (has(this.operation(), id)) continue;
      const other = this.menu.operations.find((o) => has(o, id));
      throw new Error(other ? `${id} is an algorithm of ${other.name}; choose one of ${this.operation().name}` : `no algorithm "${id}"; choose one from the list`);
    }
  }

  // write returns the fragment of the current view. beside has the numbers of the chapter and the mistake
  // that are shown beside the view, and whether the charts are open.
  write(time, node, beside) {
    const [fields] = this.questions();
    const given = new URLSearchParams({ row: this.algorithms().join(",") });
    for (const [name, value] of Object.entries(fields)) if (name !== "row" && value !== (this.usual[name] ?? "")) given.set(name, value);
    if (time) given.set("t", String(time));
    if (node) given.set("node", String(node));
    for (const [name, number] of Object.entries(beside)) if (number) given.set(name, String(number));
    return "#" + String(given).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3D", "=");
  }
}

// links converts a list of links, with one line per link as in a file, to one word. For other texts it
// returns "".
function links(text) {
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").replace(/\s*>\s*/, ">").trim()).filter((line) => line);
  const words = lines.map((line) => /^([hs]\d+)(?:\s+([hs]\d+)|(>[hs]\d+))(?:\s+(\S+))?$/.exec(line));
  if (words.length < 2 || words.includes(null)) return "";
  return "links:" + words.map(([, from, to, oneWay, rate]) => from + (oneWay || "-" + to) + (rate ? "=" + rate : "")).join(",");
}
