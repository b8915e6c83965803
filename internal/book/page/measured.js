"use strict";
// Measured holds measured data for the charts. These are the times of a bench.json that is dropped on the
// page, and ts and tw. The latter come from the messages of the bench.json, or from the output of topocoll
// fit.

class Measured {
  // changed is called when there are new data. fitted is called with the fits of the messages. words returns
  // the number of words of a message as text.
  constructor(changed, fitted, words) {
    Object.assign(this, { cells: [], changed, fitted, words });
    this.says = document.getElementById("measured");
    const file = document.getElementById("bench");
    file.onchange = () => file.files[0] && this.read(file.files[0]);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.read(event.dataTransfer.files[0]);
    });
    addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text");
      if (!/^\s*(pingpong|exchange) /m.test(text)) return;
      event.preventDefault();
      this.take("pasted", text);
    });
  }

  async read(file) {
    this.take(file.name, await file.text());
  }

  async take(name, text) {
    const said = [];
    try {
      if (text.trimStart().startsWith("{")) text = this.bench(text, said);
      const fits = await program.ask("fits", { text, m: this.words() });
      if (fits.lines.length) said.push(`ts and tw come from ${fits.lines[fits.suits].name}; the form also offers the other fits.`);
      else said.push("There are no messages to which ts and tw can be fitted.");
      this.fitted(fits);
    } catch (error) {
      said.push(error.message);
    }
    this.says.textContent = `${name}: ${said.join(" ")}`;
    this.changed();
  }

  // bench reads the times of a bench.json and returns the data that can be fitted.
  bench(text, said) {
    this.cells = [];
    const { schema, cells, messages, env } = JSON.parse(text);
    if (schema !== 2 || !Array.isArray(cells)) throw new Error("this is not a bench.json of schema 2");
    this.cells = cells;
    const counts = [...new Set(cells.map((cell) => cell.p))].join(", ");
    said.push(`${cells.length} cells, p = ${counts}. In a chart of the same operation and the same p or m, squares mark the points of our algorithms, and diamonds mark the library's points.`);
    return JSON.stringify({ messages, env: { library: env?.library } });
  }

  // lines returns the points of an operation along m, for p nodes, or along p, for m words of 8 bytes.
  lines(op, variable, p, m, rows) {
    const lines = [];
    for (const cell of this.cells) {
      const fits = variable === "m" ? cell.p === p && cell.bytes >= 8 : cell.bytes === 8 * m;
      if (cell.operation !== op || !fits || !(cell.median_ns > 0)) continue;
      for (const algo of [cell.algorithm, ...(cell.same_plans || [])]) {
        if (rows.includes(algo) || algo === "native") lines.push(`${algo} ${variable === "m" ? Math.round(cell.bytes / 8) : cell.p} ${cell.median_ns / 1000}`);
      }
    }
    return lines.join("\n");
  }
}
