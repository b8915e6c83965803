package rulecheck

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/tuned"
)

// CheckName is the file of a check, and CheckBefore of the complete one before it.
const (
	FileName    = "check.json"
	EarlierName = "check-before.json"
)

// A Check is the library with its files of rules against the library with files that leave it every
// choice, as it is measured in launches that take turns: a file is read once, in MPI_Init, so that
// no process can have both.
type Check struct {
	Schema  int    `json:"schema"`
	Program string `json:"program"` // version of topocoll
	Library string `json:"library"`
	Network string `json:"network,omitempty"`
	tuned.Job
	Files    []string `json:"files"`  // with the rules
	SHA256   string   `json:"sha256"` // of all of them
	Settings Settings `json:"settings"`
	Pairs    int      `json:"pairs"` // that were asked for
	Launches []Launch `json:"launches"`
	Cells    []Change `json:"cells"` // of the pairs that are whole; none as long as there are less than two
	All      *Gain    `json:"all,omitempty"`
	Said     *Gain    `json:"said,omitempty"` // over the cells for which the files say something
	Left     *Gain    `json:"left,omitempty"` // over those where they leave the choice to the library
	Status   string   `json:"status"`         // complete or partial
}

// Settings are the variables of the environment, NAME=value, with the files and without. Of the
// names of With, those that are not in Without have to be absent then.
type Settings struct {
	With    []string `json:"with"`
	Without []string `json:"without"`
}

// A Launch is one start of all ranks.
type Launch struct {
	Begun time.Time `json:"begun"`
	With  bool      `json:"with"` // the files
	// What no file changes: the median of a ping-pong of 8 bytes, one way, and an empty call from
	// Go to C.
	PingPong float64 `json:"ping_pong_ns,omitempty"`
	CgoFloor float64 `json:"cgo_floor_ns,omitempty"`
	Times    []Time  `json:"times"`
}

// A Time is what the library took for an operation at a size, in one launch. Beside it, one of our
// algorithms was called in the same repetitions: it consists of single messages, for which there
// are no rules, so that it shows how fast the machine was in this launch.
type Time struct {
	Op     catalog.Collective `json:"op"`
	Bytes  int                `json:"bytes"`
	N      int                `json:"n"` // samples
	Median float64            `json:"median_ns"`
	Beside string             `json:"beside"`
	Ours   float64            `json:"beside_ns,omitempty"` // median of Beside
	// of the library's time to that of Beside: the median over the repetitions
	Ratio float64 `json:"ratio"`
}

// Reference is the algorithm that is called beside the library's for an operation: the plainest of
// ours that runs on p ranks.
func Reference(op catalog.Collective, p int) (catalog.Info, bool) {
	for _, topology := range []string{"hcube/", "ring/"} {
		if row, found := catalog.Find[byte](topology + string(op)); found && row.Takes(p) {
			return row.Info, true
		}
	}
	return catalog.Info{}, false
}

// A CheckCell is an operation at a size. Compared are the library's times as multiples of the time
// of Beside in the same repetitions: Ratio is WithRatio/WithoutRatio, and Low to High its 95 %
// interval. All times are geometric means over the launches.
type Change struct {
	Op           catalog.Collective `json:"op"`
	Bytes        int                `json:"bytes"`
	Takes        string             `json:"takes,omitempty"` // what the files say; "": the library's own choice
	Without      float64            `json:"without_ns"`      // of the medians
	With         float64            `json:"with_ns"`
	Beside       string             `json:"beside"`
	WithoutRatio float64            `json:"without_ratio"` // of Time.Ratio
	WithRatio    float64            `json:"with_ratio"`
	Ratio        float64            `json:"ratio"`
	Low          float64            `json:"low"`
	High         float64            `json:"high"`
	Verdict      string             `json:"verdict"` // faster, slower, same or open
}

// A Gain is the geometric mean of the ratios of some cells, with its 95 % interval.
type Gain struct {
	Cells int     `json:"cells"`
	Ratio float64 `json:"ratio"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// CheckSchema is the version of the format.
const Schema = 1

// Digest is what two lists of files have in common only if they are alike.
func Digest(texts ...[]byte) string {
	all := sha256.New()
	for _, text := range texts {
		sum := sha256.Sum256(text)
		all.Write(sum[:])
	}
	return hex.EncodeToString(all.Sum(nil))
}

// Read reads a check; nil if there is none.
func Read(name string) (*Check, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var c Check
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if c.Schema != Schema {
		return nil, fmt.Errorf("%s: schema %d, want %d", name, c.Schema, Schema)
	}
	for i, l := range c.Launches {
		if l.With != c.isWithRules(i) {
			return nil, fmt.Errorf("%s: launch %d is out of turn", name, i+1)
		}
		for _, t := range l.Times {
			if !(t.Median > 0) || !(t.Ratio > 0) {
				return nil, fmt.Errorf("%s: launch %d, %s of %d bytes: %v ns, ratio %v, want more than 0", name, i+1,
					t.Op, t.Bytes, t.Median, t.Ratio)
			}
		}
	}
	return &c, nil
}

// Write writes a check.
func (c *Check) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(c)
}

// Resume returns an earlier check that is of the same and not yet complete, and otherwise c.
func (c *Check) Resume(old *Check) *Check {
	if old == nil || old.Status == "complete" || old.Library != c.Library || old.Network != c.Network ||
		old.SHA256 != c.SHA256 {
		return c
	}
	old.Pairs, old.Program, old.Settings = c.Pairs, c.Program, c.Settings
	old.Status = old.status()
	return old
}

// Next says whether the next launch is with the files. The order turns from pair to pair, so that a
// machine which becomes steadily slower favours neither.
func (c *Check) NextWithRules() (with bool) { return c.isWithRules(len(c.Launches)) }

func (c *Check) isWithRules(launch int) bool { return launch%4 == 1 || launch%4 == 2 }

// AddLaunch adds a launch, and judges again. says is what the files say for a call, "" if nothing.
func (c *Check) AddLaunch(l Launch, says func(op catalog.Collective, bytes int) string) {
	c.Launches = append(c.Launches, l)
	c.judge(says)
	c.Status = c.status()
}

func (c *Check) status() string {
	if len(c.Launches) >= 2*c.Pairs {
		return "complete"
	}
	return "partial"
}

// Slower are the cells that became slower, the worst first.
func (c *Check) Slower() (cells []Change) {
	for _, cell := range c.Cells {
		if cell.Verdict == results.Slower {
			cells = append(cells, cell)
		}
	}
	slices.SortStableFunc(cells, func(a, b Change) int { return cmp.Compare(b.Ratio, a.Ratio) })
	return cells
}
