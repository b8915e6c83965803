//go:build cgo

package tune

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"topocoll/internal/exit"
	"topocoll/internal/native"
	"topocoll/internal/rules/openmpi"
	"topocoll/mpi"
)

// setEnvironment sets the environment variables that MPI_Init reads in this launch.
func (k *checkRun) setEnvironment() error {
	for _, setting := range k.settings[true] {
		name, _, _ := strings.Cut(setting, "=")
		if err := os.Unsetenv(name); err != nil {
			return err
		}
	}
	for _, setting := range k.settings[k.check.NextWithRules()] {
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
func (k *checkRun) checkSettings(w *mpi.World) error {
	if mpi.BuiltFor() == mpi.MPICH {
		return nil
	}
	for _, setting := range k.settings[k.check.NextWithRules()] {
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

// checkSameFiles returns an error if the ranks read different files, or count different numbers of launches.
func (k *checkRun) checkSameFiles(w *mpi.World) error {
	port := mpi.NewPort[uint8](w)
	defer port.Free()
	all, err := native.Texts(port, fmt.Sprint(k.check.SHA256, " ", k.check.Launches))
	if err != nil {
		return err
	}
	if len(slices.Compact(all)) > 1 {
		return exit.Usagef(
			"--out %q does not have the same files on all hosts; use a folder that all hosts share",
			k.Out)
	}
	return nil
}
