"use strict";
// What the page is at, where it takes longer than a moment: it goes on with what it shows meanwhile.

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

  // draws says that the page draws, if it says anything, and returns when that is seen.
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
