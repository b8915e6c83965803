package run

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/cli/saved"
	"topocoll/internal/dropin"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/rules"
	"topocoll/internal/wrap"
	"topocoll/topo"
	"topocoll/tuned"
)

// makePlans returns the plans of the table, if there is one, and the plans of the forced algorithms. The
// latter are for communicators of 2 to dropin.AllSizes ranks, and of all ranks of the job. All plans are for
// the network of --network, or else for the network of the table.
func (c *Command) makePlans(table *tuned.Table) (*dropin.Plans, error) {
	plans := &dropin.Plans{}
	if c.Network.Network != nil {
		plans.On = &c.Network.Fabric
	} else if table != nil && table.Network != "" {
		fabric, err := topo.ParseFabric(table.Network)
		if err != nil {
			return nil, exit.Usagef("the network of --table %s: %w", c.Table, err)
		}
		plans.On = &fabric
	}
	for p := 2; p <= c.N; p++ {
		if p > dropin.AllSizes && p < c.N {
			continue
		}
		for _, id := range c.forced(p) {
			row, _ := catalog.FindByteRow(id)
			if !row.Takes(p) {
				continue
			}
			if err := plans.Force(row, p); err != nil {
				return nil, exit.Usage(err)
			}
		}
	}
	if table == nil {
		return plans, nil
	}
	return plans, plans.Tuned(table, c.N)
}

// loadTable returns the table that topocoll tune wrote for this MPI library, or nil if there is none.
func (c *Command) loadTable() (*tuned.Table, error) {
	table, name, err := saved.TableIn(c.Table)
	if err != nil || table == nil {
		return nil, err
	}
	installed, err := rules.ParseVersion(ranks.Library().Version())
	if err != nil {
		return table, nil // there is no mpirun, so the plans are for another machine
	}
	if v, err := rules.ParseVersion(table.Library); err != nil || v != installed {
		return nil, exit.Usagef("%s was measured with %q, but mpirun belongs to %v; use the same library", name,
			table.Library,
			installed)
	}
	return table, nil
}

func (c *Command) userNotes(plans *dropin.Plans, tuning libraryRules) string {
	tooLong := ""
	if len(plans.TooLong) > 0 {
		text := fmt.Sprintf("these plans are too long, so the MPI library executes their calls: %s",
			strings.Join(plans.TooLong, ", "))
		tooLong = "topocoll: " + wrap.Text("", "", text)
	}
	return c.noAlgorithmsNote(plans, tuning) + tooLong + tuning.notes
}

// noAlgorithmsNote returns a message if there are neither plans nor rules. It returns "" with --off all,
// --profile or --watch, because a run with these flags needs none.
func (c *Command) noAlgorithmsNote(plans *dropin.Plans, tuning libraryRules) string {
	needsNone := slices.Contains(c.Off, "all") || c.Profile != "" || c.Watch > 0
	if !plans.Empty() || len(tuning.files) > 0 || needsNone {
		return ""
	}
	return fmt.Sprintf(
		"topocoll: neither --table nor --force names an algorithm of topocoll for up to %d ranks; the MPI "+
			"library executes all calls\n", c.N)
}

// writePlans saves the plans in a new file: the file of --plans, or a temporary file. A running program that
// has opened an old file of this name keeps the old content.
func (c *Command) writePlans(plans io.WriterTo) (name string, temporary bool, err error) {
	save := func(w io.Writer) error { _, err := plans.WriteTo(w); return err }
	if c.Plans != "" {
		name, absolute := filepath.Abs(c.Plans)
		return name, false, cmp.Or(absolute, saved.WriteFile(c.Plans, save))
	}
	file, err := os.CreateTemp("", "topocoll-plans-")
	if err != nil {
		return "", false, err
	}
	name, absolute := filepath.Abs(file.Name())
	return name, true, cmp.Or(absolute, save(file), file.Close())
}
