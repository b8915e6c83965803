package rulecheck

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/check"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

// FileName is the name of the file that holds a check.
const FileName = "check.json"

// EarlierName returns the name of the file to which this check is moved when a new check replaces it. The
// name contains the start time of the first launch.
func (c *Check) EarlierName() string {
	return "check-" + c.Launches[0].Begun.Format("20060102T150405Z") + ".json"
}

// A Check measures the effect of tuning files on the library. Launches alternate between two settings: the
// tuning files, and files that leave every choice to the library. Each setting needs its own launches,
// because a library reads its files only once, in MPI_Init.
type Check struct {
	// Version of the file format.
	Schema int `json:"schema"`
	// Name and version of topocoll.
	Program string `json:"program"`
	// Name and version of the MPI library.
	Library string `json:"library"`
	// Network between the hosts. Absent if unknown.
	Network string `json:"network,omitempty"`
	tuned.Job
	// Names of the tuning files.
	Files []string `json:"files"`
	// SHA-256 digest of all tuning files.
	SHA256 string `json:"sha256"`
	// Environment variables of the launches with the files (`with`) and without the files (`without`).
	Settings Settings `json:"settings"`
	// Requested number of pairs of launches.
	Pairs int `json:"pairs"`
	// Launches, in order of time.
	Launches []Launch `json:"launches"`
	// Changes, computed from the complete pairs. Empty with fewer than two pairs.
	Cells []Change `json:"cells"`
	// Gain over all cells. Absent without cells.
	All *Gain `json:"all,omitempty"`
	// Gain over the cells for which the files name an algorithm. Absent without such cells.
	WithRule *Gain `json:"said,omitempty"`
	// Gain over the cells for which the files leave the choice to the library. Absent without such cells.
	WithoutRule *Gain `json:"left,omitempty"`
	// `complete` or `partial`.
	Status string `json:"status"`
}

// Settings holds the environment variables, as NAME=value, for launches with the tuning files and for
// launches without them. A variable that is only in With must be unset in launches without the files.
type Settings struct {
	With    []string `json:"with"`
	Without []string `json:"without"`
}

// A Launch is one start of all ranks.
type Launch struct {
	// Time of the start, in the format of RFC 3339.
	Begun time.Time `json:"begun"`
	// Whether the library used the tuning files.
	With bool `json:"with"`
	// Median time of a message of 8 bytes, which no tuning file changes. Absent if unknown.
	PingPong float64 `json:"ping_pong_ns,omitempty"`
	// Time of an empty call from Go to C. Absent if unknown.
	CgoFloor float64 `json:"cgo_floor_ns,omitempty"`
	// Times of the operations in this launch.
	Times []Time `json:"times"`
}

// A Time is the library's time for an operation at a size in one launch. For reference, an algorithm of
// topocoll is called in the same repetitions. Tuning files do not affect this algorithm, because it sends
// only point-to-point messages. Its time therefore shows how fast the machine was in this launch.
type Time struct {
	// Name of the operation.
	Op catalog.Collective `json:"operation"`
	// Bytes of one rank's block.
	Bytes int `json:"bytes"`
	// Number of samples.
	N int `json:"n"`
	// Median time of the library.
	Median float64 `json:"median_ns"`
	// Reference algorithm, which was called in the same repetitions.
	Beside string `json:"beside"`
	// Median time of `beside`. Absent if unknown.
	Ours float64 `json:"beside_ns,omitempty"`
	// The library's time divided by the time of `beside`: the median over the repetitions.
	Ratio float64 `json:"ratio"`
}

// Reference returns the algorithm that is called for reference in the same repetitions. It is topocoll's
// simplest algorithm for the operation that runs on p ranks.
func Reference(op catalog.Collective, p int) (catalog.Info, bool) {
	for _, topology := range []string{"hcube/", "ring/"} {
		if row, found := catalog.FindByteRow(topology + string(op)); found && row.Takes(p) {
			return row.Info, true
		}
	}
	return catalog.Info{}, false
}

// A Change is the change of the library's time for an operation at a size. It compares the ratios of the
// library's time to the time of the reference algorithm in the same repetitions. Ratio is
// WithRatio/WithoutRatio, and Low to High is the 95 % interval of Ratio. All times are geometric means over
// the launches.
type Change struct {
	// Name of the operation.
	Op catalog.Collective `json:"operation"`
	// Bytes of one rank's block.
	Bytes int `json:"bytes"`
	// Algorithm that the files select. Absent if the library chooses.
	Rule string `json:"takes,omitempty"`
	// Median time without the files.
	Without float64 `json:"without_ns"`
	// Median time with the files.
	With float64 `json:"with_ns"`
	// Reference algorithm, which was called in the same repetitions.
	Beside string `json:"beside"`
	// The library's time without the files, divided by the time of `beside`.
	WithoutRatio float64 `json:"without_ratio"`
	// The library's time with the files, divided by the time of `beside`.
	WithRatio float64 `json:"with_ratio"`
	// `with_ratio` divided by `without_ratio`.
	Ratio float64 `json:"ratio"`
	// Lower end of the 95 % interval of `ratio`.
	Low float64 `json:"low"`
	// Upper end of the 95 % interval of `ratio`.
	High float64 `json:"high"`
	// `faster`, `slower`, `same` or `inconclusive`.
	Verdict string `json:"verdict"`
}

// A Gain is the geometric mean of the ratios of several cells, with the 95 % interval of the mean.
type Gain struct {
	// Number of cells.
	Cells int `json:"cells"`
	// Geometric mean of the ratios of the cells.
	Ratio float64 `json:"ratio"`
	// Lower end of the 95 % interval of `ratio`.
	Low float64 `json:"low"`
	// Upper end of the 95 % interval of `ratio`.
	High float64 `json:"high"`
}

// Schema is the version of the format.
const Schema = 2

// Digest returns a hash of the contents of files, in their order.
func Digest(texts ...[]byte) string {
	all := sha256.New()
	for _, text := range texts {
		sum := sha256.Sum256(text)
		all.Write(sum[:])
	}
	return hex.EncodeToString(all.Sum(nil))
}

// Read reads a check from a file. It returns nil if the file does not exist.
func Read(name string) (*Check, error) {
	var c Check
	if exists, err := tune.ReadJSON(name, &c); !exists || err != nil {
		return nil, err
	}
	if c.Schema != Schema {
		return nil, fmt.Errorf("%s: schema %d, want %d", name, c.Schema, Schema)
	}
	for i, l := range c.Launches {
		if l.With != c.isWithRules(i) {
			return nil, fmt.Errorf(
				"%s: launch %d has \"with\": %v, want the order false, true, true, false", name, i+1, l.With)
		}
		for _, t := range l.Times {
			if !(t.Median > 0) || !(t.Ratio > 0) {
				return nil, fmt.Errorf("%s: launch %d, %s of %d bytes: %v ns, ratio %v, want more than 0",
					name, i+1,
					t.Op, t.Bytes, t.Median, t.Ratio)
			}
		}
	}
	return &c, nil
}

// Write writes the check as JSON.
func (c *Check) Write(w io.Writer) error { return tune.WriteJSON(w, c) }

// Resume returns the check to continue. If the earlier check `old` is incomplete and has the same library,
// network and files as c, Resume returns `old` with the number of pairs, the program and the settings of c.
// Otherwise it returns c.
func (c *Check) Resume(old *Check) *Check {
	if old == nil || old.Status == "complete" || old.Library != c.Library || old.Network != c.Network ||
		old.SHA256 != c.SHA256 {
		return c
	}
	old.Pairs, old.Program, old.Settings = c.Pairs, c.Program, c.Settings
	old.Status = old.status()
	return old
}

// NextWithRules reports whether the next launch uses the tuning files. The order of the two settings
// alternates from pair to pair, so that a steady change of the machine's speed favours neither setting.
func (c *Check) NextWithRules() (with bool) { return c.isWithRules(len(c.Launches)) }

func (c *Check) isWithRules(launch int) bool { return launch%4 == 1 || launch%4 == 2 }

// AddLaunch adds a launch and recomputes the verdicts. The function `ruleFor` returns the algorithm that the
// files select for a call, or "" if the library chooses.
func (c *Check) AddLaunch(l Launch, ruleFor func(op catalog.Collective, bytes int) string) {
	c.Launches = append(c.Launches, l)
	c.computeChanges(ruleFor)
	c.Status = c.status()
}

func (c *Check) status() string {
	if len(c.Launches) >= 2*c.Pairs {
		return "complete"
	}
	return "partial"
}

// Slower returns the cells that became slower with the files, beginning with the worst.
func (c *Check) Slower() (cells []Change) {
	for _, cell := range c.Cells {
		if cell.Verdict == results.Slower {
			cells = append(cells, cell)
		}
	}
	slices.SortStableFunc(cells, func(a, b Change) int { return cmp.Compare(b.Ratio, a.Ratio) })
	return cells
}

// Conclusion describes the effect of the files in one or two sentences. If launches are missing, it begins
// with the number of launches.
func (c *Check) Conclusion() string {
	if c.Status == "complete" {
		return c.outcomeText()
	}
	return fmt.Sprintf("Partial check: %d of %d launches. %s", len(c.Launches), 2*c.Pairs, c.outcomeText())
}

func (c *Check) outcomeText() string {
	if c.All == nil {
		return "The check needs at least two pairs of launches for a conclusion."
	}
	count := map[string]int{}
	for _, cell := range c.Cells {
		count[cell.Verdict]++
	}
	outcome := "The files make no measurable difference"
	switch {
	case c.All.High < 1:
		outcome = fmt.Sprintf("With the files, the library takes %.0f %% less time", 100*(1-c.All.Ratio))
	case c.All.Low > 1:
		outcome = fmt.Sprintf("With the files, the library takes %.0f %% more time", 100*(c.All.Ratio-1))
	}
	return fmt.Sprintf(
		"%s (ratio %.3f, %.3f to %.3f). Verdicts for %s: %d faster, %d slower, %d the same within 2 %% "+
			"and %d inconclusive.",
		outcome, c.All.Ratio, c.All.Low, c.All.High, check.FormatCount(len(c.Cells), "cell"),
		count[results.Faster], count[results.Slower],
		count[results.Same], count[results.Inconclusive])
}
