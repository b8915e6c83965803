//go:build !js

package book

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/browsertest"
	"topocoll/internal/explain"
	"topocoll/sim"
)

var compiled = sync.OnceValues(func() (Program, error) { return Compile(context.Background()) })

// writePage writes the current page to a file, and returns the file's name.
func writePage(t *testing.T) string {
	program, err := compiled()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "book")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	name := filepath.Join(dir, "book.html")
	file, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, Write(file, program))
	size, err := file.Seek(0, io.SeekCurrent)
	require.NoError(t, err)
	assert.LessOrEqual(t, size, int64(3_000_000))
	require.NoError(t, file.Close())
	return name
}

// open opens an HTML file with a URL fragment, and waits until the page is idle.
func open(b *browsertest.Browser, file, fragment string) {
	b.Open(file + fragment)
	b.Run(`new Promise((done) => { const wait = () => (typeof book === "object" && book && `+
		`!document.querySelector("[aria-busy=true]") ? done(true) : setTimeout(wait, 20)); wait(); })`, nil)
}

// A played holds the values that the page shows while it plays an algorithm.
type played struct {
	Row, Error string
	// times at the end: the player's clock, the time of the run, and the time of the formula ("" if the formula
	// does not hold)
	Clock, End, Time string
	Steps            []string // "0 → 4 (M), ..."
	Link             string
	Messages         int // messages that are still on links
	Frames           int
}

// play is JavaScript that plays every algorithm to its end, at high speed, and returns the visible results.
const play = `(async () => {
  const seen = [];
  document.getElementById("speed").append(new Option("test", "500"));
  for (const operation of book.view.menu.operations) for (const { id } of operation.rows) {
    await book.open("#row=" + id + "&shift=3");
    book.player.controls.speed.value = "500";
    book.player.play();
    let frames = 0;
    while (book.player.playing) await new Promise((done) => requestAnimationFrame(done)), frames++;
    book.player.panels[0].read();
    const text = (query) => document.querySelector(query)?.textContent ?? "";
    seen.push({
      Row: id, Error: book.error.hidden ? "" : book.error.textContent, 
      Clock: book.player.controls.clock.value, End: text(".time"),
      Time: book.player.panels[0].scene.formula.time === null ? "" :
        us(book.player.panels[0].scene.formula.time),
      Steps: [...document.querySelectorAll(".steps li")].map((e) => e.textContent),
      Link: document.getElementById("link").getAttribute("href"),
      Messages: document.querySelectorAll(".message").length, Frames: frames,
    });
  }
  return seen;
})()`

// Every algorithm plays to its end without an error in the browser. Its time equals the formula, and its
// steps equal the output of explain.
func TestSystemEveryRowPlays(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "")
	var seen []played
	b.Run(play, &seen)
	assert.Empty(t, b.Console)
	assert.Empty(t, b.Requests)
	rows := catalog.ByteRows()
	require.Len(t, seen, len(rows))
	for i, row := range rows {
		p := seen[i]
		assert.Equal(t, row.ID, p.Row)
		assert.Empty(t, p.Error, row.ID)
		assert.Equal(t, p.End, p.Clock, row.ID)
		if p.Time != "" && row.Topology() != "network" {
			assert.Equal(t, p.Time, p.Clock, row.ID)
		}
		assert.Zero(t, p.Messages, row.ID)
		assert.Greater(t, p.Frames, 0, row.ID)
		assert.Contains(t, p.Link, "row="+row.ID)
		assert.Equal(t, explainedSteps(t, row.Info), p.Steps, row.ID)
	}
	var wins []string
	b.Run(`(async () => {
	  await book.open("#row=hcube/bcast,hcube/bcast-scatter");
	  document.getElementById("charts").open = true;
	  await book.charts.show();
	  return [...document.querySelectorAll("#curves li")].map((e) => e.textContent);
	})()`, &wins)
	var points int // number of measured points after a bench.json is dropped on the page
	b.Run(`(async () => {
	  await book.charts.measured.take("bench.json", JSON.stringify({ schema: 2, cells: [{ operation: "bcast",
	    algorithm: "hcube/bcast", p: 8, bytes: 1024, median_ns: 31000 }, { operation: "reduce",
	    algorithm: "native", p: 8, bytes: 8, median_ns: 1 }] }));
	  await book.charts.show();
	  return [...document.querySelectorAll("#curves title")].filter((e) =>
	    e.textContent === "hcube/bcast, measured").length;
	})()`, &points)
	assert.Equal(t, 1, points)
	// scene.TestCrossing checks the crossing itself.
	assert.Regexp(t,
		`^\[from m = 1 on: hcube/bcast from m = 24\d\d on: hcube/bcast-scatter at p = 2, 3, 4, 6, 8, 12, `+
			`16, 24, 32, 48, 64: hcube/bcast\]$`, fmt.Sprint(wins))
	assert.Empty(t, b.Console)
	var moving int // an all-to-all of 64 nodes has 4032 messages
	b.Run(`book.open("#row=hcube/alltoall-ecube&p=64&t=55").then(() => book.error.textContent ? -1 : `+
		`document.querySelectorAll(".message").length)`, &moving)
	assert.Equal(t, 64, moving)
	b.Run(`(book.player.seek(book.player.end), book.player.seek(55), `+
		`document.querySelectorAll(".message").length)`, &moving)
	assert.Equal(t, 64, moving, "back from the end")
	var list string // as if a file were pasted
	b.Run("links('# a ring\\nh0 h1 1gbit\\nh1 > h2 8kbit\\n\\nh2 h0 1gbit  # back\\n') + links('torus:4x4')",
		&list)
	assert.Equal(t, "links:h0-h1=1gbit,h1>h2=8kbit,h2-h0=1gbit", list)
	var answers []string
	b.Run(`(async () => {
	  const said = [];
	  for (const [i, { answer }] of chapters.entries()) {
	    await book.course.show(i);
	    await book.course.answer(answer);
	    book.player.stop();
	    said.push(book.error.hidden ? book.course.says.textContent : book.error.textContent);
	  }
	  return said;
	})()`, &answers)
	assert.Len(t, answers, 8)
	for i, answer := range answers {
		assert.Regexp(t, `^[a-z]+/[a-z-]+: [\d.]+ µs(; [a-z]+/[a-z-]+: [\d.]+ µs)+\.$`, answer, "chapter %d",
			i+1)
	}
	// the trees are below tw m = 480 µs, and their segments overlap on the way
	assert.Equal(t, "hcube/bcast-scatter: 700 µs; hcube/bcast-esbt: 797.16 µs; network/bcast: 331.1 µs.",
		answers[7])
	var outcomes []string
	b.Run(`(async () => {
	  const said = [];
	  await book.mistakes.list();
	  for (const i of book.mistakes.all.keys()) {
	    book.mistakes.choice.value = i;
	    await book.mistakes.show();
	    said.push(document.querySelector("#outcome pre").textContent.length +
	      document.querySelectorAll("#outcome figure p")[1].textContent);
	  }
	  return said;
	})()`, &outcomes)
	assert.NotEmpty(t, outcomes)
	for _, outcome := range outcomes {
		assert.Regexp(t, `^\d\d\d+The run ends, and every node has the right result\.$`, outcome)
	}
	assert.Empty(t, b.Console)
}

// explainedSteps returns the steps of an algorithm according to explain, in the page's format.
func explainedSteps(t *testing.T, info catalog.Info) (steps []string) {
	args := explain.Args{P: 8, Shift: 3}
	if parts := info.Model().Parts; parts != nil { // the number that the page uses for its m
		args.M, args.Segment = parts(8, 960, 0), 1
	}
	f, err := explain.RunAt(t.Context(), info, nil, sim.Config{Ts: 10, Tw: 0.01}, args)
	require.NoError(t, err)
	for _, arrows := range f.Steps {
		var step []string
		for _, a := range arrows {
			if text := fmt.Sprintf("%d → %d", a.From, a.To); a.Data != "" {
				step = append(step, text+" ("+a.Data+")")
			} else {
				step = append(step, text)
			}
		}
		steps = append(steps, strings.Join(step, ", "))
	}
	return steps
}
