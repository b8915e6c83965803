package book

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/browsertest"
)

// What a frame costs while it plays, and how long it takes until there is a picture: reported, not judged, since the machine may be
// busy. All of up to 256 nodes plays, and is there when it stops.
func TestFrames(t *testing.T) {
	b := browsertest.New(t)
	page := written(t)
	b.Window(1300, 1500)
	open(b, page, "")
	var first float64
	b.Run(`new Promise((done) => requestAnimationFrame(() => done(book.since)))`, &first)
	t.Logf("the first picture is there after %.0f ms", first)
	for _, view := range []string{"row=hcube/alltoall-ecube&p=64", "row=hcube/allgather&p=64", "row=hcube/allgather&p=64&network=ring", "row=ring/allgather&p=64",
		"row=hcube/bcast&p=256", "row=hcube/allgather&p=256", "row=ring/allgather&p=256", "row=hcube/alltoall-ecube&p=256"} {
		var frames struct {
			Error                 string
			Answer, Longest, Draw float64 // ms
			Messages, Count, Left int
		}
		b.Run(`(async () => {
		  const begin = performance.now();
		  book.open("#`+view+`");
		  const answer = performance.now() - begin;
		  const frame = () => new Promise((done) => requestAnimationFrame(done));
		  let longest = 0, draw = 0, count = 0;
		  const { scene } = book.player.panels[0], drawn = book.player.draw;
		  book.player.draw = function (time) {
		    const begin = performance.now();
		    drawn.call(this, time);
		    draw = Math.max(draw, performance.now() - begin);
		  };
		  book.player.seek(0.3 * book.player.end);
		  book.player.play();
		  await frame();
		  for (let last = performance.now(); count < 60; count++) {
		    await frame();
		    longest = Math.max(longest, performance.now() - last);
		    last = performance.now();
		  }
		  book.player.stop();
		  book.player.draw = drawn;
		  book.player.seek(book.player.end);
		  return { error: book.error.textContent, answer, longest, draw, count, messages: scene.messages.length, left: document.querySelectorAll(".message").length };
		})()`, &frames)
		t.Logf("%s: %d messages; there after %.0f ms; %d frames, the longest %.0f ms; the page's own part of one at most %.1f ms", view, frames.Messages, frames.Answer, frames.Count, frames.Longest, frames.Draw)
		assert.Empty(t, frames.Error, view)
		assert.Positive(t, frames.Messages, view)
		assert.Zero(t, frames.Left, "%s: messages that are still under way at the end", view)
	}
	assert.Empty(t, b.Console)
}
