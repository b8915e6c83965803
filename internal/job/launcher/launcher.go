// Package launcher finds the mpirun of an MPI library.
package launcher

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// MaxRanks is the maximum number of ranks of a job.
const MaxRanks = 1 << 16

// A Library is an MPI library and its mpirun. An mpirun can start only ranks of its own library: each rank of
// another library would be alone in its own MPI world.
type Library struct {
	Name           string
	mpirunNames    []string // names of mpirun on the PATH, the usual one first
	versionWords   []string // one of them is in the output of mpirun --version
	sharedPrefixes []string // beginnings of the names of the shared libraries
	installHint    string
}

// The libraries that this program can be built for. Intel MPI and MVAPICH are started like MPICH.
var (
	OpenMPI = Library{
		"Open MPI", []string{"mpirun", "mpirun.openmpi"}, []string{"Open MPI", "OpenRTE"},
		[]string{"libmpi.so.40"},
		"Debian: openmpi-bin; Fedora: openmpi; macOS: brew install open-mpi",
	}
	MPICH = Library{
		"MPICH", []string{"mpirun", "mpirun.mpich", "mpiexec.hydra"}, []string{"HYDRA", "Intel(R) MPI"},
		[]string{"libmpich.so.", "libmpi.so.12"},
		"Debian and Fedora: mpich; macOS: brew install mpich",
	}
)

// AsRoot holds the environment variables that make Open MPI's mpirun start ranks even as root, for example in
// a container.
var AsRoot = []string{"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"}

// Mpirun returns the path of the library's mpirun.
func (l Library) Mpirun() (string, error) {
	other := ""
	for _, name := range l.mpirunNames {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if l.ownsMpirun(path) {
			return path, nil
		}
		other = path
	}
	if other != "" {
		return "", fmt.Errorf(
			"%s belongs to a different MPI library; install the mpirun of %s, or put it first on the PATH (%s)",
			other, l.Name, l.installHint)
	}
	return "", fmt.Errorf("mpirun is not on the PATH; install %s (%s)", l.Name, l.installHint)
}

func (l Library) ownsMpirun(path string) bool {
	output := mpirunVersion(path)
	return slices.ContainsFunc(l.versionWords, func(word string) bool { return strings.Contains(output, word) })
}

// HasVersion reports whether the mpirun at `path` has the given major version, for example "4" for 4.1.4.
func (l Library) HasVersion(path, major string) bool {
	return strings.Contains(mpirunVersion(path), " "+major+".")
}

// Version returns the version that the library's mpirun prints, or "" if there is no mpirun. It does not
// start MPI.
func (l Library) Version() string {
	path, err := l.Mpirun()
	if err != nil {
		return ""
	}
	return mpirunVersion(path)
}

// A Parameter is the value of an MCA parameter, and where it is set, such as "file
// (/etc/openmpi/openmpi-mca-params.conf:3)".
type Parameter struct{ Value, Source string }

// Parameters returns the values on this host of Open MPI's MCA parameters for a framework, such as coll. The
// keys are their names, such as coll_tuned_dynamic_rules_filename. Parameters asks the ompi_info beside
// mpirun. It returns nil if there is no such program.
func (l Library) Parameters(framework string) map[string]Parameter {
	mpirun, err := l.Mpirun()
	if err != nil {
		return nil
	}
	command := exec.Command(filepath.Join(filepath.Dir(mpirun), "ompi_info"), "--parsable", "--level", "9",
		"--param", framework, "all")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, _ := command.Output()
	parameters := map[string]Parameter{}
	for line := range strings.Lines(string(out)) {
		_, setting, _ := strings.Cut(strings.TrimSpace(line), ":param:")
		name, setting, _ := strings.Cut(setting, ":")
		field, text, _ := strings.Cut(setting, ":")
		p := parameters[name]
		switch field {
		case "value":
			p.Value = text
		case "source":
			p.Source = text
		}
		parameters[name] = p
	}
	return parameters
}

// mpirunVersion returns the output of mpirun --version.
func mpirunVersion(path string) string {
	command := exec.Command(path, "--version")
	// Ctrl-C must not interrupt mpirun, because without its output, ownsMpirun would treat it as the mpirun of
	// another library
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Env = append(os.Environ(), AsRoot...)
	out, _ := command.CombinedOutput()
	return string(out)
}

// CheckProgram returns an error if the program at `path` is linked with an MPI library other than l. It
// accepts scripts, and programs that load the library at run time, because it cannot find their library.
func (l Library) CheckProgram(path string) error {
	file, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	needs, _ := file.ImportedLibraries()
	for _, other := range []Library{OpenMPI, MPICH} {
		i := slices.IndexFunc(needs, other.ownsSharedLibrary)
		if i >= 0 && other.Name != l.Name {
			return fmt.Errorf("%s is linked with %s (%s), so each of its processes would be a separate job of one "+
				"rank under the mpirun of %s; link the program with %s, or rebuild topocoll: make build MPI=%s",
				path, other.Name, needs[i], l.Name, l.Name, strings.ToLower(strings.ReplaceAll(other.Name, " ", "")))
		}
	}
	return nil
}

func (l Library) ownsSharedLibrary(name string) bool {
	return slices.ContainsFunc(l.sharedPrefixes,
		func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
