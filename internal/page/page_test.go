package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

func write(t *testing.T, results ...*results.Result) string {
	var page bytes.Buffer
	require.NoError(t, Write(&page, results...))
	return page.String()
}

// assertHas requires that a page contains a text. Unlike package assert, it and assertHasNot do not print the
// page on failure.
func assertHas(t *testing.T, page, text string, why ...any) {
	t.Helper()
	assert.True(t, strings.Contains(page, text), append([]any{"the page lacks " + text}, why...)...)
}

func assertHasNot(t *testing.T, page, text string) {
	t.Helper()
	assert.False(t, strings.Contains(embedded.ReplaceAllString(page, ""), text), "the page has %s", text)
}

// embedded matches embedded files, whose text may contain any letters.
var embedded = regexp.MustCompile(`;base64,[^"]*`)

var sectionID = regexp.MustCompile(`<section id="r1-([a-z]+)">`)

func sections(page string) []string {
	var names []string
	for _, match := range sectionID.FindAllStringSubmatch(page, -1) {
		names = append(names, match[1])
	}
	return names
}

func TestSectionsInOrder(t *testing.T) {
	r := quickPreset(8, 30)
	onTorus(r)
	assert.Equal(t,
		[]string{"verdicts", "environment", "winners", "ratios", "charts", "model", "skew", "links", "steps",
			"methods", "data"},
		sections(write(t, r)))
}

func TestSystemFullPresetIsSmallEnough(t *testing.T) {
	page := write(t, fullPreset(8, 400))
	assert.Less(t, len(page), sizeLimit)
	assertHas(t, page, "without the raw samples")
	assertHas(t, write(t, quickPreset(8, 1)), "with every raw sample")
}

// foreign matches everything that a browser would fetch from outside the page.
var foreign = regexp.MustCompile(
	`(?i)(src|href|action|data|poster)\s*=\s*["']?\s*(https?:)?//|url\(\s*["']?\s*(https?:)?//|@import`)

func TestAsksNoNetwork(t *testing.T) {
	page := write(t, quickPreset(8, 30))
	assert.Empty(t, foreign.FindString(page))
	assertHas(t, page,
		`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'"`)
	assert.Equal(t, 1, strings.Count(page, "<script>"))
	assertHasNot(t, page, "ZgotmplZ") // html/template's replacement of an unsafe value
}

func TestEveryContenderIsShown(t *testing.T) {
	r := quickPreset(8, 0)
	page := strings.ReplaceAll(write(t, r), "<wbr>", "")
	for _, c := range r.Cells {
		assertHas(t, page, "<td>"+c.Algo+"<td>")
	}
	assert.Equal(t, 12, strings.Count(page, `<figure class="op">`), "every operation")
	assertHas(t, page, "<small>MPI_Barrier, 8 ranks</small>")
	assert.Equal(t, 2*11+1+2+1, strings.Count(page, `<svg class="chart"`),
		"time and bandwidth, bars of the barrier, two patterns, skew")
	assert.Equal(t, 12, strings.Count(page, "data:image/svg+xml;base64,"), "a step diagram of each operation")
}

func TestTextIsEscaped(t *testing.T) {
	r := quickPreset(2, 2)
	r.Env.Args = []string{"bench", "<script>alert(1)</script>"}
	r.Cells[1].Algo = `ring/<img src="x">`
	page := write(t, r)
	assertHasNot(t, page, "<script>alert")
	assertHasNot(t, page, "<img src=\"x\"")
}

// manyRanks returns a result with more ranks than a step diagram can show.
func manyRanks() *results.Result {
	r := quickPreset(32, 1)
	r.Cells = slices.DeleteFunc(r.Cells, func(c results.Cell) bool { return c.Op != "bcast" })
	return r
}

// The page contains no command with a name from the file.
func TestNoForeignCommands(t *testing.T) {
	r := manyRanks()
	assertHas(t, write(t, r), "<code>topocoll explain ")
	for i := range r.Cells {
		if r.Cells[i].Algo != native {
			r.Cells[i].Algo = "ring/bcast; rm -rf ~"
		}
	}
	assertHasNot(t, write(t, r), "<code>topocoll explain ")
}

// Any name from the file appears in the picture as text, even if it contains HTML.
func TestLinksAreEscaped(t *testing.T) {
	r := quickPreset(8, 1)
	onTorus(r)
	evil := `<script>alert(1)</script>"'`
	r.Env.Network += evil
	for i := range r.Cells {
		if r.Cells[i].Algo != native {
			r.Cells[i].Algo = evil
		}
		r.Cells[i].Links[0].From += evil
	}
	var svg bytes.Buffer
	require.NoError(t, WriteLinks(&svg, r))
	for _, text := range []string{svg.String(), write(t, r)} {
		assertHasNot(t, text, "<script>alert")
		assertHas(t, text, "&lt;script&gt;alert(1)")
	}
}

func TestOddResults(t *testing.T) {
	one := func(change func(c *results.Cell)) *results.Result {
		r := quickPreset(2, 3)
		r.Cells = r.Cells[:2]
		change(&r.Cells[1])
		return r
	}
	cases := map[string]*results.Result{
		"no cells": {Schema: 2, Status: "partial"},
		"one size": one(func(*results.Cell) {}),
		"no interval": one(
			func(c *results.Cell) { c.Interval, c.RatioRange = results.Interval{}, results.Interval{} }),
		"no time": one(func(c *results.Cell) { c.Median, c.Ratio = 0, 0 }),
		"not a number": one(
			func(c *results.Cell) { c.Algo = native; c.P99 = 5; c.Counters.Bytes = -1 }),
		"an unknown contender": one(func(c *results.Cell) { c.Algo = "star/bcast" }),
		"forced ones alone": {Schema: 2,
			Cells: []results.Cell{{Subject: results.Subject{Op: "bcast", Algo: "native:ring", P: 2, Bytes: 8},
				Summary: results.Summary{Median: 5}}}},
		"more than 16 ranks": manyRanks(),
		"no native":          one(func(c *results.Cell) { c.Bytes = 16 }),
	}
	for name, r := range cases {
		t.Run(name, func(t *testing.T) {
			page := write(t, r)
			assertHas(t, page, "</html>")
			assertHasNot(t, page, "NaN")
		})
	}
	assert.ErrorContains(t, Write(&bytes.Buffer{}), "want one or more")
}

func TestSeveralResults(t *testing.T) {
	a, b := quickPreset(2, 1), quickPreset(4, 1)
	page := write(t, a, b)
	assert.Equal(t, 2, strings.Count(page, "<article>"))
	ids := regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1)
	seen := map[string]bool{}
	for _, id := range ids {
		assert.False(t, seen[id[1]], "%s twice", id[1])
		seen[id[1]] = true
	}
}

var downloadLink = regexp.MustCompile(`href="data:application/gzip;base64,([^"]+)"`)

func TestDownloadIsTheResult(t *testing.T) {
	r := quickPreset(2, 5)
	match := downloadLink.FindStringSubmatch(write(t, r))
	require.NotNil(t, match)
	packed, err := base64.StdEncoding.DecodeString(match[1])
	require.NoError(t, err)
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	var got results.Result
	require.NoError(t, json.NewDecoder(zip).Decode(&got))
	assert.Equal(t, r, &got)
}

// For non-blocking calls, the table of numbers has a column for their overlap.
func TestOverlapInTheNumbers(t *testing.T) {
	part := 0.25
	cell := results.Cell{Subject: results.Subject{Op: "bcast", Algo: native, P: 2, Bytes: 8},
		Summary:          results.Summary{Median: 5},
		NativeComparison: results.NativeComparison{Ratio: 1},
		Overlapping:      results.Overlapping{Overlap: &part}}
	assertHas(t, write(t, &results.Result{Cells: []results.Cell{cell}}), `<th class="n">overlap`, "<td>25 %")
}

// bcastCell returns the cell of an algorithm for a broadcast of 8 bytes on 2 ranks.
func bcastCell(algorithm string, median, ratio float64) results.Cell {
	return results.Cell{Subject: results.Subject{Op: "bcast", Algo: algorithm, P: 2, Bytes: 8},
		Summary:          results.Summary{Median: median},
		NativeComparison: results.NativeComparison{Ratio: ratio}}
}

// The page shows how much slower the choice of auto is than the best algorithm, if that was measured.
func TestRegretOfAuto(t *testing.T) {
	r := &results.Result{Schema: 2, Cells: []results.Cell{
		bcastCell("native", 5, 1),
		bcastCell("ring/bcast", 4, 0.8),
	}}
	const said = "<code>auto</code> for bcast on 2 ranks takes 1.25 times as long as the best"
	var without, with strings.Builder
	require.NoError(t, Write(&without, r))
	assert.NotContains(t, without.String(), "<code>auto</code>")
	r.Cells = append(r.Cells,
		bcastCell(results.Auto, 5, 1))
	require.NoError(t, Write(&with, r))
	assert.Contains(t, with.String(), said)
}

// The page compares an algorithm of topocoll with the library's algorithm that sends the same messages.
func TestSameAlgorithm(t *testing.T) {
	r := &results.Result{Schema: 2, Cells: []results.Cell{
		bcastCell("native", 5, 1),
		bcastCell("hcube/bcast", 4, 0.8),
	}}
	var without, with strings.Builder
	require.NoError(t, Write(&without, r))
	assert.NotContains(t, without.String(), "The same algorithm in topocoll")
	r.Cells = append(r.Cells,
		bcastCell("native:binomial", 5, 1))
	results.Judge(r.Cells, false)
	require.NoError(t, Write(&with, r))
	assert.Contains(t, with.String(),
		`<td><code>hcube/bcast</code><td><code>native:binomial</code><td class="n">0.80<td `+
			`class="n">0.80<td class="n">0.80</tr>`)
}
