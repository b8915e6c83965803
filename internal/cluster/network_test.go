package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cluster"
	"topocoll/topo"
)

// These tests run real programs on real namespaces. They are skipped only where that cannot be: without
// root, iproute2, or mpirun.
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
	if out, err := exec.Command("go", "build", "-o", binary, "topocoll").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s", out)
		return
	}
	code = m.Run()
}

// needCluster skips a test that cannot be.
func needCluster(t *testing.T) {
	for _, tool := range []string{"ip", "tc", "mpirun"} {
		if _, err := exec.LookPath(tool); err != nil || os.Geteuid() != 0 {
			t.Skip("needs root, iproute2 and Open MPI")
		}
	}
}

// up builds a network for one test, under a name of its own.
func up(t *testing.T, network string) (name string) {
	needCluster(t)
	name = fmt.Sprintf("t%d", os.Getpid())
	spec, err := topo.ParseFabric(network)
	require.NoError(t, err)
	require.NoError(t, cluster.Up(context.Background(), name, spec))
	t.Cleanup(func() {
		assert.NoError(t, cluster.Down(name))
		spaces, _ := exec.Command("ip", "netns", "list").Output()
		assert.NotContains(t, string(spaces), "topocoll-"+name+"-", "namespaces are left")
	})
	return name
}

// startsPrograms skips a test with -short: it takes long, and the race detector is not in what it starts.
func startsPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts programs on emulated hosts")
	}
}

// on makes a command that runs a program on the network, on every slot it has.
func on(name string, program ...string) (*exec.Cmd, *bytes.Buffer) {
	return onSome(name, nil, program...)
}

// onSome is on with flags of "cluster run".
func onSome(name string, flags []string, program ...string) (*exec.Cmd, *bytes.Buffer) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	command := exec.CommandContext(ctx, binary, slices.Concat([]string{"cluster", "run", name}, flags, []string{"--"}, program)...)
	context.AfterFunc(ctx, cancel)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	return command, &out
}

// Each link is one hop of the topology and has the rate asked for.
func TestRoutesAndRates(t *testing.T) {
	name := up(t, "torus:3x3@50mbit")
	trace := func(from int, to string) string {
		out, err := cluster.Enter(name, topo.HostName(from), "ip", "route", "get", to).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	assert.Contains(t, trace(0, "10.77.0.3"), "dev to2", "0 -> 2 round the back of its row")
	assert.Contains(t, trace(0, "10.77.0.6"), "dev to2", "0 -> 5 along the row first")
	assert.Contains(t, trace(0, "10.77.0.7"), "dev to6", "0 -> 6 down the column")
	out, err := cluster.Enter(name, "h4", "tc", "qdisc", "show", "dev", "to5").CombinedOutput()
	require.NoError(t, err)
	assert.Contains(t, string(out), "rate 50Mbit")
	up(t, "torus:3x3@50mbit") // idempotent
}

// Many starts in a row: each connects every rank with every other.
func TestStarts(t *testing.T) {
	startsPrograms(t)
	name := up(t, "ring:8@1gbit")
	for range 12 {
		run, out := on(name, binary, "verify", "--op", "alltoall", "--algo", "ring/alltoall-naive")
		require.NoError(t, run.Run(), "%s", out)
		assert.NotContains(t, out.String(), "WARNING")
		assert.Contains(t, out.String(), "1 passed, 0 failed")
	}
	run, out := on(name, binary, "bench", "--op", "alltoall,allgather", "--algo", "ring", "--size", "8", "-i", "1", "-x", "1", "-q", "--out", t.TempDir())
	require.NoError(t, run.Run(), "%s", out)
	assert.Contains(t, out.String(), "h0 to h7 (8 hosts")
}

// An all-to-all broadcast on a ring puts 3 blocks on every link one way round and none on the other, and
// the interfaces say so; headers and acknowledgements come on top.
func TestLinksAreCounted(t *testing.T) {
	startsPrograms(t)
	name, dir := up(t, "ring:4@100mbit"), t.TempDir()
	const block = 64 << 10
	run, out := on(name, binary, "bench", "--op", "allgather", "--algo", "ring/allgather", "--size", fmt.Sprint(block), "-i", "4", "-x", "1", "-q", "--out", dir)
	require.NoError(t, run.Run(), "%s", out)
	assert.Contains(t, out.String(), "bytes of one call on its busiest link")
	text, err := os.ReadFile(filepath.Join(dir, "bench.json"))
	require.NoError(t, err)
	var r struct {
		Env   struct{ Network string }
		Cells []struct {
			Algo   string
			Bound  float64 `json:"bound_ns"`
			Median float64 `json:"median_ns"`
			Links  []struct {
				From, To string
				Bytes    int
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &r))
	assert.Equal(t, "ring:4@100mbit", r.Env.Network)
	for _, c := range r.Cells {
		assert.InDelta(t, 3*block*80/2, c.Bound, 1, "3 blocks over 2 links of 80 ns a byte")
		assert.Greater(t, c.Median, c.Bound)
		if c.Algo != "ring/allgather" {
			continue
		}
		bytes := map[string]int{}
		for _, l := range c.Links {
			bytes[l.From+l.To] = l.Bytes
		}
		for host := range 4 {
			from, to := topo.HostName(host), topo.HostName((host+1)%4)
			assert.InEpsilon(t, 3*block, bytes[from+to], 0.1, "%s to %s", from, to)
			assert.Less(t, bytes[to+from], block/4, "%s to %s: acknowledgements", to, from)
		}
	}
}

// Many contenders that take long on slow links are no stall: between two samples all of them are checked, counted and
// metered, which takes many times the patience.
func TestASlowNetworkIsNoStall(t *testing.T) {
	startsPrograms(t)
	name, dir := up(t, "ring:4@20mbit"), t.TempDir()
	began := time.Now()
	run, out := on(name, binary, "bench", "--op", "bcast", "--algo", "ring,mesh,hcube", "--size", "128K", "-i", "1", "-x", "1", "--stall", "500ms", "-q", "--out", dir)
	require.NoError(t, run.Run(), "%s", out)
	assert.Greater(t, time.Since(began), 3*time.Second, "too quick to show anything")
	status, _ := partial(t, dir)
	assert.Equal(t, "complete", status)
}

// written is what there is of bench.json.
func written(dir string) []byte {
	text, _ := os.ReadFile(filepath.Join(dir, "bench.json"))
	return text
}

// partial reads the status of a bench.json and how many cells it has.
func partial(t *testing.T, dir string) (status string, cells int) {
	text, err := os.ReadFile(filepath.Join(dir, "bench.json"))
	require.NoError(t, err)
	var r struct {
		Status string
		Cells  []any
	}
	require.NoError(t, json.Unmarshal(text, &r))
	return r.Status, len(r.Cells)
}

// A fault in the middle of a run ends it within 30 s, with a message that names a rank or a host, a code
// that is not 0, the finished cells on disk, and nothing left running.
func TestFaults(t *testing.T) {
	startsPrograms(t)
	for _, fault := range []struct {
		name  string
		names []string // one of these must be in the message
		make  func(t *testing.T, cluster string)
	}{
		{"a rank is killed", []string{"on node h", "rank"}, func(t *testing.T, name string) {
			pids, err := exec.Command("ip", "netns", "pids", "topocoll-"+name+"-3").Output()
			require.NoError(t, err)
			for _, pid := range strings.Fields(string(pids)) {
				line, _ := os.ReadFile("/proc/" + pid + "/cmdline")
				if bytes.HasPrefix(line, []byte(binary+"\x00bench")) {
					number, err := strconv.Atoi(pid)
					require.NoError(t, err)
					require.NoError(t, syscall.Kill(number, syscall.SIGKILL)) // a small system has no kill
				}
			}
		}},
		{"a host is cut off", []string{"on node h", "on h2"}, func(t *testing.T, name string) {
			for _, link := range []string{"to1", "to3"} {
				require.NoError(t, cluster.Enter(name, "h2", "ip", "link", "set", link, "down").Run())
			}
		}},
		{"a link is slowed to a hundredth", []string{"on h"}, func(t *testing.T, name string) {
			slow := strings.Fields("tc qdisc change dev to3 root tbf rate 1mbit burst 16k latency 100ms")
			require.NoError(t, cluster.Enter(name, "h2", slow...).Run())
		}},
	} {
		t.Run(fault.name, func(t *testing.T) {
			name, dir := up(t, "ring:4@100mbit"), t.TempDir()
			run, out := on(name, binary, "bench", "--op", "bcast,allgather", "--algo", "ring", "--size", "64K:256K", "-i", "40", "-x", "1",
				"--stall", "5s", "-q", "--out", dir)
			require.NoError(t, run.Start())
			for !bytes.Contains(written(dir), []byte(`"algo"`)) { // the first cell; the file may be in the middle of being written
				time.Sleep(100 * time.Millisecond)
			}
			began := time.Now()
			fault.make(t, name)
			assert.Error(t, run.Wait(), "%s", out)
			assert.Less(t, time.Since(began), 30*time.Second)
			named := false
			for _, name := range fault.names {
				named = named || strings.Contains(out.String(), name)
			}
			assert.True(t, named, "%s", out)
			status, cells := partial(t, dir)
			assert.Equal(t, "partial", status)
			assert.NotZero(t, cells)
			assert.Empty(t, running(t, binary+" bench"), "processes are left")
		})
	}
}
