//go:build cgo

package tune

import (
	"encoding/hex"
	"os"
	"slices"
	"strings"

	"topocoll/internal/exit"
	"topocoll/internal/rules/openmpi"
	"topocoll/internal/tune/rulecheck"
	"topocoll/mpi"
)

// setEnvironment sets the environment variables that MPI_Init reads.
func setEnvironment(s rulecheck.Settings, withRules bool) error {
	settings := s.With
	if !withRules {
		settings = s.Without
		for _, setting := range s.With {
			name, _, _ := strings.Cut(setting, "=")
			if err := os.Unsetenv(name); err != nil {
				return err
			}
		}
	}
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}

// checkSettings returns an error if the values of the library differ from the values that setEnvironment set.
// It does not check MPICH, because the tool interface of MPICH 4.0.2 returns an empty file name although
// MPICH has read the file.
func checkSettings(w *mpi.World, s rulecheck.Settings, withRules bool) error {
	if mpi.BuiltFor() == mpi.MPICH {
		return nil
	}
	settings := s.Without
	if withRules {
		settings = s.With
	}
	for _, setting := range settings {
		name, want := openmpi.Variable(setting)
		got, err := w.Variable(name)
		if err != nil {
			return err
		}
		if got != want {
			return exit.Usagef(
				"the library has %s=%s instead of %s, because a different setting overrides the environment", name,
				got, want)
		}
	}
	return nil
}

// checkSameFiles returns an error if the ranks read different files.
func (k *checkRun) checkSameFiles(w *mpi.World, withRules bool) error {
	mine := []int64{0, int64(len(k.check.Launches))}
	if withRules {
		mine[0] = 1
	}
	digest, _ := hex.DecodeString(k.check.SHA256)
	for _, b := range digest {
		mine = append(mine, int64(b))
	}
	least, most := make([]int64, len(mine)), make([]int64, len(mine))
	port := mpi.NewPort[int64](w)
	defer port.Free()
	if err := mpi.Allreduce(port, mpi.Min[int64](), mine, least); err != nil {
		return err
	}
	if err := mpi.Allreduce(port, mpi.Max[int64](), mine, most); err != nil {
		return err
	}
	if !slices.Equal(least, most) {
		return exit.Usagef(
			"--out %q does not have the same files on all hosts; use a folder that all hosts share",
			k.Out)
	}
	return nil
}
