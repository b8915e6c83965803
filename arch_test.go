package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Who may import whom: dependencies run one way only. A package of ours that is not named here may not
// exist.
var mayImport = map[string]string{
	"comm":     "",
	"topo":     "",
	"cost":     "",
	"ring":     "comm topo",
	"hcube":    "comm topo",
	"mesh":     "ring comm topo",
	"local":    "comm",
	"record":   "comm",
	"errata":   "",
	"sim":      "comm topo",
	"mpi":      "comm",
	"catalog":  "ring mesh hcube comm topo cost",
	"conform":  "catalog ring mesh hcube comm topo cost",
	"native":   "catalog ring mesh hcube mpi comm topo cost",
	"explain":  "sim catalog ring mesh hcube comm topo cost",
	"cluster":  "topo",
	"launcher": "",
	"watchdog": "",
	"bench":    "native record catalog cluster watchdog ring mesh hcube mpi comm topo cost",
	"page":     "bench explain sim fit cluster catalog ring mesh hcube comm topo cost native record mpi watchdog",
	"fit":      "bench cluster watchdog catalog ring mesh hcube comm topo cost native record mpi",
	"verify":   "native conform catalog ring mesh hcube mpi comm topo cost",
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

// Algorithms must not know a machine, and only mpi may know C.
func TestOnlyMPIKnowsC(t *testing.T) {
	out := golist(t, "1", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", "./...")
	assert.Equal(t, []string{"topocoll/mpi"}, strings.Fields(out))
}

// The commands that need no MPI must build where there is none.
func TestBuildsWithoutMPI(t *testing.T) {
	deps := strings.Fields(golist(t, "0", "-deps", "-f", "{{.ImportPath}}", "."))
	assert.False(t, slices.Contains(deps, "github.com/sbromberger/gompi"))
}

func ours(t *testing.T, cgo, path string) []string {
	var names []string
	for _, dep := range strings.Fields(golist(t, cgo, "-deps", "-f", "{{.ImportPath}}", path)) {
		if name, found := strings.CutPrefix(dep, "topocoll/"); found {
			names = append(names, strings.Split(name, "/")[0])
		}
	}
	return names
}

func golist(t *testing.T, cgo string, args ...string) string {
	command := exec.Command("go", append([]string{"list"}, args...)...)
	command.Env = append(command.Environ(), "CGO_ENABLED="+cgo)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
