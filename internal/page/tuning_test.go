package page

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/openmpi"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

var four = tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}

// aTuning returns a tuning of bcast and barrier on four ranks. For bcast, native is best up to 1 KiB.
// Beyond, one of topocoll's algorithms is best, and the library's chain is second.
func aTuning(t *testing.T) Tuning {
	entry := func(algo string, bytes int, ratio float64) tune.Entry {
		return tune.Entry{Algo: algo, N: 64, Median: (500 + float64(bytes)) * ratio, Ratio: ratio,
			Low: ratio * 0.97, High: ratio * 1.03}
	}
	state := tune.State{Schema: 2, Library: "Open MPI v4.1.4"}
	for bytes := 8; bytes <= 1<<20; bytes *= 8 {
		ours, chain := 1.3, 1.2
		if bytes > 1024 {
			ours, chain = 0.5, 0.8
		}
		state.Points =
			append(state.Points,
				tune.Point{Op: catalog.Bcast, Job: four, Bytes: bytes, Sure: bytes > 64,
					Entries: []tune.Entry{
						entry("native", bytes, 1), entry("hcube/bcast", bytes, ours),
						entry("native:chain", bytes, chain)}})
	}
	state.Points =
		append(state.Points,
			tune.Point{Op: catalog.Barrier, Job: four, Sure: true,
				Entries: []tune.Entry{entry("native", 0, 1), entry("native:tree", 0, 1.4)}})
	table := state.Table("topocoll (devel)", time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC))
	v := rules.Version{Library: rules.OpenMPI, Major: 4, Minor: 1, Patch: 4}
	files, err := openmpi.Library{}.Write(table, v)
	require.NoError(t, err)
	return Tuning{Table: table, Points: state.Points, Files: files, Version: v,
		Use: openmpi.Library{}.Env(files[0], "rules.conf")}
}

// withCheck adds a check in which bcast is slower with the files at 8 bytes and faster at 4 KiB.
func (t Tuning) withCheck() Tuning {
	t.Check = &rulecheck.Check{Schema: rulecheck.Schema, Job: four, Files: []string{"openmpi-rules.conf"},
		Pairs: 3, Launches: 6, All: &rulecheck.Gain{Cells: 2, Ratio: 0.98, Low: 0.97, High: 0.99}}
	for bytes, ratio := range map[int]float64{8: 1.2, 4096: 0.8} {
		cell := rulecheck.Change{Op: catalog.Bcast, Bytes: bytes, Rule: "chain", Without: 1000,
			With: 1000 * ratio, Reference: "hcube/bcast", WithoutRatio: 1, WithRatio: ratio, Ratio: ratio,
			Low: ratio - 0.01, High: ratio + 0.01, Verdict: results.Faster}
		if ratio > 1 {
			cell.Verdict = results.Slower
		}
		t.Check.Cells = append(t.Check.Cells, cell)
	}
	return t
}

func tuningPageOf(t *testing.T, of Tuning) string {
	var b bytes.Buffer
	require.NoError(t, WriteTuning(&b, of))
	return b.String()
}

func TestTuningPage(t *testing.T) {
	page := tuningPageOf(t, aTuning(t))
	for _, text := range []string{
		"Open MPI v4.1.4", `class="w-native open" title="bcast 8: native, 1.000`,
		`<td class="w-ours" title="bcast 4K: hcube/bcast, 0.500 (0.485 to 0.515) of the default; best of the ` +
			`library: native:chain, 0.800">`,
		"<td>hcube/<wbr>bcast<td", "native:<wbr>chain",
		"OMPI_MCA_coll_tuned_dynamic_rules_filename=rules.conf mpirun",
		"bcast, 4 ranks: bytes of the message",
	} {
		assertHas(t, page, text)
	}
	assert.Equal(t, 1, strings.Count(page, `<figure class="op">`), "of bcast: a barrier has one size")
	assert.Equal(t, 2, strings.Count(page, `<svg class="chart"`))
	assertHasNot(t, page, `id="check"`)
	assertHasNot(t, page, "ZgotmplZ")
	assertHasNot(t, page, "NaN")
	assert.Empty(t, foreign.FindString(page))
	assert.NotContains(t, page, "<script")

	link := regexp.MustCompile(
		`download="openmpi-rules.conf" href="data:text/plain;base64,([^"]+)"`).FindStringSubmatch(page)
	require.NotNil(t, link)
	text, err := base64.StdEncoding.DecodeString(link[1])
	require.NoError(t, err)
	assert.Equal(t, aTuning(t).Files[0].Text, text, "the file itself is in the page")
}

func TestTuningPageOfACheck(t *testing.T) {
	page := tuningPageOf(t, aTuning(t).withCheck())
	for _, text := range []string{
		`id="check"`, "<b>1</b> faster", "<b>1</b> slower", "pairs of launches: 3",
		`title="bcast 8: 1.00 × hcube/bcast without (1.00 µs), 1.20 × with, 1.1`,
		"with the files, in separate launches",
	} {
		assertHas(t, page, text)
	}
	assertHasNot(t, page, "NaN")
}

// A table without points or files still has a page.
func TestTuningPageOfLittle(t *testing.T) {
	of := aTuning(t)
	of.Points, of.Files = nil, nil
	page := tuningPageOf(t, of)
	assertHas(t, page, "</html>")
	assertHasNot(t, page, "NaN")
	assertHasNot(t, page, `id="files"`)
}

func TestTuningPageEscapes(t *testing.T) {
	of := aTuning(t).withCheck()
	of.Table.Library = "<script>alert(1)</script>"
	of.Use = []string{`"><img src="x">`}
	of.Check.Cells[0].Rule = "<b>evil</b>"
	page := tuningPageOf(t, of)
	assertHasNot(t, page, "<script>alert")
	assertHasNot(t, page, `<img src="x"`)
	assertHasNot(t, page, "<b>evil")
}
