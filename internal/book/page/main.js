"use strict";
// The page: a view, its panels, and the player.

class Book {
  constructor() {
    this.place = document.getElementById("panels");
    this.error = document.getElementById("error");
    this.node = 0;
    document.getElementById("controls").open = innerWidth > 800; // a phone has no room
    this.number = document.getElementById("node");
    this.number.oninput = () => this.choose(this.nearest(this.number.valueAsNumber));
    this.view = new View(ask("menu"), () => this.show(0));
    this.player = new Player(() => this.link());
    this.charts = new Charts(this.view, () => this.link());
    addEventListener("beforeprint", () => document.querySelectorAll("details.text").forEach((fold) => (fold.open = true))); // on paper none can be opened
    addEventListener("hashchange", () => location.hash !== this.written && this.go(location.hash));
    this.course = new Course((fragment) => (this.open(fragment), this.player.begin(), this.player.panels), () => this.link());
    this.mistakes = new Mistakes(() => this.link());
    this.go(location.hash);
  }

  // go shows what a fragment names: the charts, a chapter and a mistake beside its view, a chapter with its own, or a mistake beside the
  // view that there is.
  go(fragment) {
    const given = new URLSearchParams(fragment.slice(1));
    const chapter = chapters[given.get("chapter") - 1] && given.get("chapter") - 1;
    const mistake = Number(given.get("mistake"));
    if (given.has("charts")) this.charts.fold.open = true;
    const viewed = given.has("row") || !(mistake && this.player.panels.length);
    if (chapter !== undefined) this.course[given.has("row") ? "tell" : "show"](chapter);
    else if (viewed) this.course.close();
    if (given.has("row") || (viewed && chapter === undefined)) this.open(fragment);
    if (mistake) this.mistakes.go(mistake), this.link();
  }

  // open shows the view of a fragment.
  open(fragment) {
    const { time, node } = this.view.read(fragment);
    this.node = node;
    this.show(time);
  }

  // show runs the view of the form.
  show(time) {
    this.error.hidden = true;
    try {
      const questions = this.view.questions();
      const scenes = questions.map((fields) => ask("run", fields));
      const end = Math.max(...scenes.map((scene) => scene.time));
      const common = { end, node: this.nearest(this.node, scenes[0].p), chosen: (node) => this.choose(node), seek: (time) => this.player.seek(time) };
      const panels = scenes.map((scene) => new Panel(scene, common));
      this.place.replaceChildren(...panels.map((p) => p.root));
      this.place.dataset.panels = panels.length;
      this.place.setAttribute("aria-busy", "false");
      this.number.max = panels[0].scene.p - 1;
      this.number.value = this.node = common.node;
      this.player.show(panels, time);
      this.charts.changed(scenes[0]);
    } catch (error) {
      this.error.textContent = error.message;
      this.error.hidden = false;
      this.place.setAttribute("aria-busy", "false");
      if (!this.player.panels.length) this.place.replaceChildren();
    }
  }

  // nearest returns the node of p that is nearest to a number.
  nearest(number, p = this.player.panels[0]?.scene.p ?? 1) {
    return Math.max(0, Math.min(Math.trunc(number) || 0, p - 1));
  }

  choose(node) {
    if (node === this.node) return;
    this.node = this.number.value = node;
    for (const panel of this.player.panels) panel.choose(node);
    if (!this.player.playing) this.link();
  }

  // link makes the link that of what is seen, and the address a little later: browsers refuse many changes of it in a row.
  link() {
    const link = this.view.write(this.player.time, this.node, { charts: this.charts.fold.open && 1, chapter: this.course.now === undefined ? undefined : this.course.now + 1, mistake: this.mistakes.number });
    document.getElementById("link").setAttribute("href", link);
    clearTimeout(this.later);
    this.later = setTimeout(() => history.replaceState(null, "", (this.written = link)), 300);
  }
}

let book;
start().then(
  () => ((book = new Book()), requestAnimationFrame(() => (book.since = performance.now()))), // when there is a picture
  (error) => {
    document.getElementById("panels").textContent = `The program inside this page does not start here: ${error.message}`;
  },
);
