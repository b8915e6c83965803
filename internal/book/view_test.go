//go:build !js

package book

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/browsertest"
)

// The page shows views with values that differ from the defaults, and reports views that do not exist.
func TestSystemViews(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "#row=hcube/alltoall&p=6&node=2")
	var wrong string // the first link is wrong, so only its error appears
	b.Run(
		"book.error.textContent + '|' + book.place.textContent + '|' + book.place.getAttribute('aria-busy')",
		&wrong)
	assert.Equal(t, "hcube/alltoall needs p = 2^d, got p = 6||false", wrong)
	for view, want := range map[string]string{
		"row=hcube/bcst":              `no algorithm "hcube/bcst"; choose one from the list|hcube/bcst`,
		"row=hcube/bcast,ring/bcst":   `no algorithm "ring/bcst"; choose one from the list|hcube/bcast`,
		"row=hcube/bcast,ring/reduce": `ring/reduce is an algorithm of reduce; choose one of bcast|hcube/bcast`,
		"row=tree/bcast-knomial=4":    "|tree/bcast-knomial=4",
		"row=hcube/bcast,":            "|hcube/bcast",
	} {
		var says string
		b.Run(`book.open("#`+view+
			`").then(() => (book.error.hidden ? "" : book.error.textContent) + "|" + book.view.fields.row.value)`,
			&says)
		assert.Equal(t, want, says, view)
	}
	for _, view := range []string{"row=ring/shift&p=1", "row=ring/shift&shift=0", "row=ring/shift&shift=8",
		"row=hcube/allgather&p=1", "row=network/bcast&p=1"} {
		var ends string
		b.Run(`book.open("#`+view+
			`").then(() => (book.player.seek(0), book.error.hidden ? document.querySelector("#panels `+
			`.time").textContent : book.error.textContent))`, &ends)
		assert.Equal(t, "0 µs", ends, view)
	}
	for node, want := range map[string]int{"-1": 0, "2.5": 2, "1e999": 7, "x": 0, "99": 7} {
		var at []int
		b.Run(`book.open("#row=hcube/bcast&node=`+node+
			`").then(() => [book.player.panels[0].node, book.node, book.number.valueAsNumber])`, &at)
		assert.Equal(t, []int{want, want, want}, at, node)
	}
	for typed, want := range map[string]int{"-1": 0, "2.5": 2, "99": 7, "": 0} {
		var at []int
		b.Run(`book.number.value = "`+typed+
			`", book.number.oninput(), [book.player.panels[0].node, book.node]`, &at)
		assert.Equal(t, []int{want, want}, at, typed)
	}
	var extents []string
	b.Run(`book.open("#row=mesh/allgather&dims=8x1").then(() => `+
		`[book.view.fields.dims.closest("label").hidden, book.player.panels[0].scene.formula.numbers, `+
		`book.view.write(0, 0, {})].map(String))`, &extents)
	assert.Equal(t, []string{"false", "10·((8-1)) + 0.01·960·(8-1)", "#row=mesh/allgather&dims=8x1"}, extents)
	assert.Empty(t, b.Console)
}

// The clock moves once per frame, even if play is pressed several times. A paused view has a link.
func TestSystemPlaysOnce(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "")
	var draws int
	b.Run(`(async () => {
	  const frame = () => new Promise((done) => requestAnimationFrame(done));
	  book.player.controls.speed.value = "0.25";
	  await book.course.show(0), await frame(), await book.course.answer(chapters[0].answer), await frame(),
	    book.player.play();
	  const { draw } = book.player;
	  let draws = 0;
	  book.player.draw = function (time) { draws++, draw.call(this, time); };
	  for (let i = 0; i < 20; i++) await frame();
	  return draws;
	})()`, &draws)
	assert.InDelta(t, 20, draws, 2)
	var paused []bool
	b.Run(`(book.player.controls.play.click(), [!book.player.playing, book.player.time > 0,
	  document.getElementById("link").getAttribute("href").includes("&t=" + book.player.time),
	    book.player.controls.step.textContent.includes("steps have ended")])`, &paused)
	assert.Equal(t, []bool{true, true, true, true}, paused)
	assert.Empty(t, b.Console)
}

// A block has the same colour in messages and in nodes. In this view no message has node 7's own block.
func TestSystemBlocksHaveOneColour(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "#row=hcube/gather&root=7&t=5")
	var colours [][]string
	b.Run(`(() => {
	  const [{ messages, held }] = book.player.panels;
	  const moving = [...messages.shown].map(([{ blocks }, e]) => [blocks[0],
	    e.querySelector("rect").style.fill]);
	  book.player.seek(book.player.end);
	  return moving.map(([label, fill]) => [fill, held.rects[7].get(label).style.fill]);
	})()`, &colours)
	assert.Len(t, colours, 4)
	for _, c := range colours {
		assert.Equal(t, c[0], c[1])
	}
}

// An empty field stands for its default, even where the page itself uses the value.
func TestSystemEmptyFields(t *testing.T) {
	b := browsertest.New(t)
	open(b, writePage(t), "")
	var stuck int
	b.Run(`(async () => {
	  await book.open("#row=hcube/bcast");
	  book.view.fields.ts.value = "";
	  await book.show(0);
	  return document.querySelectorAll(".bars path.stuck").length;
	})()`, &stuck)
	assert.Zero(t, stuck)
	var points int
	b.Run(`(async () => {
	  book.view.fields.p.value = book.view.fields.m.value = "";
	  await book.show(0);
	  document.getElementById("charts").open = true;
	  await book.charts.measured.take("bench.json", JSON.stringify({ schema: 2, cells: [{ operation: "bcast",
	    algorithm: "hcube/bcast", p: 8, bytes: 7680, median_ns: 31000 }] }));
	  await book.charts.show();
	  return [...document.querySelectorAll("#curves title")].filter((e) =>
	    e.textContent === "hcube/bcast, measured").length;
	})()`, &points)
	assert.Equal(t, 2, points) // against m and against p
	assert.Empty(t, b.Console)
}

// A link of a chapter or a mistake has the same effect on an open page as on a new one, and the address
// restores the view.
func TestSystemLinksOfChaptersAndMistakes(t *testing.T) {
	b := browsertest.New(t)
	page := writePage(t)
	shown := func(fragment string) (is map[string]any) {
		b.Run(`(async () => {
		  if ("`+fragment+
			`") await new Promise((done) => (addEventListener("hashchange", () => done(book.gone), { once: `+
			`true }), (location.hash = "`+fragment+`")));
		  book.player.stop();
		  return { rows: book.player.panels.map((p) => p.scene.row).join(), time: book.player.time > 0,
		    chapter: book.course.place.hidden ? "" : book.course.place.querySelector("h2").textContent,
		    mistake: document.querySelector("#outcome a")?.getAttribute("href") ?? "",
		    open: book.mistakes.fold.open, link: document.getElementById("link").getAttribute("href") };
		})()`, &is)
		return is
	}
	anew := func(fragment string) map[string]any {
		open(b, page, fragment)
		return shown("")
	}
	is := anew("#mistake=3")
	assert.Equal(t, []any{"hcube/bcast", "#mistake=3", true}, []any{is["rows"], is["mistake"], is["open"]})
	shown("#row=ring/scan&t=20")
	is = shown("#mistake=2")
	assert.Equal(t,
		map[string]any{"rows": "ring/scan", "time": true, "chapter": "", "mistake": "#mistake=2",
			"open": true, "link": "#row=ring/scan&t=20&mistake=2"}, is)
	assert.Equal(t, is, anew(is["link"].(string)))
	is = shown("#chapter=2")
	assert.Equal(t,
		[]any{"ring/allgather,hcube/allgather", "2. All to all: everyone gets everything",
			"#row=ring/allgather,hcube/allgather&chapter=2&mistake=2"},
		[]any{is["rows"], is["chapter"], is["link"]})
	is["time"] = false
	assert.Equal(t, is, anew(is["link"].(string)))
	is = shown("#row=ring/scan")
	assert.Equal(t, []any{"ring/scan", ""}, []any{is["rows"], is["chapter"]})
	assert.Empty(t, b.Console)
}
