package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// Who may import whom: dependencies run one way only. A package of ours that is not named here may not
// exist.
var mayImport = map[string]string{
	"comm":              "",
	"topo":              "",
	"cost":              "",
	"ring":              "comm topo",
	"hcube":             "comm topo",
	"mesh":              "ring comm topo",
	"topo/pack":         "topo",
	"network":           "topo/pack comm topo",
	"plan":              "comm",
	"local":             "comm",
	"internal/record":   "comm",
	"internal/errata":   "",
	"sim":               "comm topo",
	"mpi":               "plan comm",
	"catalog":           "plan ring mesh hcube network topo/pack comm topo cost",
	"internal/conform":  "plan catalog ring mesh hcube network topo/pack comm topo cost",
	"internal/plantest": "plan comm",
	"internal/packing":  "plan catalog ring mesh hcube network topo/pack mpi comm topo cost",
	"internal/proctest": "",
	"internal/native":   "plan catalog ring mesh hcube network topo/pack mpi comm topo cost",
	"internal/wrap":     "",
	"internal/build":    "",
	"internal/figure":   "",
	"internal/explain":  "internal/figure internal/wrap sim plan catalog ring mesh hcube network topo/pack comm topo cost",
	"internal/host":     "",
	"internal/jobs":     "",
	"internal/timeline": "internal/figure plan comm",
	"internal/cluster":  "internal/jobs internal/launcher topo",
	"internal/launcher": "",
	"internal/manpage":  "",
	"internal/watchdog": "",
	"bench/stats":       "",
	"bench/results":     "internal/host internal/wrap bench/stats plan catalog ring mesh hcube network topo/pack comm topo cost",
	"bench":             "internal/build internal/wrap bench/results bench/stats internal/native internal/packing internal/record plan catalog internal/cluster internal/host internal/jobs internal/launcher internal/watchdog ring mesh hcube network topo/pack mpi comm topo cost",
	"internal/page":     "internal/host internal/wrap bench/results bench/stats internal/figure internal/explain sim internal/fit plan catalog ring mesh hcube network topo/pack comm topo cost",
	"internal/fit":      "internal/host internal/wrap bench/results bench/stats plan catalog ring mesh hcube network topo/pack comm topo cost",
	"internal/verify":   "plan internal/native internal/packing internal/conform catalog ring mesh hcube network topo/pack mpi comm topo cost",
}

func TestImportDirections(t *testing.T) {
	for name, allowed := range mayImport {
		for _, cgo := range []string{"0", "1"} {
			for _, dep := range ours(t, cgo, "./"+name) {
				if dep != name {
					assert.Contains(t, strings.Fields(allowed), dep, "%s imports %s (CGO_ENABLED=%s)", name, dep, cgo)
				}
			}
		}
	}
}

// Besides these there are only the command line and what is for tests and examples.
func TestEveryPackageIsNamed(t *testing.T) {
	for _, name := range strings.Fields(golist(t, "0", "-e", "-f", "{{.ImportPath}}", "./...")) {
		name, _ = strings.CutPrefix(name, "topocoll/")
		if name != "topocoll" && name != "internal/cli" && name != "mpi/mpitest" && !strings.HasPrefix(name, "examples/") {
			assert.Contains(t, mayImport, name)
		}
	}
}

// Algorithms must not know a machine, and only mpi may know C.
func TestOnlyMPIKnowsC(t *testing.T) {
	out := golist(t, "1", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", "./...")
	assert.Equal(t, []string{"topocoll/mpi"}, strings.Fields(out))
}

// Every package builds where there is no MPI, and so do its tests: vet looks at both.
func TestBuildsWithoutMPI(t *testing.T) {
	vet := proctest.Command(t, "go", "vet", "./...")
	vet.Env = append(vet.Environ(), "CGO_ENABLED=0")
	out, err := vet.CombinedOutput()
	require.NoError(t, err, "%s", out)
	deps := strings.Fields(golist(t, "0", "-deps", "-f", "{{.ImportPath}}", "."))
	assert.False(t, slices.Contains(deps, "github.com/sbromberger/gompi"))
}

// A CGO_CFLAGS in the environment replaces Go's own flags, and the messages would go through C that is not optimised.
func TestMakeOptimisesC(t *testing.T) {
	for _, tool := range []string{"make", "mpicc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs make and Open MPI")
		}
	}
	require.FileExists(t, "Makefile") // what the test itself looks at makes an earlier ok void
	flags := proctest.Command(t, "make", "-s", "-f", "Makefile", "-f", "-", "flags")
	flags.Stdin = strings.NewReader("flags: ; @$(CGO) echo $$CGO_CFLAGS\n")
	flags.Env = append(flags.Environ(), "CGO_CFLAGS=")
	out, err := flags.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "-O2")
}

func ours(t *testing.T, cgo, path string) []string {
	var names []string
	for _, dep := range strings.Fields(golist(t, cgo, "-deps", "-f", "{{.ImportPath}}", path)) {
		if name, found := strings.CutPrefix(dep, "topocoll/"); found {
			names = append(names, name)
		}
	}
	return names
}

func golist(t *testing.T, cgo string, args ...string) string {
	command := proctest.Command(t, "go", append([]string{"list"}, args...)...)
	command.Env = append(command.Environ(), "CGO_ENABLED="+cgo)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
