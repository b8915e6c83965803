package cluster_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSystemChaos runs bench repeatedly, on emulated networks or on this machine alone. It injects a fault
// at a random moment, and checks the conditions that hold after every run. scripts/chaos-test sets the time
// and the seed. Without them the test is skipped.
func TestSystemChaos(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("TOPOCOLL_CHAOS"))
	if err != nil {
		t.Skip("scripts/chaos-test runs it")
	}
	needCluster(t)
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
	for _, outcome := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%3d x %s", counts[outcome], outcome)
	}
}

// A round is one run and its fault.
type round struct {
	*testing.T
	random  *rand.Rand
	network string // "" without an emulated network
	name    string // name of the cluster
	harm    harm
	out     string
	run     *exec.Cmd
	stdout  bytes.Buffer
	stderr  bytes.Buffer
	before  []string // files that were there before the run
}

func newRound(t *testing.T, seed uint64) *round {
	r := &round{T: t, random: rand.New(rand.NewPCG(seed, 0))}
	r.network = []string{"", "ring:4@100mbit", "torus:2x2@100mbit", "star:4@100mbit",
		"star:4@100mbit,slots=2"}[r.random.IntN(5)]
	for {
		r.harm = harms[r.random.IntN(len(harms))]
		if r.harm.where == "" || (r.harm.where == "network") == (r.network != "") {
			return r
		}
	}
}

// play runs a round, injects its fault, checks the end and returns the outcome.
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
	if took := time.Since(harmed); took > time.Minute { // not an error, but worth a look
		r.Logf("%s after %v on %q took %v to end\n%s", r.harm.name, moment, r.network, took, r.said())
	}
	return r.look(moment)
}

// begin builds the network and a small disk for the report, and starts the run.
func (r *round) begin() {
	disk := r.TempDir()
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk).CombinedOutput()
	require.NoError(r, err, "%s", out)
	r.Cleanup(func() { assert.NoError(r, exec.Command("umount", disk).Run()) })
	r.out = filepath.Join(disk, "report")
	flags := []string{"bench", "--op", "bcast,allgather", "--algo", "ring", "--size", "8:16K:x8", "-i", "12",
		"-x", "1", "--stall", "2s", "-q", "--out", r.out}
	if r.network != "" {
		r.name = up(r.T, r.network)
		flags = append([]string{"cluster", "run", r.name, "--", binary}, flags...)
	} else {
		flags = append(flags, "-n", "2", "-i", "3000")
	}
	r.before = r.jobFiles()
	r.run = exec.Command(binary, flags...)
	r.run.Stdout, r.run.Stderr = &r.stdout, &r.stderr
	r.run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.run.WaitDelay = 20 * time.Second
	require.NoError(r, r.run.Start())
}

func (r *round) said() string { return r.stdout.String() + "--\n" + r.stderr.String() }
