//go:build !js

package book

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/browsertest"
)

// All views of up to 256 nodes play, and are visible when they stop. The test also reports the cost of a
// frame and the time until the first picture. It sets no limit for them, because the machine may be busy.
func TestSystemFrames(t *testing.T) {
	b := browsertest.New(t)
	page := writePage(t)
	b.Window(1300, 1500)
	b.Call("Performance.enable", map[string]any{"timeDomain": "threadTicks"}, nil)
	open(b, page, "")
	var first float64
	b.Run(`new Promise((done) => requestAnimationFrame(() => done(book.since)))`, &first)
	t.Logf("the first picture is there after %.0f ms, with %.0f ms of work", first, workedTime(b))
	for _, view := range []string{"row=hcube/alltoall-ecube&p=64", "row=hcube/allgather&p=64",
		"row=hcube/allgather&p=64&network=ring", "row=ring/allgather&p=64",
		"row=hcube/bcast&p=256", "row=hcube/allgather&p=256", "row=ring/allgather&p=256",
		"row=hcube/alltoall-ecube&p=256"} {
		var frames struct {
			Error           string
			Longest, Draw   float64 // ms
			Messages, Count int
		}
		before := workedTime(b)
		var answer float64 // ms
		b.Run(`(async () => {
		  const begin = performance.now();
		  await book.open("#`+view+`");
		  const end = performance.now();
		  book.player.seek(0.3 * book.player.end);
		  return end - begin;
		})()`, &answer)
		opened := workedTime(b)
		b.Run(`(async () => {
		  const frame = () => new Promise((done) => requestAnimationFrame(done));
		  let longest = 0, draw = 0, count = 0;
		  const { scene } = book.player.panels[0], drawn = book.player.draw;
		  book.player.draw = function (time) {
		    const begin = performance.now();
		    drawn.call(this, time);
		    draw = Math.max(draw, performance.now() - begin);
		  };
		  book.player.play();
		  await frame();
		  for (let last = performance.now(); count < 60; count++) {
		    await frame();
		    longest = Math.max(longest, performance.now() - last);
		    last = performance.now();
		  }
		  book.player.stop();
		  book.player.draw = drawn;
		  return { error: book.error.textContent, longest, draw, count, messages: scene.messages.length };
		})()`, &frames)
		all := workedTime(b) - opened
		t.Logf("%s: %d messages; there after %.0f ms, %.0f of them work; %d frames, %.1f ms of work "+
			"each; the longest after %.0f ms, the page's own part of one at most %.1f ms",
			view, frames.Messages, answer, opened-before, frames.Count, all/float64(frames.Count),
			frames.Longest, frames.Draw)
		assert.Empty(t, frames.Error, view)
		assert.Positive(t, frames.Messages, view)
		var left int
		b.Run(`(book.player.seek(book.player.end), document.querySelectorAll(".message").length)`, &left)
		assert.Zero(t, left, "%s: messages that are still under way at the end", view)
	}
	assert.Empty(t, b.Console)
}

// workedTime returns the CPU time in ms that the page's thread has used so far.
func workedTime(b *browsertest.Browser) float64 {
	var all struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}
	b.Call("Performance.getMetrics", nil, &all)
	for _, m := range all.Metrics {
		if m.Name == "TaskDuration" {
			return 1000 * m.Value
		}
	}
	return 0
}
