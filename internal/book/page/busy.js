"use strict";
// Busy shows the progress of an action that takes longer than 300 ms. Meanwhile, the page still shows the
// previous picture.

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

  // draws changes the progress text, if it is visible, to say that the page is being drawn. It returns when
  // the new text is on the screen.
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
