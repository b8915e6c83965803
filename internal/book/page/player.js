"use strict";
// Player is the clock of all panels.

class Player {
  constructor(changed) {
    this.panels = [];
    this.time = 0;
    this.end = 0;
    this.stops = [];
    this.changed = changed; // called when the time stops
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

  // show stops the playback, and shows new panels at the given time.
  show(panels, time = 0) {
    this.stop();
    this.panels = panels;
    this.end = Math.max(0, ...panels.map((p) => p.scene.time));
    this.stops = [...new Set([0, ...panels.flatMap((p) => p.scene.stops), this.end])].sort((a, b) => a - b);
    this.decimals = Math.max(0, 3 - Math.ceil(Math.log10(this.end || 1))); // during playback, the clock has a resolution of a thousandth of the run
    this.seek(time);
  }

  key(event) {
    const typed = event.target.closest("input:not([type=range]), select, pre") || (event.key === " " && event.target.closest("button, summary, a")); // these elements use the key themselves
    if (typed || event.ctrlKey || event.altKey || event.metaKey) return;
    const does = { " ": () => this.controls.play.onclick(), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.seek(0), End: () => this.seek(this.end) }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  // step moves to the end of the next step, or back to the end of the previous step.
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

  // seconds returns the duration of the whole run at speed 1.
  seconds() {
    return Math.max(4, Math.min(40, 1.5 * (this.stops.length - 1)));
  }

  // begin plays the opened view, unless the reader has asked for reduced motion.
  begin() {
    if (!still()) this.play();
  }

  play() {
    this.stop();
    if (this.time >= this.end) this.draw(0);
    this.playing = true;
    this.button("❚❚", "stop");
    let before, time = this.time;
    const jumps = still(); // jump from step to step
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
    cancelAnimationFrame(this.frame); // otherwise the frames would continue beside the next playback
    this.button("▶", "play");
  }

  button(sign, name) {
    this.controls.play.textContent = sign;
    this.controls.play.setAttribute("aria-label", name);
  }
}

// still reports whether the reader has asked for reduced motion.
function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
