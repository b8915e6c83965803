"use strict";
// The page consists of a view, its panels and the player.

class Book {
  constructor(menu) {
    this.place = document.getElementById("panels");
    this.error = document.getElementById("error");
    this.node = 0;
    for (const id of ["controls", "course"]) document.getElementById(id).open = innerWidth > 800; // a phone has no room for them
    this.gone = Promise.resolve(); // resolves when the view of the address is shown
    this.number = document.getElementById("node");
    this.number.oninput = () => this.choose(this.nearest(this.number.valueAsNumber));
    this.view = new View(menu, () => this.show(0));
    this.player = new Player(() => this.link());
    this.charts = new Charts(this.view, () => this.link());
    addEventListener("beforeprint", () => this.player.panels.forEach((panel) => panel.read())); // a printed page must show the steps
    addEventListener("hashchange", () => location.hash !== this.written && (this.gone = this.go(location.hash)));
    this.course = new Course(async (fragment) => (await this.open(fragment)) && (this.player.begin(), this.player.panels), () => this.link());
    this.mistakes = new Mistakes(() => this.link());
    this.busy = new Busy();
    document.body.classList.remove("starting"); // the form has its lists
  }

  // go shows the view, chapter, mistake and charts that a fragment names. A chapter without a view in the
  // fragment has its own view. A mistake without a view is shown beside the current view.
  async go(fragment) {
    const given = new URLSearchParams(fragment.slice(1));
    const chapter = chapters[given.get("chapter") - 1] && given.get("chapter") - 1;
    const mistake = Number(given.get("mistake"));
    if (given.has("charts")) this.charts.fold.open = true;
    const viewed = given.has("row") || !(mistake && this.player.panels.length);
    if (chapter === undefined && viewed) this.course.close();
    if (chapter !== undefined && given.has("row")) this.course.tell(chapter);
    else if (chapter !== undefined) await this.course.show(chapter);
    if (given.has("row") || (viewed && chapter === undefined)) await this.open(fragment);
    if (mistake) await this.mistakes.go(mistake), this.link();
  }

  // open shows the view of a fragment. It returns the same value as show.
  open(fragment) {
    const { time, node } = this.view.read(fragment);
    this.node = node;
    return this.show(time);
  }

  // show runs the view of the form and then shows it. If a newer view abandons the run, show returns false.
  async show(time) {
    const mine = (this.newest = {});
    program.abandon("run", "chart");
    this.busy.begin();
    try {
      this.view.check();
      const scenes = await Promise.all(this.view.questions().map((fields) => program.ask("run", fields)));
      await this.busy.draws();
      if (this.newest !== mine) return false;
      this.error.hidden = true;
      const end = Math.max(...scenes.map((scene) => scene.time));
      const common = { end, node: this.nearest(this.node, scenes[0].p), chosen: (node) => this.choose(node), seek: (time) => this.player.seek(time) };
      const panels = scenes.map((scene) => new Panel(scene, common));
      this.place.replaceChildren(...panels.map((p) => p.root));
      this.place.dataset.panels = panels.length;
      this.number.max = panels[0].scene.p - 1;
      this.number.value = this.node = common.node;
      this.player.show(panels, time);
      this.charts.changed(scenes[0]);
    } catch (error) {
      if (error === abandoned) return false;
      this.error.textContent = error.message;
      this.error.hidden = false;
      if (!this.player.panels.length) this.place.replaceChildren();
    }
    this.busy.end();
    return true;
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

  // link makes the link point to the current view, and updates the address a little later, because browsers
  // reject many changes in quick succession.
  link() {
    const link = this.view.write(this.player.time, this.node, { charts: this.charts.fold.open && 1, chapter: this.course.now === undefined ? undefined : this.course.now + 1, mistake: this.mistakes.number });
    document.getElementById("link").setAttribute("href", link);
    clearTimeout(this.later);
    this.later = setTimeout(() => history.replaceState(null, "", (this.written = link)), 300);
  }
}

let book; // set when there is a picture

async function begin() {
  program = new Program();
  await program.runs;
  const first = new Book(await program.ask("menu"));
  await first.go(location.hash);
  requestAnimationFrame(() => (first.since = performance.now()));
  book = first;
}

begin().catch((error) => {
  document.getElementById("panels").textContent = `The program on this page cannot start: ${error.message}`;
});
