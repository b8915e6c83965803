//go:build cgo

package tune

import (
	"encoding/hex"
	"os"
	"slices"
	"strings"

	"topocoll/internal/cli/exit"
	"topocoll/internal/rules/openmpi"
	"topocoll/internal/tune/rulecheck"
	"topocoll/mpi"
)

// obey sets the environment variables that MPI_Init reads.
func obey(s rulecheck.Settings, with bool) error {
	for _, setting := range s.With {
		name, value, _ := strings.Cut(setting, "=")
		if !with {
			if err := os.Unsetenv(name); err != nil {
				return err
			}
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	if with {
		return nil
	}
	for _, setting := range s.Without {
		name, value, _ := strings.Cut(setting, "=")
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}

// inForce refuses a launch in which the library has other values than those that were set. It does not ask MPICH, whose tool interface
// returns an empty file name although it has read the file (4.0.2).
func inForce(w *mpi.World, s rulecheck.Settings, with bool) error {
	if mpi.BuiltFor() == mpi.MPICH {
		return nil
	}
	settings := s.Without
	if with {
		settings = s.With
	}
	for _, setting := range settings {
		name, want := openmpi.Variable(setting)
		got, err := w.Variable(name)
		if err != nil {
			return err
		}
		if got != want {
			return exit.Usagef("the library has %s=%s, want %s: something goes before the environment of the rank", name, got, want)
		}
	}
	return nil
}

// alike refuses ranks that read different files.
func (k *checking) alike(w *mpi.World, with bool) error {
	mine := []int64{0, int64(len(k.state.Launches))}
	if with {
		mine[0] = 1
	}
	digest, _ := hex.DecodeString(k.state.SHA256)
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
		return exit.Usagef("--out %q has not the same files on all hosts, want a folder that they share", k.Out)
	}
	return nil
}
