package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/cluster"
	"topocoll/internal/proctest"
	"topocoll/topo"
)

// These tests run real programs on real namespaces. They are skipped without root, iproute2 or mpirun.
var binary string

func TestMain(m *testing.M) {
	code := 1
	defer func() { os.Exit(code) }()
	dir, err := os.MkdirTemp("", "topocoll")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "topocoll")
	code = m.Run()
}

// build builds binary once, when the first test needs it.
var build = sync.OnceValue(func() error {
	out, err := exec.Command("go", "build", "-o", binary, "topocoll").CombinedOutput()
	if err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}
	return nil
})

// needCluster skips a test that cannot run here. Names of tests that need a network begin with TestSystem, so
// make test does not run them.
func needCluster(t *testing.T) {
	require.Regexp(t, "^TestSystem", t.Name())
	for _, tool := range []string{"ip", "tc", "mpirun"} {
		if _, err := exec.LookPath(tool); err != nil || os.Geteuid() != 0 {
			t.Skip("needs root, iproute2 and Open MPI")
		}
	}
	require.NoError(t, build())
}

// uses is the test that has built the current network. Only one test at a time has a network.
var uses *testing.T

// up builds a network for one test, with a name that no other process uses.
func up(t *testing.T, network string) (name string) {
	needCluster(t)
	uses = t
	name = fmt.Sprintf("t%d", os.Getpid())
	spec, err := topo.ParseFabric(network)
	require.NoError(t, err)
	require.NoError(t, cluster.Up(context.Background(), name, spec))
	t.Cleanup(func() {
		if err := cluster.Down(name); !errors.As(err, &cluster.InputError{}) { // the test may have removed it
			assert.NoError(t, err)
		}
		spaces, _ := exec.Command("ip", "netns", "list").Output()
		assert.NotContains(t, string(spaces), "topocoll-"+name+"-", "namespaces are left")
	})
	return name
}

// startsPrograms skips a test with -short. Such a test takes long, and the programs that it starts run
// without the race detector.
func startsPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts programs on emulated hosts")
	}
}

// on returns a command that runs a program on all slots of the network.
func on(name string, program ...string) (*exec.Cmd, *bytes.Buffer) {
	return onSome(name, nil, program...)
}

// onSome is like on, with additional flags of "cluster run".
func onSome(name string, flags []string, program ...string) (*exec.Cmd, *bytes.Buffer) {
	command := proctest.Command(uses, binary, slices.Concat([]string{"cluster", "run", name}, flags,
		[]string{"--"}, program)...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	return command, &out
}

// printed runs a command and returns its standard output. It ignores the standard error, where Open MPI
// sometimes warns of a setpgid after its child's exec.
func printed(t *testing.T, run *exec.Cmd, errors *bytes.Buffer) string {
	var out strings.Builder
	run.Stdout = &out
	require.NoError(t, run.Run(), "%s%s", errors, &out)
	return out.String()
}

// benchOn runs bench under "cluster run" with some flags, and returns its output and its files.
func benchOn(t *testing.T, name string, flags []string, args string) (text string, r *results.Result) {
	dir := t.TempDir()
	run, out := onSome(name, flags, slices.Concat([]string{binary, "bench", "-x", "1", "-q", "--out", dir},
		strings.Fields(args))...)
	require.NoError(t, run.Run(), "%s", out)
	return out.String(), loaded(t, dir)
}

func loaded(t *testing.T, dir string) *results.Result {
	r, err := results.Load(filepath.Join(dir, results.JSONName))
	require.NoError(t, err)
	return r
}

// within runs a command in the namespace of a place, and returns its output.
func within(t *testing.T, name string, place int, command ...string) string {
	out, err := exec.Command("ip", slices.Concat([]string{"netns", "exec", fmt.Sprintf("topocoll-%s-%d", name,
		place)}, command)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
