"use strict";
// Mistakes shows misprints and classic mistakes. Each is executed with the mistake and as corrected.

class Mistakes {
  // changed is called when a different mistake is shown, or when the list of mistakes is closed.
  constructor(changed) {
    this.changed = changed;
    this.fold = document.getElementById("mistakes");
    this.choice = document.getElementById("mistake");
    this.place = document.getElementById("outcome");
    this.choice.onchange = () => this.show().then(changed);
    this.fold.addEventListener("toggle", async () => (this.fold.open && (await this.show()), changed()));
  }

  // number returns the number of the mistake that is shown, or undefined if none is shown.
  get number() {
    return this.fold.open && this.all ? Number(this.choice.value) + 1 : undefined;
  }

  // go shows the mistake with a number, if there is one.
  async go(number) {
    await this.list();
    if (!this.all[number - 1]) return;
    this.choice.value = String(number - 1);
    this.fold.open = true;
    await this.show();
    this.fold.scrollIntoView();
  }

  async list() {
    if (this.all) return;
    const all = await program.ask("mistakes");
    if (this.all) return; // another call has loaded the list meanwhile
    this.all = all;
    this.choice.append(...this.all.map(({ op, title }, i) => element("option", { value: i }, `${op}: ${title}`)));
  }

  async show() {
    await this.list();
    const { title, misprint, why, op, p, names, wrong, right } = this.all[Number(this.choice.value)];
    this.place.replaceChildren(
      element("p", {}, misprint ? "Printed: " : "Mistake: ", element("b", {}, title), `. ${why}`),
      element("a", { href: `#mistake=${Number(this.choice.value) + 1}` }, "link to this mistake"),
      this.outcome(`${misprint ? "As printed" : "With the mistake"}: ${op} on ${p} nodes`, wrong),
      this.outcome("As corrected", right),
      element("details", {}, element("summary", {}, "The listing (a parameter marks the place of the mistake)"), element("pre", { tabindex: 0, role: "region", "aria-label": "the listing" }, names.map(source).join("\n\n"))),
    );
  }

  outcome(title, { error, got, want }) {
    const rows = got.map((is, node) => element("tr", is === want[node] ? {} : { class: "bad" }, element("th", {}, String(node)), element("td", {}, is || "nothing"), element("td", {}, want[node] || "nothing")));
    const head = element("tr", {}, element("th", {}, "node"), element("th", {}, "has"), element("th", {}, "should have"));
    const said = error ? element("p", { class: "contention" }, error) : element("p", {}, rows.some((r) => r.className) ? "The run ends with a wrong result." : "The run ends, and every node has the right result.");
    return element("figure", {}, element("figcaption", {}, title), said, element("div", { class: "scroll" }, element("table", {}, head, ...rows)));
  }
}

// source returns a function from the listings' file, with the comment above it.
function source(name) {
  const lines = listings["errata/procedures.go"].text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`func ${name}(`));
  let first = at;
  while (first > 0 && lines[first - 1].startsWith("//")) first--;
  const last = lines[at].endsWith("}") ? at : lines.findIndex((line, i) => i > at && line === "}");
  return lines.slice(first, last + 1).join("\n");
}
