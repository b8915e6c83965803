"use strict";
// The clock of all panels.

class Player {
  constructor(changed) {
    this.panels = [];
    this.time = 0;
    this.end = 0;
    this.stops = [];
    this.changed = changed; // is called when the time stands still
    this.controls = Object.fromEntries(["first", "back", "play", "forth", "last", "scrub", "clock", "speed", "step"].map((id) => [id, document.getElementById(id)]));
    const { first, back, play, forth, last, scrub } = this.controls;
    first.onclick = () => this.seek(0);
    last.onclick = () => this.seek(this.end);
    back.onclick = () => this.step(-1);
    forth.onclick = () => this.step(1);
    play.onclick = () => (this.playing ? this.seek(this.time) : this.play());
    scrub.oninput = () => this.seek((scrub.value / 1000) * this.end);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // show plays other panels from a time on.
  show(panels, time = 0) {
    this.stop();
    this.panels = panels;
    this.end = Math.max(0, ...panels.map((p) => p.scene.time));
    this.stops = [...new Set([0, ...panels.flatMap((p) => p.scene.stops), this.end])].sort((a, b) => a - b);
    this.decimals = Math.max(0, 3 - Math.ceil(Math.log10(this.end || 1))); // a thousandth of the run, while it plays
    this.seek(time);
  }

  key(event) {
    const typed = event.target.closest("input:not([type=range]), select, pre") || (event.key === " " && event.target.closest("button, summary, a")); // they do something else with it
    if (typed || event.ctrlKey || event.altKey || event.metaKey) return;
    const does = { " ": () => this.controls.play.onclick(), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.seek(0), End: () => this.seek(this.end) }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  // step goes to where the next step ends, or to where the one before has ended.
  step(by) {
    const next = by > 0 ? this.stops.find((t) => t > this.time) : this.stops.findLast((t) => t < this.time);
    if (next !== undefined) this.seek(next);
  }

  seek(time) {
    this.stop();
    this.draw(time);
    this.changed();
  }

  draw(time) {
    this.time = Math.max(0, Math.min(time, this.end));
    for (const panel of this.panels) panel.draw(this.time);
    const { scrub, clock, step } = this.controls;
    scrub.value = this.end ? (1000 * this.time) / this.end : 0;
    scrub.setAttribute("aria-valuetext", us(this.time));
    clock.value = this.stops.includes(this.time) ? us(this.time) : `${this.time.toFixed(this.decimals)} µs`;
    const done = this.stops.filter((t) => t > 0 && t <= this.time).length;
    if (!this.playing) step.textContent = `${done} of ${this.stops.length - 1} steps have ended. ${this.panels.map((p) => p.says.textContent).join(" ")}`;
  }

  // seconds is how long the whole run plays at speed 1.
  seconds() {
    return Math.max(4, Math.min(40, 1.5 * (this.stops.length - 1)));
  }

  // begin plays what has been opened, unless the reader wants nothing to move by itself.
  begin() {
    if (!still()) this.play();
  }

  play() {
    this.stop();
    if (this.time >= this.end) this.draw(0);
    this.playing = true;
    this.button("❚❚", "stop");
    let before, time = this.time;
    const jumps = still(); // from step to step
    const frame = (now) => {
      if (before !== undefined) time += ((now - before) / 1000) * (this.end / this.seconds()) * Number(this.controls.speed.value);
      if (before !== undefined) this.draw(jumps ? this.stops.findLast((t) => t <= time) : time);
      before = now;
      if (this.time >= this.end) this.stop(), this.draw(this.end), this.changed();
      else this.frame = requestAnimationFrame(frame);
    };
    this.frame = requestAnimationFrame(frame);
  }

  stop() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame); // or it would go on beside that of the next play
    this.button("▶", "play");
  }

  button(sign, name) {
    this.controls.play.textContent = sign;
    this.controls.play.setAttribute("aria-label", name);
  }
}

// still reports whether the reader wants little to move.
function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
