package tuned

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"topocoll/catalog"
)

// Schema is the version of the format.
const Schema = 3

// Native is the name of the library's default choice. The name of a forced native algorithm is Native, a
// colon and the library's name for the algorithm.
const Native = "native"

// A Table is the content of tuned.json.
type Table struct {
	// Version of the file format.
	Schema int `json:"schema"`
	// Time of the measurement, in the format of RFC 3339.
	Made time.Time `json:"made"`
	// Name and version of topocoll. Absent if unknown.
	Program string `json:"program,omitempty"`
	// Name and version of the MPI library, on one line.
	Library string `json:"library"`
	// Network between the hosts. Absent if unknown.
	Network string `json:"network,omitempty"`
	// One entry for each operation, job (`ranks`, `hosts` and `slots`) and range of sizes.
	Choices []Choice `json:"choices"`
}

// A Job is the number of ranks and their distribution over the hosts.
type Job struct {
	// Number of ranks.
	Ranks int `json:"ranks"`
	// Number of hosts.
	Hosts int `json:"hosts"`
	// Number of ranks on the host that has the most.
	Slots int `json:"slots"`
}

// JobOn returns the job of ranks on these hosts. Rank i is on hosts[i].
func JobOn[H comparable](hosts []H) Job {
	job, slots := Job{Ranks: len(hosts)}, map[H]int{}
	for _, host := range hosts {
		slots[host]++
		job.Slots = max(job.Slots, slots[host])
	}
	job.Hosts = len(slots)
	return job
}

// A Choice is the algorithm for the sizes From to To, both included. A size is the number of bytes of one
// rank's block, as in bench.
type Choice struct {
	// Name of the operation, as in `topocoll list`.
	Op catalog.Collective `json:"operation"`
	Job
	// Usable cores of a machine, if it had more ranks than cores. The times hold only for such runs. Absent if
	// every rank had a core.
	Cores int `json:"cores,omitempty"`
	// Smallest size, in bytes of one rank's block.
	From int `json:"from"`
	// Largest size. Absent if there is no upper end.
	To *int `json:"to,omitempty"`
	// Fastest algorithm: an id of the catalog, `native`, or `native:NAME`.
	Algo string `json:"algorithm"`
	// Segment size in bytes. Absent if our algorithm sends whole messages, and for a native algorithm.
	Segment int `json:"segment,omitempty"`
	// Time of `algorithm` divided by the time of the native call, in this range.
	Gain float64 `json:"gain"`
	// Lower end of the 95 % interval of `gain`.
	Low float64 `json:"low"`
	// Upper end of the 95 % interval of `gain`.
	High float64 `json:"high"`
	// Fastest native algorithm, for the library's tuning files: `native` or `native:NAME`. Absent if unknown.
	Native string `json:"native,omitempty"`
	// Time of the algorithm in the field `native` divided by the time of the default call. Absent if unknown.
	NativeGain float64 `json:"native_gain,omitempty"`
	// Measured sizes. For other sizes, the choice of a neighbouring size applies.
	Sizes []int `json:"sizes"`
	// Whether the times of all contenders that could be the fastest are known within 2 %. False if the time
	// limit was reached first.
	Sure bool `json:"sure"`
}

// Has reports whether the choice applies to blocks of the given number of bytes.
func (c Choice) Has(bytes int) bool { return bytes >= c.From && (c.To == nil || bytes <= *c.To) }

// Range returns the sizes of the choice, in bytes, as text.
func (c Choice) Range() string {
	switch {
	case c.Op == catalog.Barrier:
		return "-"
	case c.To == nil:
		return fmt.Sprintf("%d and more", c.From)
	}
	return fmt.Sprintf("%d to %d", c.From, *c.To)
}

// Measured returns the smallest and the largest measured size as text. It returns "" if no size was measured,
// or if the operation is a barrier.
func (c Choice) Measured() string {
	if len(c.Sizes) == 0 || c.Op == catalog.Barrier {
		return ""
	}
	least, most := slices.Min(c.Sizes), slices.Max(c.Sizes)
	if least == most {
		return sizeText(least)
	}
	return sizeText(least) + " to " + sizeText(most)
}

// Measured returns the measured sizes of an operation and a job as text, like Choice.Measured.
func (t *Table) Measured(op catalog.Collective, job Job) string {
	all := Choice{Op: op}
	for _, c := range t.Choices {
		if c.Op == op && c.Job == job {
			all.Sizes = append(all.Sizes, c.Sizes...)
		}
	}
	return all.Measured()
}

// Choose returns the choice for a call with blocks of the given number of bytes. It returns false if the
// table has no choice for the operation and the job.
func (t *Table) Choose(op catalog.Collective, job Job, bytes int) (Choice, bool) {
	i := slices.IndexFunc(t.Choices,
		func(c Choice) bool { return c.Op == op && c.Job == job && c.Has(bytes) })
	if i < 0 {
		return Choice{}, false
	}
	return t.Choices[i], true
}

// Read reads a table in JSON and checks it.
func Read(r io.Reader) (*Table, error) {
	var t Table
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	switch err := d.Decode(&t); {
	case err == io.EOF:
		return nil, errors.New("tuned: the file is empty")
	case err != nil:
		return nil, fmt.Errorf("tuned: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("tuned: the file goes on after the table")
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return &t, nil
}

// Write writes the table as JSON that Read accepts. It returns an error if the table is not valid.
func (t *Table) Write(w io.Writer) error {
	if err := t.Check(); err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(t)
}

// A call is an operation in a job.
type call struct {
	op  catalog.Collective
	job Job
}

// Check returns the first error in the table. The error contains the number of the choice, counted from 1.
// The ranges of an operation and a job must begin with 0 and ascend without gaps, and the last range must
// have no upper end.
func (t *Table) Check() error {
	if t.Schema != Schema {
		return fmt.Errorf("tuned: schema %d, want %d", t.Schema, Schema)
	}
	next := map[call]int{} // the size with which the next range must begin; -1 after the last range
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
			return bad("%d ranks on %d hosts with at most %d on each: no such job is possible", c.Ranks,
				c.Hosts, c.Slots)
		case next[of] == -1:
			return bad("from %d, but the previous range has no upper end", c.From)
		case c.From != next[of]:
			return bad("from %d, want %d", c.From, next[of])
		case c.To != nil && *c.To < c.From:
			return bad("to %d, want at least %d", *c.To, c.From)
		case c.Cores < 0 || c.Segment < 0 || c.Gain < 0 || c.Low < 0 || c.High < 0 || c.NativeGain < 0:
			return bad("a negative number in cores, segment, gain, low, high or native_gain, want 0 or more")
		case c.Native != "" && !isNative(c.Native):
			return bad("native %q, want %s or %s:NAME", c.Native, Native, Native)
		}
		if err := checkAlgorithm(c); err != nil {
			return bad("%w", err)
		}
		next[of] = -1
		if c.To != nil {
			next[of] = *c.To + 1
		}
	}
	for of, end := range next {
		if end != -1 {
			return fmt.Errorf("tuned: %s on %d ranks: no choice covers %d bytes and more; the last range must "+
				"have no upper end", of.op, of.job.Ranks, end)
		}
	}
	return nil
}

// checkAlgorithm returns an error for an unknown algorithm, and for an algorithm that does not fit the
// operation or the number of ranks. It does not check the names of native algorithms.
func checkAlgorithm(c Choice) error {
	if isNative(c.Algo) {
		return nil
	}
	row, found := catalog.FindByteRow(c.Algo)
	switch {
	case !found:
		return fmt.Errorf("algorithm %q, want an id that topocoll list prints, %s or %s:NAME", c.Algo, Native,
			Native)
	case row.Op != c.Op:
		return fmt.Errorf("algorithm %s is for %s, but the choice is for %s", c.Algo, row.Op, c.Op)
	case !row.Takes(c.Ranks):
		return fmt.Errorf("algorithm %s does not run on %d ranks", c.Algo, c.Ranks)
	}
	return nil
}

func isNative(algo string) bool {
	name, forced := strings.CutPrefix(algo, Native+":")
	return algo == Native || forced && name != ""
}
