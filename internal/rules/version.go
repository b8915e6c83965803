package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The names of the libraries whose tuning files are supported.
const (
	OpenMPI = "Open MPI"
	MPICH   = "MPICH"
)

// A Version is a release of an MPI library.
type Version struct {
	Library             string
	Major, Minor, Patch int
}

func (v Version) String() string {
	return fmt.Sprintf("%s %d.%d.%d", v.Library, v.Major, v.Minor, v.Patch)
}

// Since reports whether v is at least the given version.
func (v Version) Since(major, minor, patch int) bool {
	return cmp.Or(cmp.Compare(v.Major, major), cmp.Compare(v.Minor, minor), cmp.Compare(v.Patch, patch)) >= 0
}

// versionPattern matches a library's name and version in text from the library, its mpirun or a user:
// "openmpi-4.1.4", "Open MPI v5.0.7", "mpirun (OpenRTE) 4.1.4", "MPICH 4.0.2, device: ch4:ucx", "HYDRA build
// details: Version: 4.0.2".
var versionPattern = regexp.MustCompile(
	`(?i)(open ?mpi|openrte|mpich|hydra)\D{0,100}?(\d+)\.(\d+)(?:\.(\d+))?`)

// ParseVersion finds the name and version of a library, such as openmpi-4.1.4, in a string, and parses them.
// It accepts Open MPI 4.1 and later, and MPICH 4.0 and later. A missing third number is 0.
func ParseVersion(text string) (Version, error) {
	const want = "want openmpi-X.Y.Z from 4.1 on, or mpich-X.Y.Z from 4.0 on"
	found := versionPattern.FindStringSubmatch(text)
	if found == nil {
		return Version{}, fmt.Errorf("MPI version %q, %s", text, want)
	}
	v := Version{Library: OpenMPI}
	first := Version{Major: 4, Minor: 1}
	if name := strings.ToLower(found[1]); name == "mpich" || name == "hydra" {
		v.Library, first = MPICH, Version{Major: 4}
	}
	for i, number := range []*int{&v.Major, &v.Minor, &v.Patch} {
		*number, _ = strconv.Atoi(found[i+2]) // found[i+2] contains only digits, or is ""
	}
	if !v.Since(first.Major, first.Minor, first.Patch) {
		return Version{}, fmt.Errorf("MPI version %q, %s", text, want)
	}
	return v, nil
}

// A Class is a set of versions of a library that read tuning files in the same way. Version is one of these
// versions, and Text describes all of them.
type Class struct {
	Version Version
	Text    string
}

// Classes returns the classes of versions of a library, oldest first.
func Classes(library string) []Class {
	if library == MPICH {
		return []Class{
			{Version{MPICH, 4, 0, 2}, "MPICH 4.0"}, {Version{MPICH, 4, 1, 0}, "MPICH 4.1"},
			{Version{MPICH, 4, 2, 1}, "MPICH 4.2"},
			{Version{MPICH, 4, 3, 0}, "MPICH 4.3"}, {Version{MPICH, 5, 0, 0}, "MPICH 5.0"},
		}
	}
	return []Class{
		{Version{OpenMPI, 4, 1, 4}, "Open MPI 4.1.0 to 4.1.7"}, {Version{OpenMPI, 4, 1, 8}, "Open MPI 4.1.8"},
		{Version{OpenMPI, 5, 0, 6}, "Open MPI 5.0.0 to 5.0.6"}, {Version{OpenMPI, 5, 0, 7},
			"Open MPI 5.0.7 and later 5.0 releases"},
		{Version{OpenMPI, 6, 0, 0}, "Open MPI 6.0"},
	}
}
