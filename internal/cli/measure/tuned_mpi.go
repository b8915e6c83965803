//go:build cgo

package measure

import (
	"topocoll/internal/exit"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/openmpi"
	"topocoll/mpi"
)

// RefuseTunedLibrary is like RefuseTuned, but it reads the variables of Open MPI, which also come from
// openmpi-mca-params.conf. It returns an error on all ranks if any rank has a tuning file. The error says
// that `subject` would be measured with this file.
func RefuseTunedLibrary(w *mpi.World, subject string) error {
	if mpi.BuiltFor() != mpi.OpenMPI {
		return nil
	}
	v, err := rules.ParseVersion(mpi.LibraryVersion())
	if err != nil {
		return nil
	}
	name, file := fileInUse(w, v)
	mine, any := []int64{int64(len(name))}, []int64{0}
	port := mpi.NewPort[int64](w)
	defer port.Free()
	if err := mpi.Allreduce(port, mpi.Max[int64](), mine, any); err != nil {
		return err
	}
	want := subject + " would be measured with this tuning file; remove this setting, also from " +
		"openmpi-mca-params.conf"
	switch {
	case name != "":
		return exit.Usagef("%s=%s: %s", name, file, want)
	case any[0] > 0:
		return exit.Usagef("a rank on another host has a tuning file: %s", want)
	}
	return nil
}

// fileInUse returns the Open MPI variable that names the tuning file in use, and its value. Both are "" if no
// file is in use, or if the component that defines the variable is not loaded.
func fileInUse(w *mpi.World, v rules.Version) (name, file string) {
	for _, setting := range libraries.FileVariables(v) {
		name, _ := openmpi.Variable(setting)
		if file, err := w.Variable(name); err == nil && file != "" {
			return name, file
		}
	}
	return "", ""
}
