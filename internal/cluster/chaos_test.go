package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// TestChaos runs bench on emulated networks, or on this machine alone, again and again, does it harm at a random moment,
// and looks at what has to be true however it ended. scripts/chaos-test sets the time and the seed, without which there
// is no chaos.
func TestChaos(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("TOPOCOLL_CHAOS"))
	if err != nil {
		t.Skip("scripts/chaos-test runs it")
	}
	seed, err := strconv.ParseUint(os.Getenv("TOPOCOLL_SEED"), 10, 64)
	require.NoError(t, err, "TOPOCOLL_SEED")
	counts := map[string]int{}
	for began := time.Now(); time.Since(began) < duration && !t.Failed(); seed++ {
		round := fmt.Sprintf("seed %d", seed)
		t.Run(round, func(t *testing.T) {
			outcome := newRound(t, seed).play()
			t.Log(outcome)
			counts[outcome]++
		})
	}
	for _, outcome := range slices.Sorted(func(yield func(string) bool) {
		for outcome := range counts {
			if !yield(outcome) {
				return
			}
		}
	}) {
		t.Logf("%3d x %s", counts[outcome], outcome)
	}
}

// A round is one run and the harm done to it.
type round struct {
	*testing.T
	random  *rand.Rand
	network string // "": this machine alone
	name    string // of the cluster
	harm    harm
	out     string
	run     *exec.Cmd
	stdout  bytes.Buffer
	stderr  bytes.Buffer
	before  []string // files of others
}

// A harm is what is done, and which exit codes are right if it comes in time.
type harm struct {
	name  string
	where string // "network", "alone" or anywhere
	do    func(r *round)
	codes []int
}

// What ended early and kept something is partial, 5; where nothing was measured yet the code is 1.
var early = []int{5, 1}

var harms = []harm{
	{"nothing", "", func(*round) {}, []int{0}},
	{"a rank is killed", "", func(r *round) { r.signal(syscall.SIGKILL, r.pick(r.ranks())) }, early},
	{"a rank aborts", "", func(r *round) { r.signal(syscall.SIGABRT, r.pick(r.ranks())) }, early},
	{"a rank crashes", "", func(r *round) { r.signal(syscall.SIGSEGV, r.pick(r.ranks())) }, early},
	{"a rank is stopped", "", func(r *round) { r.signal(syscall.SIGSTOP, r.pick(r.ranks())) }, early},
	{"mpirun is killed", "", func(r *round) { r.signal(syscall.SIGKILL, r.pick(r.called("mpirun"))) }, early},
	{"mpirun is told to end", "", func(r *round) { r.signal(syscall.SIGTERM, r.pick(r.called("mpirun"))) }, early},
	{"a daemon is killed", "network", func(r *round) { r.signal(syscall.SIGKILL, r.pick(r.called("orted"))) }, early},
	{"Ctrl-C", "", func(r *round) { r.signal(syscall.SIGINT, -r.run.Process.Pid) }, early},
	{"Ctrl-C twice", "", func(r *round) {
		r.signal(syscall.SIGINT, -r.run.Process.Pid)
		time.Sleep(time.Duration(r.random.IntN(1500)) * time.Millisecond)
		r.signal(syscall.SIGINT, -r.run.Process.Pid)
	}, early},
	{"SIGTERM", "", func(r *round) { r.signal(syscall.SIGTERM, r.run.Process.Pid) }, early},
	{"the terminal closes", "", func(r *round) { r.signal(syscall.SIGHUP, -r.run.Process.Pid) }, append([]int{0}, early...)}, // not under nohup
	{"the launcher is killed", "", func(r *round) { r.signal(syscall.SIGKILL, r.run.Process.Pid) }, []int{-1}},
	{"a host is cut off", "network", func(r *round) {
		host := topo.HostName(r.random.IntN(4))
		out, _ := cluster.Enter(r.name, host, "sh", "-c", "ls /sys/class/net").Output()
		for _, link := range strings.Fields(string(out)) {
			if strings.HasPrefix(link, "to") {
				cluster.Enter(r.name, host, "ip", "link", "set", link, "down").Run()
			}
		}
	}, early},
	{"a link is choked", "network", func(r *round) {
		slow := "for l in $(ls /sys/class/net | grep ^to); do tc qdisc change dev $l root tbf rate 8kbit burst 16k latency 100ms; done"
		cluster.Enter(r.name, topo.HostName(r.random.IntN(4)), "sh", "-c", slow).Run()
	}, append([]int{0}, early...)},
	{"the disk is full", "", func(r *round) {
		file, err := os.Create(filepath.Join(filepath.Dir(r.out), "fill"))
		if err == nil {
			for err == nil {
				_, err = file.Write(make([]byte, 4096))
			}
			file.Close()
		}
	}, early},
}

func newRound(t *testing.T, seed uint64) *round {
	r := &round{T: t, random: rand.New(rand.NewPCG(seed, 0))}
	r.network = []string{"", "ring:4@100mbit", "torus:2x2@100mbit", "star:4@100mbit", "star:4@100mbit,slots=2"}[r.random.IntN(5)]
	for {
		r.harm = harms[r.random.IntN(len(harms))]
		if r.harm.where == "" || (r.harm.where == "network") == (r.network != "") {
			return r
		}
	}
}

// play runs, harms and looks, and says what came of it.
func (r *round) play() string {
	r.begin()
	moment := time.Duration(r.random.Float64() * float64(5*time.Second))
	ended := make(chan error, 1)
	go func() { ended <- r.run.Wait() }()
	select {
	case err := <-ended:
		ended <- err
	case <-time.After(moment):
	}
	harmed := time.Now()
	r.harm.do(r)
	select {
	case <-ended:
	case <-time.After(200 * time.Second):
		r.run.Process.Kill()
		r.Errorf("has not ended for 200 s\n%s", r.said())
	}
	if took := time.Since(harmed); took > time.Minute { // no fault, but worth a look
		r.Logf("%s after %v on %q took %v to end\n%s", r.harm.name, moment, r.network, took, r.said())
	}
	return r.look(moment)
}

// begin builds the network, a small disk for the report, and starts the run.
func (r *round) begin() {
	disk := r.TempDir()
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk).CombinedOutput()
	require.NoError(r, err, "%s", out)
	r.Cleanup(func() { assert.NoError(r, exec.Command("umount", disk).Run()) })
	r.out = filepath.Join(disk, "report")
	flags := []string{"bench", "--op", "bcast,allgather", "--algo", "ring", "--size", "8:16K:x8", "-i", "12", "-x", "1", "--stall", "2s", "-q", "--out", r.out}
	if r.network != "" {
		r.name = up(r.T, r.network)
		flags = append([]string{"cluster", "run", r.name, "--", binary}, flags...)
	} else {
		flags = append(flags, "-n", "2", "-i", "3000")
	}
	r.before = openMPIFiles()
	r.run = exec.Command(binary, flags...)
	r.run.Stdout, r.run.Stderr = &r.stdout, &r.stderr
	r.run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.run.WaitDelay = 20 * time.Second
	require.NoError(r, r.run.Start())
}

// look checks what has to be true, and returns the outcome in words.
func (r *round) look(moment time.Duration) string {
	code := r.run.ProcessState.ExitCode()
	text, err := os.ReadFile(filepath.Join(r.out, "bench.json"))
	var result struct {
		Status string
		Cells  []struct{ Algo string }
	}
	if err == nil {
		require.NoError(r, json.Unmarshal(text, &result), "bench.json is not whole")
	}
	complete, cells := result.Status == "complete", len(result.Cells)
	story := fmt.Sprintf("%s after %v on %q: code %d, %q with %d cells\n%s", r.harm.name, moment, r.network, code, result.Status, cells, r.said())
	killed := code == -1
	switch {
	case complete && !killed: // the harm came too late, or when all was measured
		assert.Contains(r, []int{0, 1}, code, story)
	case killed:
		assert.Contains(r, r.harm.codes, -1, story)
	default:
		assert.Contains(r, r.harm.codes, code, story)
	}
	if code == 0 {
		assert.True(r, complete, story)
	}
	if cells > 0 && !complete && !killed {
		assert.Equal(r, 5, code, story)
	}
	if code != 0 && !killed {
		assert.Contains(r, r.stderr.String(), "topocoll: ", "silent: %s", story)
	}
	for _, said := range regexp.MustCompile(`the (\d+) cells`).FindAllStringSubmatch(r.stderr.String(), -1) {
		assert.Equal(r, strconv.Itoa(cells), said[1], "announced: %s", story)
	}
	if r.harm.name == "the disk is full" || killed {
		assert.GreaterOrEqual(r, r.printed(), cells, story) // the last may not have found room
	} else {
		assert.Equal(r, cells, r.printed(), "printed: %s", story)
		if cells > 0 {
			assert.FileExists(r, filepath.Join(r.out, "report.html"), story)
		}
	}
	entries, _ := os.ReadDir(r.out)
	for _, entry := range entries {
		assert.Contains(r, []string{"bench.json", "bench.csv", "report.html"}, entry.Name(), story)
	}
	for waited := time.Now(); len(r.left()) > 0 && time.Since(waited) < 20*time.Second; time.Sleep(200 * time.Millisecond) {
	}
	assert.Empty(r, r.left(), "left: %s", story)
	for _, pid := range r.called("") { // not to be in the way of the next round
		r.signal(syscall.SIGKILL, pid)
	}
	return fmt.Sprintf("%-24s code %2d %s", r.harm.name, code, result.Status)
}

func (r *round) said() string { return r.stdout.String() + "--\n" + r.stderr.String() }

// printed counts the cells in the tables of the output.
func (r *round) printed() int {
	return len(regexp.MustCompile(`(?m)^ +\d+K? +(native|gompi|[a-z]+/[a-z-]+) +\d`).FindAllString(r.stdout.String(), -1))
}

// ranks are the processes that measure.
func (r *round) ranks() []int {
	return slices.DeleteFunc(r.called(binary), func(pid int) bool {
		environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		return !bytes.Contains(environment, []byte("OMPI_COMM_WORLD_RANK="))
	})
}

// called are the processes of this round's job whose command is so; any command is "".
func (r *round) called(program string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		environment, _ := os.ReadFile(file)
		if !bytes.Contains(environment, fmt.Appendf(nil, "TOPOCOLL_JOB=%d-", r.run.Process.Pid)) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		command, _, _ := strings.Cut(string(line), "\x00")
		if program == "" || command == program || filepath.Base(command) == program {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// pick chooses one; 0 if there is none.
func (r *round) pick(pids []int) int {
	if len(pids) == 0 {
		return 0
	}
	return pids[r.random.IntN(len(pids))]
}

// signal sends one; to none, and where the process has ended, it does nothing.
func (r *round) signal(s syscall.Signal, pid int) {
	if pid != 0 {
		syscall.Kill(pid, s)
	}
}

// left lists what a run may leave on a machine and was not there before: processes, files of Open MPI and its shared
// memory, but for what others have in use.
func (r *round) left() (list []string) {
	for _, pid := range r.called("") {
		list = append(list, fmt.Sprintf("process %d", pid))
	}
	for _, file := range openMPIFiles() {
		if !slices.Contains(r.before, file) && !inUse(file) {
			list = append(list, file)
		}
	}
	return list
}

func openMPIFiles() (list []string) {
	for _, pattern := range []string{"/dev/shm/vader_segment.*", os.TempDir() + "/ompi.*/*", os.TempDir() + "/topocoll-*.word", "/run/topocoll/.*"} {
		files, _ := filepath.Glob(pattern)
		list = append(list, files...)
	}
	return list
}

// inUse reports whether a process has a file, or one under it, in its memory.
func inUse(file string) bool {
	maps, _ := filepath.Glob("/proc/[0-9]*/maps")
	return slices.ContainsFunc(maps, func(name string) bool {
		text, _ := os.ReadFile(name)
		return bytes.Contains(text, []byte(file))
	})
}
