package saved

import (
	"fmt"
	"os"

	"topocoll/bench/results"
	"topocoll/internal/exit"
)

// Writable refuses a folder that cannot be written.
func Writable(out string) error {
	if err := results.CheckWritable(out); err != nil {
		return exit.Usagef("--out %q, want a folder that can be written: %w", out, err)
	}
	return nil
}

// KeepEarlier moves the result in a folder to a subfolder, except for the entries in stay, and prints the
// name of the subfolder.
func KeepEarlier(dir string, stay ...string) error {
	to, err := results.KeepEarlierRun(dir, stay...)
	if to != "" {
		fmt.Fprintf(os.Stderr, "kept: the earlier result in %s was moved to %s\n", dir, to)
	}
	return err
}
