"use strict";
// Listing shows the procedures of a scene and the current lines of a node.

class Listing {
  constructor(scene, place) {
    this.sites = scene.sites || [];
    this.marked = [];
    this.lines = new Map(); // from "file:line" to the line's element
    const files = [...new Set(this.sites.flat().map((site) => site.file))];
    for (const file of files) {
      const { first, text } = listings[file];
      const pre = element("pre", { tabindex: 0, role: "region", "aria-label": `the listing ${file}` });
      text.split("\n").forEach((code, i) => {
        const line = element("span", { class: "line" + (code.startsWith("//") ? " comment" : "") }, element("i", {}, String(first + i)), code + "\n");
        this.lines.set(`${file}:${first + i}`, line);
        pre.append(line);
      });
      const fold = element("details", {}, element("summary", {}, file), pre);
      fold.open = file === files[0] || files.length < 3;
      place.append(fold);
    }
    if (!files.length) place.append(element("p", { class: "dim" }, "No node sends or receives."));
  }

  // mark highlights the site of a call, with the innermost line strongest. If the node has returned, nothing
  // is highlighted.
  mark(site) {
    for (const line of this.marked) line.classList.remove("at", "through");
    const lines = site === undefined ? [] : this.sites[site];
    this.marked = lines.map(({ file, line }, i) => {
      const e = this.lines.get(`${file}:${line}`);
      e.classList.add(i === lines.length - 1 ? "at" : "through");
      return e;
    });
    for (const e of this.marked) {
      const pre = e.parentElement;
      if (e.offsetTop < pre.scrollTop + 20 || e.offsetTop > pre.scrollTop + pre.clientHeight - 40) pre.scrollTop = e.offsetTop - pre.clientHeight / 2;
    }
  }

  // where returns the name of a site.
  where(site) {
    const lines = this.sites[site].map(({ file, line }) => `${file}:${line}`);
    return lines.length > 2 ? `${lines[0]} → … → ${lines.at(-1)}` : lines.join(" → ");
  }
}
