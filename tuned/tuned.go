package tuned

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"topocoll/catalog"
)

// Schema is the version of the format.
const Schema = 1

// Native is the library's own choice; an algorithm of the library that is forced is Native, a colon
// and its name.
const Native = "native"

// A Table is the content of tuned.json.
type Table struct {
	Schema  int       `json:"schema"`
	Made    time.Time `json:"made"`
	Program string    `json:"program,omitempty"` // version of topocoll
	Library string    `json:"library"`           // the MPI library in its own words, on one line
	Network string    `json:"network,omitempty"` // between the hosts, if it is known
	Choices []Choice  `json:"choices"`
}

// A Job is what the ranks of a run are spread over.
type Job struct {
	Ranks int `json:"ranks"`
	Hosts int `json:"hosts"`
	Slots int `json:"slots"` // ranks of the fullest host
}

// A Choice is the algorithm for the sizes From to To, both included, in bytes of one rank's block
// as bench counts them.
type Choice struct {
	Op catalog.Collective `json:"op"`
	Job
	From    int    `json:"from"`
	To      *int   `json:"to,omitempty"`      // nil: no end
	Algo    string `json:"algo"`              // an id of the catalog, Native, or Native:NAME
	Segment int    `json:"segment,omitempty"` // bytes of the longest message of one of ours; 0: whole messages
	// Gain is the time of Algo as a fraction of that of the library's own choice, in this range,
	// with its 95 % interval.
	Gain float64 `json:"gain"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Native is the best that the library has, Native itself or Native:NAME, for rules that the
	// library reads, and NativeGain its time as a fraction of that of the library's own choice. "":
	// not known.
	Native     string  `json:"native,omitempty"`
	NativeGain float64 `json:"nativeGain,omitempty"`
	// Sizes were measured; at what lies between and beyond them the choice is that of a neighbour.
	Sizes []int `json:"sizes"`
	// Sure is false where another algorithm may be as fast: the time was over first, or the
	// intervals overlap.
	Sure bool `json:"sure"`
}

// Has reports whether the choice is for blocks of so many bytes.
func (c Choice) Has(bytes int) bool { return bytes >= c.From && (c.To == nil || bytes <= *c.To) }

// Range says for blocks of how many bytes the choice is.
func (c Choice) Range() string {
	switch {
	case c.Op == catalog.Barrier:
		return "-"
	case c.To == nil:
		return fmt.Sprintf("%d and more", c.From)
	}
	return fmt.Sprintf("%d to %d", c.From, *c.To)
}

// Choose returns the choice for a call with blocks of so many bytes. Nothing is said of other jobs
// than those of the table.
func (t *Table) Choose(op catalog.Collective, job Job, bytes int) (Choice, bool) {
	i := slices.IndexFunc(t.Choices, func(c Choice) bool { return c.Op == op && c.Job == job && c.Has(bytes) })
	if i < 0 {
		return Choice{}, false
	}
	return t.Choices[i], true
}

// Read reads a table and checks it.
func Read(r io.Reader) (*Table, error) {
	var t Table
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return nil, fmt.Errorf("tuned: %w", err)
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return &t, nil
}

// Write writes a table, if it is one that Read would take.
func (t *Table) Write(w io.Writer) error {
	if err := t.Check(); err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(t)
}

// Check returns what is wrong with a table, with the number of the choice, the first of which is 1.
// The ranges of an operation and a job begin with 0, ascend, and leave nothing out; the last has no
// end.
func (t *Table) Check() error {
	if t.Schema != Schema {
		return fmt.Errorf("tuned: schema %d, want %d", t.Schema, Schema)
	}
	type call struct {
		op  catalog.Collective
		job Job
	}
	next := map[call]int{} // the byte with which the next range has to begin; -1 after the last
	for i, c := range t.Choices {
		bad := func(format string, args ...any) error {
			return fmt.Errorf("tuned: choice %d: "+format, append([]any{i + 1}, args...)...)
		}
		of := call{c.Op, c.Job}
		switch {
		case !slices.Contains(catalog.Collectives(), c.Op):
			return bad("operation %q, want one of %v", c.Op, catalog.Collectives())
		case c.Ranks < 1 || c.Hosts < 1 || c.Slots < 1 || c.Hosts > c.Ranks || c.Slots > c.Ranks ||
			c.Hosts*c.Slots < c.Ranks:
			return bad("%d ranks on %d hosts of %d slots", c.Ranks, c.Hosts, c.Slots)
		case next[of] == -1:
			return bad("from %d, after a range without an end", c.From)
		case c.From != next[of]:
			return bad("from %d, want %d", c.From, next[of])
		case c.To != nil && *c.To < c.From:
			return bad("to %d, want at least %d", *c.To, c.From)
		case c.Segment < 0 || c.Gain < 0 || c.Low < 0 || c.High < 0 || c.NativeGain < 0:
			return bad("a negative number")
		case c.Native != "" && !ofTheLibrary(c.Native):
			return bad("native %q, want %s or %s:NAME", c.Native, Native, Native)
		}
		if err := known(c); err != nil {
			return bad("%w", err)
		}
		next[of] = -1
		if c.To != nil {
			next[of] = *c.To + 1
		}
	}
	for of, end := range next {
		if end != -1 {
			return fmt.Errorf("tuned: %s on %d ranks: nothing from %d bytes on", of.op, of.job.Ranks, end)
		}
	}
	return nil
}

// known refuses algorithms that are not of the operation. The names of the library's own are its
// matter.
func known(c Choice) error {
	if ofTheLibrary(c.Algo) {
		return nil
	}
	row, found := catalog.Find[byte](c.Algo)
	switch {
	case !found:
		return fmt.Errorf("algo %q, want an id of topocoll list, %s or %s:NAME", c.Algo, Native, Native)
	case row.Op != c.Op:
		return fmt.Errorf("algo %s is of %s, want one of %s", c.Algo, row.Op, c.Op)
	case !row.Takes(c.Ranks):
		return fmt.Errorf("algo %s does not run on %d ranks", c.Algo, c.Ranks)
	}
	return nil
}

func ofTheLibrary(algo string) bool {
	name, forced := strings.CutPrefix(algo, Native+":")
	return algo == Native || forced && name != ""
}
