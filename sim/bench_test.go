package sim_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// These are the targets of BenchmarkRun. The broadcast at 2^20 nodes takes at most 1.5 s and 400 MB. The
// allreduce at 2^18 nodes takes at most 3 s. The time per message is about the same at 2^12, 2^16 and 2^20
// nodes. With contention on a 32x32 torus, the simulator processes at least 300 000 messages/s. Run with:
// GOMAXPROCS=1 go test -run - -bench . -benchtime 1x ./sim. MB/peak is the largest resident size of this
// process so far, so select one benchmark for a true peak.
//
// The broadcast needs little memory. A node is started when its first message reaches it, and the most
// recently ready node runs first, so about log p nodes are alive at once. A link allocates memory only when
// it is used. In the allreduce all p nodes are alive, each with a list of 2 log p steps of 16 bytes. One
// coroutine runs all bodies, and no body waits for a message. Cache misses account for the remaining time,
// because the two nodes of a message are far apart in memory.
//
// A run with data has a coroutine with a stack of 4 KiB for each node that is alive. It matches a message on
// the stack of its node. Matching in the scheduler would need one more switch.

// butterfly is the message pattern of the hypercube allreduce.
func butterfly(c *comm.Comm[none]) error {
	x, in := make([]none, 1000), make([]none, 1000)
	for i := range topo.CubeDim(c.Size()) {
		partner := c.Label() ^ 1<<i
		c.SendRecv(partner, x, partner, in)
	}
	return c.Err()
}

// BenchmarkRun omits the broadcast with contention, because the broadcast's messages share no link.
func BenchmarkRun(b *testing.B) {
	bcast := func(c *comm.Comm[none]) error { return hcube.Bcast(c, 0, make([]none, 1000)) }
	cube := func(d int) sim.Config { return sim.Config{Network: topo.Hypercube{Dim: d}} }
	torus := topo.NewTorus(topo.Mesh{32, 32})
	for _, run := range []struct {
		name   string
		config sim.Config
		body   func(c *comm.Comm[none]) error
	}{
		{"bcast", cube(12), bcast}, {"bcast", cube(16), bcast}, {"bcast", cube(20), bcast},
		{"bcast-contention", sim.Config{Network: topo.Hypercube{Dim: 20}, Contention: true, Repeatable: true},
			bcast},
		{"allreduce", cube(12), butterfly}, {"allreduce", cube(16), butterfly},
		{"allreduce", cube(18), butterfly},
		{"contention-SF", sim.Config{Network: torus, Contention: true}, butterfly},
		{"contention-CT", sim.Config{Network: torus, Routing: sim.CT, Contention: true}, butterfly},
	} {
		run.config.Ts, run.config.Tw, run.config.Th, run.config.Oblivious = ts, tw, th, true
		p := run.config.Network.Nodes()
		b.Run(fmt.Sprintf("%s/p=%d", run.name, p), func(b *testing.B) {
			messages := 0
			for b.Loop() {
				r, err := sim.Run(context.Background(), p, run.config,
					func(port comm.Port[none]) error { return run.body(comm.New(port)) })
				require.NoError(b, err)
				messages += r.Messages
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(messages), "ns/message")
			b.ReportMetric(float64(messages)/b.Elapsed().Seconds(), "messages/s")
			b.ReportMetric(peakMB(), "MB/peak")
			runtime.GC()
		})
	}
}

// peakMB returns the largest resident size of this process so far, or 0 if the system does not report it.
func peakMB() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kB float64
	fmt.Sscan(rest, &kB)
	return kB / 1024
}
