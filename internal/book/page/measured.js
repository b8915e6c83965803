"use strict";
// The measured times of a bench.json that is dropped on the page, for the charts.

class Measured {
  // changed is called when there are others.
  constructor(changed) {
    this.cells = [];
    this.changed = changed;
    this.says = document.getElementById("measured");
    const file = document.getElementById("bench");
    file.onchange = () => file.files[0] && this.read(file.files[0]);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.read(event.dataTransfer.files[0]);
    });
  }

  async read(file) {
    this.take(file.name, await file.text());
  }

  take(name, text) {
    try {
      const result = JSON.parse(text);
      if (result.schema !== 1 || !Array.isArray(result.cells)) throw new Error("want a bench.json of schema 1");
      this.cells = result.cells;
      const counts = [...new Set(this.cells.map((cell) => cell.p))].join(", ");
      this.says.textContent = `${name}: ${this.cells.length} cells, p = ${counts}. Where a chart has this operation, p or m, its points are squares, and diamonds for the library's.`;
    } catch (error) {
      this.cells = [];
      this.says.textContent = `${name}: ${error.message}`;
    }
    this.changed();
  }

  // lines are the points of an operation along m, for p nodes, or along p, for m words of 8 bytes.
  lines(op, variable, p, m, rows) {
    const lines = [];
    for (const cell of this.cells) {
      const fits = variable === "m" ? cell.p === p && cell.bytes >= 8 : cell.bytes === 8 * m;
      if (cell.op !== op || !fits || !(cell.median_ns > 0)) continue;
      for (const algo of [cell.algo, ...(cell.alike || [])]) {
        if (rows.includes(algo) || algo === "native") lines.push(`${algo} ${variable === "m" ? Math.round(cell.bytes / 8) : cell.p} ${cell.median_ns / 1000}`);
      }
    }
    return lines.join("\n");
  }
}
