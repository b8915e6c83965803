package results

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// loadText returns the result that Load reads from a text.
func loadText(t *testing.T, text string) (*Result, error) {
	path := filepath.Join(t.TempDir(), "x.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return Load(path)
}

func TestLoadRefuses(t *testing.T) {
	cell := `"operation":"bcast","algorithm":"native","p":2`
	for text, want := range map[string]string{
		"no":                               "x.json: not a bench.json: invalid character 'o'",
		"":                                 "not a bench.json: it is incomplete",
		"[]":                               "not a bench.json: it is not an object",
		`{"schema":2}{}`:                   "text after the end of the object",
		`{"schema":2,"a":`:                 "it is incomplete",
		`{"schema":99}`:                    "schema 99, want 2",
		`{}`:                               "schema 0, want 2",
		`{"schema":2,"env":{},"env":{}}`:   "env appears twice",
		`{"schema":2,"cells":7}`:           "cells 7, want a list",
		`{"schema":2,"cells":[{"p":"2"}]}`: "cells[0]: json: cannot unmarshal string",
		`{"schema":2,"cells":[{` + cell +
			`},{}]}`: `cells[1].p 0, want 1 to 262144`,
		`{"schema":2,"cells":[{"operation":"bcats","algorithm":"native","p":2}]}`: `cells[0].operation ` +
			`"bcats", want one of [bcast`,
		`{"schema":2,"cells":[{"operation":"bcast","p":2}]}`: "cells[0].algorithm " +
			"is empty",
		`{"schema":2,"cells":[{` + cell +
			`,"p":1099511627776}]}`: "p 1099511627776, want 1 to 262144",
		`{"schema":2,"cells":[{` + cell +
			`,"bytes":-1}]}`: "bytes -1, want 0 to 1099511627776",
		`{"schema":2,"cells":[{` + cell +
			`,"median_ns":1e308}]}`: "median_ns 1e+308, want 0 or 1e-15 to 1e+18",
		`{"schema":2,"cells":[{` + cell +
			`,"median_ns_95":{"lo":5e-324}}]}`: "median_ns_95.lo 4.940656458412465e-324, want 0 or 1e-15",
		`{"schema":2,"cells":[{` + cell +
			`,"ratio_95":{"lo":2,"hi":1}}]}`: "ratio_95 from 2 to 1, want lo <= hi",
		`{"schema":2,"cells":[{` + cell +
			`,"p_value":1.5}]}`: "p_value 1.5, want 0 to 1",
		`{"schema":2,"cells":[{` + cell +
			`,"samples_ns":[1,-5]}]}`: "cells[0].samples_ns[1] -5, want 0 to 1e+18",
		`{"schema":2,"cells":[{` + cell +
			`,"counters":{"rounds":-1}}]}`: "counters.rounds -1, want 0 to 1e+18",
		`{"schema":2,"cells":[{` + cell +
			`,"links":[{"from":"h0"}]}]}`: `links[0] from "h0" to "", want two names`,
		`{"schema":2,"messages":[{"pattern":"x","p":2,"median_ns":1}]}`: "messages[0].pattern " +
			`"x", want pingpong or exchange`,
		`{"schema":2,"messages":[{"pattern":"exchange","p":2}]}`: "messages[0]." +
			"median_ns 0, want more",
		`{"schema":2,"messages":[{"pattern":"exchange","stride":3,"p":9,"median_ns":1}]}`: "stride 3, " +
			"want a power of two",
		`{"schema":2,"env":{"labels":[0,2]}}`: "env.labels[1] is 2, but env.labels must contain each",
		`{"schema":2,"env":{"labels":[1,1]}}`: "env.labels[1] is 1, but",
		`{"schema":2,"env":{"labels":[0],"ranks":[{},{}]}}`: "env.labels has labels for 1 " +
			"ranks, but env.ranks has 2",
		// The product is 17 modulo 2^64.
		`{"schema":2,"env":{"mesh":"3x6148914691236517211"}}`: `env.mesh ` +
			`"3x6148914691236517211", want`,
		`{"schema":2,"env":{"mesh":"` + strings.Repeat("1x", 40) + `1"}}`: "want at most 32 extents",
		`{"schema":2,"env":{"hosts":[` + strings.Repeat("{},", 1<<19) +
			`{}]}}`: "env has 524290 objects; at most 524288 are allowed",
	} {
		_, err := loadText(t, text)
		assert.ErrorContains(t, err, want, "%.80s", text)
	}
}

func TestLoadRefusesWideTables(t *testing.T) {
	for want, cell := range map[string]func(i int) string{
		"more than 512 algorithms for bcast": func(
			i int) string {
			return fmt.Sprintf(`{"operation":"bcast","algorithm":"x%d","p":2}`, i)
		},
		"cells are in 1025 tables": func(
			i int) string {
			return fmt.Sprintf(`{"operation":"bcast","algorithm":"x","p":%d}`, 1+min(i, 1024))
		},
		"with 1049600 entries": func(i int) string {
			return fmt.Sprintf(`{"operation":"bcast","algorithm":"x%d","p":2,"bytes":%d}`, min(i, 511), i)
		},
	} {
		var cells []string
		for i := range 2050 {
			cells = append(cells, cell(i))
		}
		_, err := loadText(t, `{"schema":2,"cells":[`+strings.Join(cells, ",")+`]}`)
		assert.ErrorContains(t, err, want)
	}
}

func TestLoadRefusesLongLists(t *testing.T) {
	d := json.NewDecoder(strings.NewReader(`[1,2,3]`))
	_, err := readList(d, "cells", 2, func(*int) error { return nil })
	assert.ErrorContains(t, err, "more than 2 cells")
}

// Load reads a pipe, as in compare <(...) b.json, but does not wait for a pipe without a writer. It refuses
// folders, devices and files that are too large.
func TestLoadOfWhatIsNoFile(t *testing.T) {
	_, err := Load(t.TempDir())
	assert.ErrorContains(t, err, " is a folder, not a bench.json")
	_, err = Load("/dev/zero")
	assert.ErrorContains(t, err, "/dev/zero is a device, not a bench.json")
	large := filepath.Join(t.TempDir(), "large.json")
	require.NoError(t, os.WriteFile(large, nil, 0o644))
	require.NoError(t, os.Truncate(large, MaxFileBytes+1))
	_, err = Load(large)
	assert.ErrorContains(t, err, "too large; a bench.json has at most 1G bytes")
	_, err = Load(filepath.Join(t.TempDir(), "\x1b[31m\nred"))
	assert.ErrorContains(t, err, "/[31m red: no such file")

	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	_, err = Load(pipe)
	assert.ErrorContains(t, err, "it is incomplete")
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	_, err = writer.WriteString(`{"schema":2,"status":"complete"}`)
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	r, err := Load(fmt.Sprintf("/dev/fd/%d", reader.Fd()))
	require.NoError(t, err)
	assert.Equal(t, "complete", r.Status)
}

// Load removes control characters from every text field of a file.
func TestLoadedTextsArePlain(t *testing.T) {
	r := filledResult("a\x1b[31m\u202e\nb")
	r.Schema, r.Cells[0].Op, r.Messages[0].Pattern, r.Env.Mesh = Schema, "bcast", "exchange", "1x2"
	text, err := json.Marshal(r)
	require.NoError(t, err)
	got, err := loadText(t, string(text))
	require.NoError(t, err)
	want := filledResult("a[31m b")
	want.Schema, want.Cells[0].Op, want.Messages[0].Pattern, want.Env.Mesh = Schema, "bcast", "exchange",
		"1x2"
	want.Cells[0].Of = "" // not in the file
	assert.Equal(t, want, got, "and nothing else is changed or left out")

	got, err = loadText(t, `{"schema":2,"status":"`+strings.Repeat("x", 9999)+`"}`)
	require.NoError(t, err)
	assert.Len(t, got.Status, maxTextBytes)
}

// filledResult returns a result with a value in every field. All texts are the same, and all numbers are 1.
func filledResult(text string) *Result {
	var r Result
	fill(reflect.ValueOf(&r).Elem(), text)
	r.Env.Labels = []int{0}
	return &r
}

func fill(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), text)
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{text: text}))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text)
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Uint64:
		v.SetUint(1)
	default:
		v.SetInt(1)
	}
}

// The file of a run without cells has an empty list instead of null, and Load reads it.
func TestNoCells(t *testing.T) {
	text, err := json.Marshal(&Result{Schema: Schema, Status: "partial"})
	require.NoError(t, err)
	assert.Contains(t, string(text), `"cells":[]`)
	for _, text := range []string{string(text), `{"schema":2,"cells":null,"messages":null}`} {
		r, err := loadText(t, text)
		require.NoError(t, err)
		assert.Empty(t, r.Cells)
	}
}

// Load skips unknown fields, which later versions may write.
func TestLoadPassesOverWhatIsNew(t *testing.T) {
	r, err := loadText(t, `{"schema":2,"new":[{"a":[]}],"env":{"new":1,"p":2},"status":"complete"}`)
	require.NoError(t, err)
	assert.Equal(t, 2, r.Env.P)
}

// The result that Load reads equals the result that was written, for times from 0 to an hour.
func TestLoadAcceptsWhatIsWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sample := func() int64 { return int64(math.Exp(random.Float64()*math.Log(3.6e12))) - 1 }
	r := &Result{Schema: Schema, Status: "complete", Env: Env{Ranks: []Rank{{CPU: -1, NUMA: -1}, {}},
		Labelling: Labelling{Labels: []int{1, 0}}}}
	for n := 1; n < 100; n++ {
		mine, theirs := make([]int64, n), make([]int64, n)
		for i := range n {
			mine[i], theirs[i] = sample(), sample()
			if n%3 == 0 && i > 0 {
				mine[i] = mine[i-1] + 1 // a strongly autocorrelated series
			}
		}
		c := Cell{Subject: Subject{Op: "bcast", Algo: "ring/bcast", P: n, Bytes: 8, Type: "float64"},
			Sampling: Sampling{Stop: "max"},
			SampleLists: SampleLists{Samples: mine,
				Global: mine}}
		c.Summarise(theirs)
		r.Cells = append(r.Cells, c)
	}
	Judge(r.Cells, false)
	dir := t.TempDir()
	require.NoError(t, Write(dir, r))
	got, err := Load(filepath.Join(dir, "bench.json"))
	require.NoError(t, err)
	assert.Equal(t, r, got)
}
