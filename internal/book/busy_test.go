//go:build !js

package book

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/browsertest"
)

// While a simulation takes seconds, the page says so and keeps showing its current content. A newer choice
// cancels the simulation, and only the newer view appears.
func TestSystemAbandons(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "#row=hcube/bcast")
	var seen []any
	b.Run(`(async () => {
	  const old = book.open("#row=ring/alltoall-pairwise&p=256&network=ring"), [panel] = book.player.panels;
	  while (book.busy.says.hidden && book.player.panels[0] === panel) await new Promise((done) =>
	    setTimeout(done, 10));
	  book.player.step(1);
	  const meanwhile = [panel === book.player.panels[0], book.player.time,
	    document.getElementById("panels").getAttribute("aria-busy")];
	  const shown = await book.open("#row=ring/scan");
	  return [...meanwhile, await old, shown, book.player.panels.map(({ scene }) => scene.row).join(),
	    book.busy.says.hidden, document.querySelectorAll("[aria-busy=true]").length];
	})()`, &seen)
	assert.Equal(t, []any{true, 19.6, "true", false, true, "ring/scan", true, 0.0}, seen)
	assert.Empty(t, b.Console)
}

// A run of 65280 messages can be shown with its data, and played.
func TestSystemManyMessages(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "#row=hcube/alltoall-ecube&p=256&t=55")
	var seen []any
	b.Run(`(() => {
	  const [{ scene, messages, bars }] = book.player.panels, some = scene.messages[65000];
	  return [book.error.textContent, scene.messages.length, document.querySelectorAll(".message").length,
	    some.data === some.from + ">" + some.to, document.querySelectorAll(".steps li").length];
	})()`, &seen)
	assert.Equal(t, []any{"", 65280.0, 256.0, true, 0.0}, seen)
	var steps []any // the steps when they are opened
	b.Run(`(async () => {
	  document.querySelector("details.text").open = true;
	  while (!document.querySelector(".steps li")) await new Promise((done) => setTimeout(done, 10));
	  const all = [...document.querySelectorAll(".steps li")].map((e) => e.textContent);
	  return [all.length, all[0].startsWith("0 → 1 (0>1), 1 → 0 (1>0), ")];
	})()`, &steps)
	assert.Equal(t, []any{255.0, true}, steps)
	assert.Empty(t, b.Console)
}
