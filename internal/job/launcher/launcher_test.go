package launcher

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// only sets PATH to a new folder that contains only the given programs. Each program prints the given text as
// its version.
func only(t *testing.T, programs map[string]string) (dir string) {
	dir = t.TempDir()
	for name, says := range programs {
		script := "#!/bin/sh\necho '" + says + "'\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755))
	}
	t.Setenv("PATH", dir)
	return dir
}

func TestMpirunIsOfTheLibrary(t *testing.T) {
	const openMPI, hydra = "mpirun (Open MPI) 5.0.3", "HYDRA build details:"
	for name, c := range map[string]struct {
		library  Library
		programs map[string]string
		path     string // "" if an error is expected
		want     string
	}{
		"usual": {OpenMPI, map[string]string{"mpirun": openMPI}, "mpirun", ""},
		"Debian's": {OpenMPI,
			map[string]string{"mpirun": hydra, "mpirun.openmpi": "mpirun.openmpi (OpenRTE) 4.1.4"},
			"mpirun.openmpi", ""},
		"beside": {MPICH, map[string]string{"mpirun": openMPI, "mpirun.mpich": hydra}, "mpirun.mpich",
			""},
		"hydra": {MPICH, map[string]string{"mpiexec.hydra": hydra}, "mpiexec.hydra", ""},
		"Intel's": {MPICH,
			map[string]string{"mpirun": "Intel(R) MPI Library for Linux* OS, Version 2021.9"}, "mpirun", ""},
		"another": {MPICH, map[string]string{"mpirun": openMPI}, "",
			"belongs to a different MPI library; install the mpirun of MPICH"},
		"one too many": {OpenMPI, map[string]string{"mpirun": hydra}, "",
			"belongs to a different MPI library; install the mpirun of Open MPI"},
		"none at all":  {MPICH, nil, "", "mpirun is not on the PATH; install MPICH"},
		"says nothing": {OpenMPI, map[string]string{"mpirun": ""}, "", "belongs to a different MPI library"},
		"neither usual": {OpenMPI, map[string]string{"mpiexec.hydra": hydra}, "",
			"mpirun is not on the PATH; install Open MPI"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := only(t, c.programs)
			path, err := c.library.Mpirun()
			if c.want != "" {
				assert.ErrorContains(t, err, c.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, filepath.Join(dir, c.path), path)
			assert.Equal(t, c.programs[c.path]+"\n", c.library.Version())
		})
	}
}

func TestMajorVersion(t *testing.T) {
	dir := only(t, map[string]string{"four": "mpirun (Open MPI) 4.1.4", "five": "mpirun (Open MPI) 5.0.4"})
	assert.True(t, OpenMPI.HasVersion(filepath.Join(dir, "four"), "4"))
	assert.False(t, OpenMPI.HasVersion(filepath.Join(dir, "five"), "4"))
}

// A program that is linked with MPICH cannot run under the mpirun of Open MPI, and the other way round.
// Scripts, and programs without MPI, may start anything.
func TestProgramOfAnotherLibrary(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no cc")
	}
	dir := t.TempDir()
	cc := func(words ...string) {
		command := exec.Command("cc", words...)
		command.Dir, command.Stdin = dir, strings.NewReader("int main(void) { return 0; }\n")
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	for name, c := range map[string]struct{ mpich, openMPI string }{
		"libmpich.so.12": {"", "program is linked with MPICH (libmpich.so.12), so each"},
		"libmpi.so.12":   {"", "link the program with Open MPI, or rebuild topocoll: make build MPI=mpich"},
		"libmpi.so.40":   {"link the program with MPICH, or rebuild topocoll: make build MPI=openmpi", ""},
		"libother.so.1":  {"", ""},
	} {
		cc("-shared", "-Wl,-soname,"+name, "-o", "library.so", "-x", "c", "/dev/null")
		cc("-Wl,--no-as-needed", "-o", "program", "-x", "c", "-", "-x", "none", "./library.so")
		for library, want := range map[*Library]string{&MPICH: c.mpich, &OpenMPI: c.openMPI} {
			err := library.CheckProgram(filepath.Join(dir, "program"))
			if want == "" {
				assert.NoError(t, err, "%s under %s", name, library.Name)
			} else {
				assert.ErrorContains(t, err, want)
			}
		}
	}
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755))
	assert.NoError(t, OpenMPI.CheckProgram(script))
}
