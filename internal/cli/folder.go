package cli

import (
	"fmt"
	"os"

	"topocoll/bench/results"
)

func writable(out string) error {
	if err := results.Writable(out); err != nil {
		return usagef("--out %q, want a folder that can be written: %w", out, err)
	}
	return nil
}

// keepIn keeps the result that is in a folder, except for the entries in stay, and says where.
func keepIn(dir string, stay ...string) error {
	to, err := results.Keep(dir, stay...)
	if to != "" {
		fmt.Fprintf(os.Stderr, "kept: the result that was in %s is in %s\n", dir, to)
	}
	return err
}
