package cluster_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/cluster"
	"topocoll/internal/proctest"
)

// A fault in the middle of a run ends it. The message names a rank or a host, the exit code is not 0, the
// finished cells are on disk, and no process is left. On the slow link one broadcast takes longer than
// --stall, so the first broadcast after the fault ends the run.
func TestSystemFaults(t *testing.T) {
	startsPrograms(t)
	for _, fault := range []struct {
		name  string
		names []string // the message must contain one of these
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
					// a minimal system has no kill program
					require.NoError(t, syscall.Kill(number, syscall.SIGKILL))
				}
			}
		}},
		// mpirun may end the run before a rank can name the missing rank, so cluster run looks at the links
		{"a host is cut off", []string{"no link of h2 works in the network"}, func(t *testing.T, name string) {
			for _, link := range []string{"to1", "to3"} {
				require.NoError(t, cluster.Enter(name, "h2", "ip", "link", "set", link, "down").Run())
			}
		}},
		{"a link is slowed to a 400th", []string{"on h", "on node h"}, func(t *testing.T, name string) {
			slow := strings.Fields("tc qdisc change dev to3 root tbf rate 250kbit burst 16k latency 100ms")
			require.NoError(t, cluster.Enter(name, "h2", slow...).Run())
		}},
	} {
		t.Run(fault.name, func(t *testing.T) {
			name, dir := up(t, "ring:4@100mbit"), t.TempDir()
			run, out := on(name, binary, "bench", "--op", "bcast,allgather", "--algo",
				"ring/bcast,ring/allgather", "--size", "128K", "-i", "20", "-x", "1",
				"--stall", "5s", "-q", "--out", dir)
			require.NoError(t, run.Start())
			ended := make(chan error, 1)
			go func() { ended <- run.Wait() }()
			for {
				// wait for the first cell
				if text, _ := os.ReadFile(filepath.Join(dir, results.JSONName)); bytes.Contains(text,
					[]byte(`"algorithm"`)) {
					break
				}
				select {
				case err := <-ended:
					require.Fail(t, "the run has ended before its first cell", "%v\n%s", err, out)
				case <-time.After(100 * time.Millisecond):
				}
			}
			fault.make(t, name)
			assert.Error(t, <-ended, "%s", out)
			named := false
			for _, name := range fault.names {
				named = named || strings.Contains(out.String(), name)
			}
			assert.True(t, named, "%s", out)
			assert.Equal(t, fault.name == "a host is cut off", strings.Contains(out.String(), "no link of"))
			r := loaded(t, dir)
			assert.Equal(t, "partial", r.Status)
			assert.NotEmpty(t, r.Cells)
			for _, line := range proctest.Running() {
				assert.NotContains(t, line, binary+" bench", "a process is left")
			}
		})
	}
}
