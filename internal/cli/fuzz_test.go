package cli

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/exit"
)

// For a file with any content, every command that reads it rejects it or succeeds, within a minute. The
// terminal gets only visible text, and the report contains no script from the file. Inputs that once failed
// are in testdata/fuzz/FuzzFile.
func FuzzFile(f *testing.F) {
	good, err := os.ReadFile("testdata/bench.json")
	require.NoError(f, err)
	f.Add(good)
	f.Fuzz(checkFile)
}

func checkFile(t *testing.T, text []byte) {
	late := time.AfterFunc(time.Minute, func() { panic("a minute, and not done") })
	defer late.Stop()
	dir := t.TempDir()
	file, html, svg := filepath.Join(dir, "bench.json"), filepath.Join(dir, "report.html"),
		filepath.Join(dir, "links.svg")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	for _, args := range [][]string{
		{"report", file}, {"report", file, "--links", svg}, {"compare", file, "testdata/bench.json"},
		{"compare", "testdata/bench.json", file},
		{"compare", file, "testdata/bench.json", "--allow-oversubscribed"}, {"compare", file, file},
		{"join", file, "testdata/bench.json", "-o", dir + "/joined"},
		{"fit", file},
	} {
		code, stdout, stderr := command(args...)
		assert.Contains(t, []int{exit.OK, exit.BadInput, exit.Inconclusive}, code, "%q: %s", args, stderr)
		assert.LessOrEqual(t, strings.Count(stderr, "\n"), 1, "%q: %q", args, stderr)
		assertPlain(t, stdout+stderr)
	}
	if r, err := results.Load(file); err == nil {
		assertPlain(t, texts(r))
	}
	assertTame(t, html)
	if drawn, err := os.ReadFile(svg); err == nil {
		assertDrawing(t, drawn)
	}
}

// texts returns the tables that bench prints for a result.
func texts(r *results.Result) string {
	var out bytes.Buffer
	tables.WriteEnv(&out, r.Env)
	for _, cells := range results.CellsOfLargestSizes(r) {
		tables.WriteHeader(&out, r.Env, cells[0].Op, cells[0].P)
		tables.WriteCells(&out, nil, cells)
	}
	tables.WriteBusiest(&out, r)
	tables.WriteVerdicts(&out, r)
	tables.WriteSummary(&out, r)
	tables.WriteOSU(&out, r)
	tables.WriteGoBench(&out, r)
	results.WriteCSV(&out, r.Cells)
	return out.String()
}

// assertPlain checks that a text contains only lines of visible characters.
func assertPlain(t *testing.T, text string) {
	t.Helper()
	at := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
	if at >= 0 {
		assert.Fail(t, "not for a terminal", "%q", text[max(0, at-40):min(len(text), at+40)])
	}
	assert.NotContains(t, text, "\ufffd")
}

// assertTame checks that a page contains only its own script, and no element or event handler from a file.
func assertTame(t *testing.T, path string) {
	page, err := os.ReadFile(path)
	if err != nil {
		return
	}
	assert.Equal(t, 1, bytes.Count(page, []byte("<script")))
	assert.Equal(t, bytes.Count(page, []byte("<img")), bytes.Count(page, []byte(`<img loading="lazy" alt="`)))
	assert.NotContains(t, string(page), "<marker")
}

// assertDrawing checks that an SVG contains only shapes and texts.
func assertDrawing(t *testing.T, svg []byte) {
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		if start, is := token.(xml.StartElement); is {
			assert.Contains(t,
				[]string{"svg", "style", "defs", "marker", "rect", "path", "title", "circle", "text"},
				start.Name.Local)
			for _, a := range start.Attr {
				assert.False(t, strings.HasPrefix(a.Name.Local, "on"), a.Name.Local)
			}
		}
	}
}

// For a plan file with any content, plan check rejects it with one line or succeeds.
func FuzzPlan(f *testing.F) {
	for _, args := range []string{"hcube/reduce -n 3 -m 2", "ring/alltoall -n 3 -m 1",
		"ring/allreduce -n 2 -m 3", "hcube/barrier -n 4"} {
		_, good, _ := command(append([]string{"plan", "--json"}, strings.Fields(args)...)...)
		f.Add([]byte(good))
	}
	double := `{"do":"combine","read":["out",0,1],"with":["out",0,1],"write":["out",0,1]}`
	f.Add([]byte(
		`{"schema":2,"operation":"allreduce","p":1,"m":1,"nodes":[{"in":1,"out":1,"scratch":0,"steps":[` +
			`{"do":"copy","read":["in",0,1],"write":["out",0,1]}` + strings.Repeat(","+double, 60) + `]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		late := time.AfterFunc(time.Minute, func() { panic("a minute, and not done") })
		defer late.Stop()
		file := filepath.Join(t.TempDir(), "plan.json")
		require.NoError(t, os.WriteFile(file, text, 0o644))
		code, stdout, stderr := command("plan", "check", file)
		assert.Contains(t, []int{exit.OK, exit.BadInput, exit.WrongResult}, code, stderr)
		assert.LessOrEqual(t, strings.Count(stderr, "\n"), 1, stderr)
		assertPlain(t, stdout+stderr)
	})
}

// A configuration file with any content is rejected with one line or accepted. If it is accepted,
// --dump-config prints flags that have the same values when they are read again.
func FuzzConfig(f *testing.F) {
	for _, text := range []string{"", "{}", "null",
		`{"size":"8:1M","op":["bcast"],"n":2,"rel":"3%","quiet":true}`,
		`{"seed":1e400,"np":[1,2],"limit":"1h"}`, `{"size":"1,000"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "flags.json")
		require.NoError(t, os.WriteFile(file, text, 0o644))
		code, stdout, stderr := command("bench", "--dump-config", "--config", file)
		assert.Contains(t, []int{exit.OK, exit.BadInput}, code, stderr)
		assert.LessOrEqual(t, strings.Count(stderr, "\n"), 1, stderr)
		assertPlain(t, stderr)
		if code != exit.OK {
			return
		}
		require.NoError(t, os.WriteFile(file, []byte(stdout), 0o644))
		_, again, _ := command("bench", "--dump-config", "--config", file)
		assert.Equal(t, stdout, again)
	})
}
