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

// mayImport lists the packages that each package may import. Dependencies have no cycles. A package that is
// not in this list may not exist.
var mayImport = map[string]string{
	"comm":                      "",
	"topo":                      "",
	"cost":                      "",
	"ring":                      "comm topo",
	"hcube":                     "comm topo",
	"circulant":                 "comm topo",
	"tree":                      "comm topo",
	"butterfly":                 "comm topo",
	"mesh":                      "ring comm topo",
	"topo/pack":                 "topo",
	"network":                   "tree butterfly topo/pack comm topo",
	"plan":                      "comm",
	"local":                     "plan comm",
	"internal/errata":           "plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"sim":                       "plan comm topo",
	"mpi":                       "plan comm",
	"catalog":                   "plan ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"coll":                      "tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"tuned":                     "plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/rules":            "tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/rules/openmpi":    "internal/rules tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/rules/mpich":      "internal/rules tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/rules/libraries":  "internal/rules/openmpi internal/rules/mpich internal/rules tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/rules/rulestest":  "internal/rules tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/conform":          "plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/plantest":         "plan comm",
	"internal/packing":          "plan catalog ring mesh hcube circulant tree butterfly network topo/pack mpi comm topo cost",
	"internal/proctest":         "",
	"internal/browsertest":      "internal/proctest",
	"internal/ranktest":         "",
	"internal/dropin":           "tuned plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/native":           "plan catalog ring mesh hcube circulant tree butterfly network topo/pack mpi comm topo cost",
	"internal/wrap":             "",
	"internal/build":            "",
	"internal/figure":           "",
	"internal/explain":          "internal/figure internal/wrap sim plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/host":             "",
	"internal/job":              "",
	"internal/timeline":         "internal/figure plan comm",
	"internal/cluster":          "internal/job internal/job/launcher topo",
	"internal/job/launcher":     "",
	"internal/manpage":          "",
	"internal/job/watchdog":     "",
	"internal/job/ranks":        "internal/job internal/job/launcher internal/cli/exit internal/host internal/wrap bench/results bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack mpi comm topo cost",
	"bench/stats":               "",
	"bench/results":             "internal/host internal/wrap bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/results/bounds":      "bench/results internal/host internal/wrap bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/results/ranking":     "bench/results internal/host internal/wrap bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/results/compare":     "bench/results/ranking bench/results internal/host internal/wrap bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/results/tables":      "bench/results/ranking bench/results/compare bench/results internal/host internal/wrap bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/results/resultstest": "bench/results internal/host internal/wrap bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/words":               "plan mpi comm",
	"bench/group":               "internal/native internal/host internal/job/watchdog plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/clock":               "bench/group internal/native internal/host internal/job/watchdog plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/buffers":             "bench/words bench/results bench/stats internal/host internal/wrap plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/calibration":         "bench/clock bench/buffers bench/words bench/group bench/results/bounds bench/results bench/stats internal/host internal/wrap coll tuned internal/native internal/job/watchdog plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/contender":           "bench/calibration bench/clock bench/buffers bench/words bench/group bench/results/bounds bench/results bench/stats internal/host internal/wrap coll tuned internal/native internal/job/watchdog plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/links":               "bench/clock bench/group bench/results bench/stats internal/host internal/wrap internal/cluster internal/job internal/job/launcher internal/native internal/job/watchdog plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench/sampler":             "bench/contender bench/calibration bench/clock bench/buffers bench/words bench/group bench/results/bounds bench/results bench/stats internal/host internal/wrap coll tuned internal/native internal/job/watchdog plan catalog mpi ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"bench":                     "bench/sampler bench/links bench/contender bench/calibration bench/buffers bench/clock bench/group bench/words coll tuned internal/build internal/wrap bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats internal/native internal/packing plan catalog internal/cluster internal/host internal/job internal/job/launcher internal/job/watchdog ring mesh hcube circulant tree butterfly network topo/pack mpi comm topo cost",
	"internal/page":             "tuned internal/rules/libraries internal/rules/openmpi internal/rules/mpich internal/rules internal/tune internal/tune/rulecheck internal/host internal/wrap bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats internal/figure internal/explain sim internal/fit plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/fit":              "internal/host internal/wrap bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/tune":             "tuned internal/host internal/wrap bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/tune/rulecheck":   "tuned internal/host internal/wrap bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/verify":           "coll tuned plan internal/native internal/packing internal/conform catalog ring mesh hcube circulant tree butterfly network topo/pack mpi comm topo cost",

	// the living book
	"internal/book":       "",
	"internal/book/built": "",
	"internal/book/make":  "internal/book",
	"internal/book/scene": "internal/fit internal/host bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats internal/errata internal/figure internal/explain internal/wrap sim plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
	"internal/book/wasm":  "internal/book/scene internal/fit internal/host bench/results/bounds bench/results/ranking bench/results/compare bench/results/tables bench/results bench/stats internal/errata internal/figure internal/explain internal/wrap sim plan catalog ring mesh hcube circulant tree butterfly network topo/pack comm topo cost",
}

// builds are environments in which go list finds packages or files that it does not find in the others. The
// last one is for the program of the book's page.
var builds = []string{"CGO_ENABLED=0", "CGO_ENABLED=1", "CGO_ENABLED=0 GOOS=js GOARCH=wasm"}

func TestImportDirections(t *testing.T) {
	for _, build := range builds {
		for line := range strings.Lines(golist(t, build, "-e", "-f", `{{.ImportPath}} {{join .Deps " "}}`,
			"./...")) {
			words := strings.Fields(line)
			name, _ := strings.CutPrefix(words[0], "topocoll/")
			allowed, named := mayImport[name]
			for _, dep := range words[1:] {
				if dep, ours := strings.CutPrefix(dep, "topocoll/"); ours && named {
					assert.Contains(t, strings.Fields(allowed), dep, "%s imports %s (%s)", name, dep, build)
				}
			}
		}
	}
}

// What the packages of the command line import of each other: support packages nothing above them, commands no other command but
// tune, which measures as bench does, and bench, which reads plans.
var cliMayImport = map[string]string{
	"exit": "", "option": "exit", "saved": "exit", "man": "exit", "model": "exit option saved",
	"bench": "exit option saved model", "tune": "exit option saved job bench model",
}

func TestCommandsImportNoOtherCommand(t *testing.T) {
	const cli = "topocoll/internal/cli/"
	for line := range strings.Lines(golist(t, "CGO_ENABLED=1", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./internal/cli/...")) {
		words := strings.Fields(line)
		name, below := strings.CutPrefix(words[0], cli)
		allowed, named := cliMayImport[name]
		if !named {
			allowed = "exit option saved"
		}
		for _, dep := range words[1:] {
			if dep, isCLI := strings.CutPrefix(dep, cli); isCLI && below {
				assert.Contains(t, strings.Fields(allowed), dep, "%s imports %s", words[0], dep)
			}
		}
	}
}

// The list has every package except the command line and packages for tests and examples.
func TestEveryPackageIsNamed(t *testing.T) {
	for _, build := range builds {
		for _, name := range strings.Fields(golist(t, build, "-e", "-f", "{{.ImportPath}}", "./...")) {
			name, _ = strings.CutPrefix(name, "topocoll/")
			if name != "topocoll" && name != "internal/cli" && !strings.HasPrefix(name, "internal/cli/") &&
				name != "mpi/mpitest" && !strings.HasPrefix(name, "examples/") {
				assert.Contains(t, mayImport, name)
			}
		}
	}
}

// Only package mpi may import C.
func TestOnlyMPIKnowsC(t *testing.T) {
	out := golist(t, "CGO_ENABLED=1", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", "./...")
	assert.Equal(t, []string{"topocoll/mpi"}, strings.Fields(out))
}

// Every package and its tests build without MPI.
func TestSystemBuildsWithoutMPI(t *testing.T) {
	// compiles all of it once more
	ran(t, proctest.Within(t, 20*time.Minute, "go", "vet", "./..."), "CGO_ENABLED=0")
	deps := strings.Fields(golist(t, "CGO_ENABLED=0", "-deps", "-f", "{{.ImportPath}}", "."))
	assert.False(t, slices.Contains(deps, "github.com/sbromberger/gompi"))
}

// Every package builds for the other systems that a user may have. No package may need cgo there, or a word
// size or byte order.
//
// Windows has no process groups, no signals to other processes and no FIFOs, with which the packages below
// internal start, watch and end ranks. So only the packages for a program of a user's own build there: they
// run in one process, or in virtual time.
func TestSystemCrossBuilds(t *testing.T) {
	library := strings.Fields("./comm ./topo/... ./cost ./ring ./mesh ./hcube ./tree ./circulant ./butterfly ./network ./plan ./local ./sim " +
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
			// compiles all of it once more
			build := proctest.Within(t, 20*time.Minute, "go", append([]string{"build"}, c.packages...)...)
			ran(t, build, "CGO_ENABLED=0", "GOOS="+c.system, "GOARCH="+c.architecture)
		})
	}
}

// CGO_CFLAGS in the environment replaces Go's own flags, so it must contain -O2: otherwise the C code of
// messages is not optimised.
func TestMakeOptimisesC(t *testing.T) {
	needs(t, "make", "mpicc")
	// go test caches a result unless a file changes that the test itself has looked at
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
