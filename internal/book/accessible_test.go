//go:build !js

package book

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/browsertest"
)

// faint is JavaScript that lists the texts whose contrast with their background is below 4.5, the limit of
// WCAG 2.2, level AA.
const faint = `(() => {
  const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 :
      ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    if (e.closest("svg") && e.matches(".name"))
      return getComputedStyle(document.querySelector("svg .node")).fill;
    for (; e; e = e.parentElement) 
      if ((numbers(getComputedStyle(e).backgroundColor)[3] ?? 1) > 0)
        return getComputedStyle(e).backgroundColor;
    return getComputedStyle(document.body).backgroundColor;
  };
  const texts = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() &&
    !e.closest("script, title, .hidden") && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  return texts.flatMap((e) => {
    const ink = e.closest("svg") ? getComputedStyle(e).fill : getComputedStyle(e).color;
    const [high, low] = [light(ink), light(behind(e))].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    return ratio < 4.5 ? [e.textContent.slice(0, 30) + " " + ratio.toFixed(2)] : [];
  });
})()`

// wide is JavaScript that lists the elements that extend beyond the window and have no scroll bar of their
// own.
const wide = `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > ` +
	`innerWidth + 1 && !e.closest("pre, .scroll, svg, .hidden")).map((e) => e.outerHTML.slice(0, 60))`

// The claims about accessibility in docs/reference/book.md hold: screen reader, keyboard, double text size,
// phone, dark mode and reduced motion.
func TestSystemAccessible(t *testing.T) {
	b := browsertest.New(t)
	page := writePage(t)
	b.Window(1300, 1000)
	open(b, page, "#row=hcube/allgather,ring/allgather&network=ring&t=60&charts=1&chapter=2&mistake=1")
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value string }
			Properties []struct {
				Name  string
				Value struct{ Value any }
			}
		}
	}
	b.Call("Accessibility.getFullAXTree", nil, &tree)
	names := map[string]bool{}
	for _, n := range tree.Nodes {
		for _, p := range n.Properties {
			if p.Name == "focusable" && p.Value.Value == true && !n.Ignored && n.Role.Value != "RootWebArea" {
				assert.NotEmpty(t, n.Name.Value, "a %s without a name", n.Role.Value)
				names[n.Role.Value+" "+n.Name.Value] = true
			}
		}
	}
	for _, name := range []string{"button play", "button a step forward", "slider time", "combobox Algorithm",
		"textbox m", "spinbutton Node", "link link to this view", "button Run the answer"} {
		assert.Contains(t, names, name)
	}
	var said string
	b.Run(`book.open("#row=hcube/bcast").then(() => (book.player.step(1), `+
		`document.querySelector("[aria-live]").textContent))`, &said)
	assert.Equal(t, "1 of 3 steps have ended. Node 0 is at hcube/bcast.go:34: sends to 2. It holds M.", said)

	for _, theme := range []string{"light", "dark"} {
		b.Prefers("prefers-color-scheme", theme)
		open(b, page, "#row=hcube/allgather&network=ring&t=60&charts=1&chapter=2&mistake=1")
		var texts []string
		b.Run(faint, &texts)
		assert.Empty(t, texts, theme)
	}
	for _, width := range []int{1300, 650, 360, 320} { // as if text were 2 or 4 times as large
		b.Window(width, 800)
		var out []string
		b.Run(`(document.querySelectorAll("details").forEach((e) => (e.open = true)), `+wide+`)`, &out)
		assert.Empty(t, out, width)
	}

	b.Prefers("prefers-reduced-motion", "reduce")
	open(b, page, "#chapter=1")
	var moves []bool // whether the page moves without input, and between steps
	b.Run(`(async () => {
	  const begun = book.player.playing, seen = [];
	  book.player.controls.speed.value = "4";
	  book.player.play();
	  while (book.player.playing) await new Promise((done) => requestAnimationFrame(done)),
	    seen.push(book.player.time);
	  return [begun, seen.some((time) => !book.player.stops.includes(time)), seen.at(-1) < book.player.end];
	})()`, &moves)
	assert.Equal(t, []bool{false, false, false}, moves)
	assert.Empty(t, b.Console)
}
