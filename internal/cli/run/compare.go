package run

import (
	"fmt"
	"os"
	"path/filepath"

	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/profile"
)

// compare runs the program alternately with the MPI library only and with the algorithms of topocoll, and
// prints both times.
func (c *Command) compare(preload, plans string) error {
	dir, err := os.MkdirTemp("", "topocoll-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	var compared profile.Comparison
	signals, release := job.Hold()
	defer release()
	err = ranks.Launches{First: 1, Count: 2 * c.Launches}.Run(signals, func(at ranks.Launch) error {
		tuned := compared.NextIsTuned()
		off, says := []string{"all"}, "by the MPI library alone"
		if tuned {
			off, says = c.Off, "with our algorithms"
		}
		fmt.Fprintf(os.Stderr, "topocoll: run %d of %d, %s\n", at.Number, at.Count, says)
		p, err := c.launch(preload, plans, off, filepath.Join(dir, fmt.Sprint(at.Number)))
		if err == nil {
			compared.Add(p, tuned)
		}
		return err
	})
	if err != nil {
		return err
	}
	compared.Print(os.Stderr)
	return nil
}
