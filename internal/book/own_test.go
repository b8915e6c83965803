//go:build !js

package book

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/browsertest"
	"topocoll/internal/fit"
)

// bench returns a result and the text of its bench.json. A message takes 0.5 µs and 0.25 ns per byte, and a
// broadcast takes the time of its formula.
func bench(t *testing.T) (r *results.Result, file string) {
	r = &results.Result{Schema: results.Schema}
	for bytes := 8; bytes <= 1<<20; bytes *= 4 {
		ns := 500 + 0.25*float64(bytes)
		r.Messages =
			append(r.Messages,
				results.Message{Pattern: "pingpong", Stride: 1, P: 2, Bytes: bytes, N: 9, Median: ns})
		r.Cells = append(r.Cells,
			results.Cell{Subject: results.Subject{Op: "bcast", Algo: "hcube/bcast", P: 8, Bytes: bytes},
				Summary: results.Summary{Median: 3 * ns}})
	}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	return r, string(text)
}

// marks is JavaScript that returns the centres of the squares of measured broadcasts, and the points of their
// curve, in the chart of times against m.
const marks = `(() => {
  const at = (title, path) => [...document.querySelector("#curves svg").querySelectorAll("title")]
    .filter((e) => e.textContent === title)
    .map((e) => e.closest("path")).flatMap((e) => [...e.getAttribute("d").matchAll(path)]).map((m) => m[1]);
  return { squares: at("hcube/bcast, measured", /M([\d.]+,[\d.]+)m-2/g), 
    curve: at("hcube/bcast", /[ML]([\d.]+,[\d.]+)/g) };
})()`

// If a bench.json or the output of fit is on the page, its messages determine ts and tw, and its points lie
// on the curves.
func TestSystemOwnTimes(t *testing.T) {
	b := browsertest.New(t)
	r, file := bench(t)
	open(b, writePage(t), "#row=hcube/bcast,hcube/bcast-scatter&m=1024")
	text, err := json.Marshal(file)
	require.NoError(t, err)
	var form []string
	const fields = `["ts", "tw", "fit"].map((name) => book.view.fields[name].value)`
	b.Run(`(async () => {
	  const data = new DataTransfer();
	  data.items.add(new File([`+string(text)+`], "bench.json"));
	  dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
	  while (!book.charts.measured.says.textContent) await new Promise((done) => setTimeout(done, 10));
	  await book.show(0);
	  await book.charts.show();
	  return `+fields+`;
	})()`, &form)
	assert.Equal(t, []string{"0.5", "0.002", "0"}, form)
	var at struct{ Squares, Curve []string }
	b.Run(marks, &at)
	require.Len(t, at.Squares, 9) // 1 to 65536 words, and 2 more sizes
	assert.Subset(t, at.Curve, at.Squares)
	var times []float64 // the run takes the time of its formula
	b.Run(`book.player.panels.map((p) => p.scene.time - p.scene.formula.time)`, &times)
	assert.Equal(t, []float64{0, 0}, times)

	var table strings.Builder
	for i := range r.Messages {
		r.Messages[i].Median *= 2
	}
	fit.WriteTable(&table, r)
	text, err = json.Marshal(table.String())
	require.NoError(t, err)
	b.Run(`(async () => {
	  const data = new DataTransfer();
	  data.setData("text", `+string(text)+`);
	  book.charts.measured.says.textContent = "";
	  book.view.fields.ts.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true,
	    cancelable: true }));
	  while (!book.charts.measured.says.textContent) await new Promise((done) => setTimeout(done, 10));
	  return `+fields+`;
	})()`, &form)
	assert.Equal(t, []string{"1", "0.004", "0"}, form)
	assert.Empty(t, b.Console)
}

// The picture and the time line change while a number is typed. An unchanged view is not run again.
func TestSystemFollows(t *testing.T) {
	b := browsertest.New(t)
	b.Window(1300, 1000) // the form is open
	open(b, writePage(t), "#row=ring/bcast&m=240&t=20")
	follows := func(field, value string) (is []any) {
		b.Run(`(async () => {
		  const { panels } = book.player, field = book.view.fields["`+field+`"];
		  field.focus(), (field.value = "`+value+
			`"), field.dispatchEvent(new Event("input", { bubbles: true }));
		  while (book.player.panels === panels) await new Promise((done) => setTimeout(done, 10));
		  const { newest } = book;
		  field.dispatchEvent(new Event("change", { bubbles: true }));
		  const [{ scene, bars, root }] = book.player.panels;
		  return [newest === book.newest, document.activeElement === field, scene.time, bars.end,
		    root.querySelectorAll(".bars .send").length,
		    document.getElementById("link").getAttribute("href")];
		})()`, &is)
		return is
	}
	assert.Equal(t, []any{true, true, 3 * 12.4, 3 * 12.4, 1.0, "#row=ring/bcast&p=5&m=240"},
		follows("p", "5"))
	assert.Equal(t, []any{true, true, 3 * 11.2, 3 * 11.2, 1.0, "#row=ring/bcast&p=5&m=120"},
		follows("m", "120"))
	assert.Equal(t, []any{true, true, 33.6, 33.6, 1.0, "#row=ring/bcast&p=5&m=120&segment=auto"},
		follows("segment", "auto"))
	is := follows("segment", "60") // 2 segments to either side, the last one over 2 links
	assert.Equal(t, []any{(4 + 2 - 1) * 10.6, "#row=ring/bcast&p=5&m=120&segment=60"}, []any{is[2], is[5]})
	assert.Empty(t, b.Console)
}
