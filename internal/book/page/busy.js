"use strict";
// Busy shows what the page is doing if that takes longer than a moment. Meanwhile the page keeps its picture.

class Busy {
  constructor() {
    this.says = document.getElementById("busy");
    this.place = document.getElementById("panels");
    program.progress = (what) => (this.says.textContent = what);
  }

  begin() {
    clearTimeout(this.later);
    this.place.setAttribute("aria-busy", "true");
    this.later = setTimeout(() => (this.says.hidden = false), 300);
  }

  // draws announces that the page draws, if anything is announced at all, and returns when the text is
  // visible.
  async draws() {
    if (this.says.hidden) return;
    this.says.textContent = "Drawing the page.";
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }

  end() {
    clearTimeout(this.later);
    this.says.hidden = true;
    this.says.textContent = "";
    this.place.setAttribute("aria-busy", "false");
  }
}
