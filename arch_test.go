package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// layers lists all packages except the command line, tests and examples. A package may import only packages
// of earlier layers, so there are no cycles. Every package must be in a layer.
var layers = []string{
	// packages for user programs; they import only the internal packages of the next layer
	"comm topo cost",
	"internal/check internal/launch internal/signature",
	"ring hcube circulant tree butterfly topo/pack plan",
	"mesh network local sim",
	"mpi",
	"catalog",
	"tuned",
	"coll",

	// measurement; these packages decide neither exit codes nor what to tune
	"bench/arrival bench/stats bench/words internal/build internal/conform internal/errata internal/figure " +
		"internal/host internal/hwloc " +
		"internal/job internal/job/launcher internal/job/watchdog internal/manpage internal/native " +
		"internal/packing internal/plantest internal/proctest internal/ranktest internal/slurm internal/wrap",
	"bench/group bench/results internal/browsertest internal/cluster internal/explain internal/infiniband " +
		"internal/timeline",
	"bench/buffers bench/clock bench/line bench/results/bounds bench/results/ranking bench/results/resultstest",
	"bench/calibration bench/links bench/results/compare bench/trace",
	"bench/contender bench/results/tables",
	"bench/sampler",
	"bench",

	// packages that use measurements
	"internal/book internal/book/built internal/dropin internal/fit internal/probe internal/profile " +
		"internal/rules internal/verify",
	"internal/book/make internal/book/scene internal/rules/mpich internal/rules/openmpi " +
		"internal/rules/rulestest internal/tune",
	"internal/tune/rulecheck",
	"internal/book/wasm internal/rules/libraries",
	"internal/page",

	// support of the command line
	"internal/exit",
	"internal/job/ranks internal/planfile",
	"internal/virtual",
}

// builds are environments in which go list finds packages or files that it does not find in the others. The
// last one is for the program in the book's page.
var builds = []string{"CGO_ENABLED=0", "CGO_ENABLED=1", "CGO_ENABLED=0 GOOS=js GOARCH=wasm"}

func TestImportDirections(t *testing.T) {
	at := map[string]int{}
	for i, layer := range layers {
		for _, name := range strings.Fields(layer) {
			assert.NotContains(t, at, name)
			at[name] = i
		}
	}
	for _, build := range builds {
		for line := range strings.Lines(golist(t, build, "-e", "-f", `{{.ImportPath}} {{join .Imports " "}}`,
			"./...")) {
			words := strings.Fields(line)
			name, _ := strings.CutPrefix(words[0], "topocoll/")
			if name == "topocoll" || strings.HasPrefix(name+"/", "internal/cli/") || name == "mpi/mpitest" ||
				strings.HasPrefix(name, "examples/") {
				continue
			}
			layer, listed := at[name]
			assert.True(t, listed, "%s is in no layer", name)
			for _, dep := range words[1:] {
				if dep, ours := strings.CutPrefix(dep, "topocoll/"); ours && listed {
					below, listed := at[dep]
					assert.True(t, listed && below < layer, "%s imports %s (%s)", name, dep, build)
				}
			}
		}
	}
}

// cliMayImport lists the packages of the command line that each of these packages may import. Support
// packages import no command, and no command imports another command.
var cliMayImport = map[string]string{
	"option": "", "saved": "", "man": "", "measure": "option", "model": "option saved",
	"bench": "option saved measure", "tune": "option saved measure",
	"explain": "option saved model", "simulate": "option saved model", "plan": "option saved model",
	"run": "option saved measure", "speedup": "option saved measure",
}

func TestCommandsImportNoOtherCommand(t *testing.T) {
	const cli = "topocoll/internal/cli/"
	for line := range strings.Lines(
		golist(t, "CGO_ENABLED=1", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}}`,
			"./internal/cli/...")) {
		words := strings.Fields(line)
		name, below := strings.CutPrefix(words[0], cli)
		allowed, named := cliMayImport[name]
		if !named {
			allowed = "option saved"
		}
		for _, dep := range words[1:] {
			if dep, isCLI := strings.CutPrefix(dep, cli); isCLI && below {
				assert.Contains(t, strings.Fields(allowed), dep, "%s imports %s", words[0], dep)
			}
		}
	}
}

// Only package mpi may import C.
func TestOnlyMPIKnowsC(t *testing.T) {
	out := golist(t, "CGO_ENABLED=1", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", "./...")
	assert.Equal(t, []string{"topocoll/mpi"}, strings.Fields(out))
}

// Every package and its tests build without MPI. The tests of package mpi pass on goroutines, and the tests
// of the command line pass.
func TestSystemBuildsWithoutMPI(t *testing.T) {
	// this compiles all packages again
	ran(t, proctest.Within(t, 20*time.Minute, "go", "vet", "./..."), "CGO_ENABLED=0")
	deps := strings.Fields(golist(t, "CGO_ENABLED=0", "-deps", "-f", "{{.ImportPath}}", "."))
	assert.False(t, slices.Contains(deps, "github.com/sbromberger/gompi"))
	ran(t, proctest.Within(t, 20*time.Minute, "go", "test", "./mpi", "./examples/...", "./internal/cli"),
		"CGO_ENABLED=0")
}

// Every package builds for the other systems of users. No package needs cgo there, or a certain word size
// or byte order.
//
// Windows lacks process groups, signals to other processes, and FIFOs. The internal packages need them to
// start, watch and end ranks. On Windows, only the packages for user programs build: they run in one process,
// or in virtual time.
func TestSystemCrossBuilds(t *testing.T) {
	library := strings.Fields(
		"./comm ./topo/... ./cost ./ring ./mesh ./hcube ./tree ./circulant ./butterfly ./network ./plan " +
			"./local ./sim ./mpi " +
			"./catalog ./tuned ./coll")
	for _, c := range []struct {
		system, architecture string
		packages             []string
	}{
		{"linux", "arm64", []string{"./..."}},
		{"darwin", "arm64", []string{"./..."}},
		{"windows", "amd64", library},
	} {
		t.Run(c.system+"/"+c.architecture, func(t *testing.T) {
			// This compiles all packages again, a quarter faster without inlining.
			build := proctest.Within(t, 20*time.Minute, "go", append([]string{"build", "-gcflags=all=-l"},
				c.packages...)...)
			ran(t, build, "CGO_ENABLED=0", "GOOS="+c.system, "GOARCH="+c.architecture)
		})
	}
}

// CGO_CFLAGS in the environment replaces Go's own flags, so it must contain -O2: otherwise the C code of
// messages is not optimised.
func TestMakeOptimisesC(t *testing.T) {
	needs(t, "make", "mpicc")
	// go test caches a result unless a file changes that the test itself has read
	require.FileExists(t, "Makefile")
	flags := proctest.Command(t, "make", "-s", "-f", "Makefile", "-f", "-", "flags")
	flags.Stdin = strings.NewReader("flags: ; @$(CGO) echo $$CGO_CFLAGS\n")
	assert.Contains(t, ran(t, flags, "CGO_CFLAGS="), "-O2")
}

func golist(t *testing.T, build string, args ...string) string {
	return ran(t, proctest.Command(t, "go", append([]string{"list"}, args...)...), strings.Fields(build)...)
}

// ran runs a command with additional environment variables, and returns its output.
func ran(t *testing.T, command *exec.Cmd, environment ...string) string {
	command.Env = append(command.Environ(), environment...)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// needs skips a test if a program is not installed.
func needs(t *testing.T, programs ...string) {
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(name + " is not installed")
		}
	}
}

// contentOf returns the content of a file of the repository.
func contentOf(t *testing.T, name string) string {
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(content)
}
