// Package rulecheck compares the MPI library's times with and without tuning files.
package rulecheck

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// Schema is the version of the format.
const Schema = 3

// A Check measures the effect of tuning files on the library. Launches alternate between two settings: the
// tuning files, and files that leave every choice to the library. Each setting needs its own launches,
// because a library reads its files only once, in MPI_Init. Every launch writes a bench.json.
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
	// Requested number of pairs of launches.
	Pairs int `json:"pairs"`
	// Time of the start, in the format of RFC 3339.
	Begun time.Time `json:"begun"`
	// Number of finished launches.
	Launches int `json:"launches"`
	// Changes, computed from the complete pairs. Empty with fewer than two pairs.
	Cells []Change `json:"cells"`
	// Gain over all cells. Absent without cells.
	All *Gain `json:"all,omitempty"`
	// Gain over the cells for which the files name an algorithm. Absent without such cells.
	WithRule *Gain `json:"with_rule,omitempty"`
	// Gain over the cells for which the files leave the choice to the library. Absent without such cells.
	WithoutRule *Gain `json:"without_rule,omitempty"`
	// Time of the reference algorithms with the files, divided by their time without the files: the median over
	// the pairs. Absent without cells.
	ReferenceRatio float64 `json:"reference_ratio,omitempty"`
	// `complete` or `partial`.
	Status string `json:"status"`
}

// Reference returns the algorithm that is called for reference in the same repetitions. It is topocoll's
// simplest algorithm for the operation that runs on p ranks. Tuning files do not affect this algorithm,
// because it sends only point-to-point messages. Its time therefore shows how fast the machine was in a
// launch.
func Reference(op catalog.Collective, p int) (catalog.Info, bool) {
	for _, topology := range []string{"hcube/", "ring/"} {
		if row, found := catalog.FindByteRow(topology + string(op)); found && row.Takes(p) {
			return row.Info, true
		}
	}
	return catalog.Info{}, false
}

// Digest returns a hash of the contents of files, in their order.
func Digest(texts ...[]byte) string {
	sum := sha256.Sum256(bytes.Join(texts, []byte{0}))
	return hex.EncodeToString(sum[:])
}

// Read reads the check in a folder, and counts its launches. It returns nil if the folder has no check.
func Read(dir string) (*Check, error) {
	var c Check
	name := filepath.Join(dir, FileName)
	if exists, err := tune.ReadJSON(name, &c); !exists || err != nil {
		return nil, err
	}
	if c.Schema != Schema {
		return nil, fmt.Errorf("%s: schema %d, want %d", name, c.Schema, Schema)
	}
	c.CountLaunches(dir)
	return &c, nil
}

// Write writes the check as JSON.
func (c *Check) Write(w io.Writer) error { return tune.WriteJSON(w, c) }

// EarlierName returns the name of the file to which this check is moved when a new check replaces it.
func (c *Check) EarlierName() string { return c.launchesName() + ".json" }

// launchesName returns the name of the folder of the launches. It contains the start time of the check, so
// every check has its own folder.
func (c *Check) launchesName() string { return "check-" + c.Begun.Format("20060102T150405Z") }

// LaunchDir returns the folder of a launch's bench.json (1 is the first) within the folder of the check.
func (c *Check) LaunchDir(dir string, number int) string {
	return results.LaunchDir(filepath.Join(dir, c.launchesName()), number)
}

// CountLaunches sets the number of finished launches. A launch is finished if it has written its bench.json.
func (c *Check) CountLaunches(dir string) {
	for c.Launches = 0; ; c.Launches++ {
		_, err := os.Stat(filepath.Join(c.LaunchDir(dir, c.Launches+1), results.JSONName))
		if err != nil {
			return
		}
	}
}

// Resume returns the check to continue. If the earlier check `old` is incomplete and has the same library,
// network and files as c, Resume returns `old` with the number of pairs and the program of c. Otherwise it
// returns c.
func (c *Check) Resume(old *Check) *Check {
	if old == nil || old.Status == "complete" || old.Library != c.Library || old.Network != c.Network ||
		old.SHA256 != c.SHA256 {
		return c
	}
	old.Pairs, old.Program = c.Pairs, c.Program
	old.Status = old.status()
	return old
}

func (c *Check) status() string {
	if c.Launches >= 2*c.Pairs {
		return "complete"
	}
	return "partial"
}

// NextWithRules reports whether the next launch uses the tuning files.
func (c *Check) NextWithRules() bool { return UsesRules(c.Launches + 1) }

// UsesRules reports whether a launch (1 is the first) uses the tuning files. The order of the two settings
// alternates from pair to pair, so that a steady change of the machine's speed favours neither setting.
func UsesRules(launch int) bool { return launch%4 == 2 || launch%4 == 3 }

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

// CountVerdicts returns the number of cells with each verdict.
func (c *Check) CountVerdicts() map[string]int {
	count := map[string]int{}
	for _, cell := range c.Cells {
		count[cell.Verdict]++
	}
	return count
}

// Conclusion describes the effect of the files in one or two sentences. If launches are missing, it begins
// with the number of launches.
func (c *Check) Conclusion() string {
	if c.Status == "complete" {
		return c.outcomeText()
	}
	return fmt.Sprintf("Partial check: %d of %d launches. %s", c.Launches, 2*c.Pairs, c.outcomeText())
}

func (c *Check) outcomeText() string {
	if c.All == nil {
		return "The check needs at least two pairs of launches for a conclusion."
	}
	outcome := "The files make no measurable difference"
	switch {
	case c.All.High < 1:
		outcome = fmt.Sprintf("With the files, the library takes %.0f %% less time", 100*(1-c.All.Ratio))
	case c.All.Low > 1:
		outcome = fmt.Sprintf("With the files, the library takes %.0f %% more time", 100*(c.All.Ratio-1))
	}
	count := c.CountVerdicts()
	return fmt.Sprintf(
		"%s (ratio %.3f, %.3f to %.3f). Verdicts for %s: %d faster, %d slower, %d the same within 2 %% "+
			"and %d inconclusive.",
		outcome, c.All.Ratio, c.All.Low, c.All.High, check.FormatCount(len(c.Cells), "cell"),
		count[results.Faster], count[results.Slower], count[results.Same], count[results.Inconclusive])
}
