//go:build cgo

package bench

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"syscall"

	"topocoll/bench/calibration"
	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/host"
	"topocoll/internal/job"
	"topocoll/mpi"
)

// A Finding is the outcome of one check by Examine.
type Finding struct {
	Level  string // Fine, Note or Bad
	What   string
	Value  string
	Advice string // what to do; "" if Level is Fine
}

// Levels of a Finding.
const (
	Fine = "fine"
	Note = "note" // numbers may be misleading
	Bad  = "bad"  // times are meaningless
)

// Examine checks the conditions for reliable measurements on these ranks: cores, binding, load, clocks,
// shared memory, the library and its algorithms. Every rank gets the same findings.
func Examine(w *mpi.World) ([]Finding, error) {
	b, err := newBench(w, Config{CallSettings: CallSettings{Cache: results.Warm}}.withDefaults())
	if err != nil {
		return nil, err
	}
	env, err := b.describeEnvironment()
	if err != nil {
		return nil, err
	}
	if err := calibration.Overhead(b.ranks, b.clock, b.gate, &env); err != nil {
		return nil, err
	}
	emulated, err := b.ranks.BoolFromRank0(job.CurrentContext().Cluster != "")
	if err != nil {
		return nil, err
	}
	found := []Finding{
		{Fine, "program", env.Tool + ", " + env.Go, ""},
		{Fine, "library", env.MPI, ""},
	}
	for _, line := range env.HostLines() {
		found = append(found, Finding{Fine, "host", line, ""})
	}
	found = append(found, coresFinding(env, emulated), bindingFinding(env), loadFinding(env),
		frequencyFinding(env))
	found = append(found, clockFinding(env)...)
	if len(env.Hosts) == 1 {
		found = append(found, sharedMemoryFinding())
		if mpi.BuiltFor() == mpi.OpenMPI {
			found = append(found, singleCopyFinding(env))
		}
	} else if mpi.BuiltFor() == mpi.OpenMPI {
		found = append(found, interfacesFinding(env))
	}
	found = append(found, algorithmsFinding(b.contenders.Algorithms))
	message, err := messagesFinding(b.messages())
	if err != nil {
		return nil, err
	}
	return append(found, message...), nil
}

// coresFinding reports whether there are more ranks than cores. `emulated` is true if the hosts form an
// emulated network.
func coresFinding(env results.Env, emulated bool) Finding {
	f := Finding{Fine, "cores", fmt.Sprintf("%d ranks", env.P), ""}
	if !env.Oversubscribed {
		return f
	}
	f.Level, f.Advice = Bad, "with more ranks than cores, times mostly show scheduling delays; "+
		"use fewer ranks, or use only the counts of messages and bytes"
	if emulated {
		f.Level, f.Advice = Note, "with more ranks than cores, topocoll bench also times all calls "+
			"on links without rate limits, and its verdicts allow for the wait for cores"
	}
	if mpi.BuiltFor() == mpi.MPICH {
		f.Advice += "; MPICH's ranks spin while they wait, so a call may take 100 times as long"
	}
	return f
}

// bindingFinding reports whether ranks may move between cores. It assumes that all hosts number their
// hardware threads as this host does.
func bindingFinding(env results.Env) Finding {
	loose := 0
	for _, rank := range env.Ranks {
		if host.CoresIn(rank.Affinity) > 1 {
			loose++
		}
	}
	f := Finding{Fine, "binding", "each rank is bound to one core", ""}
	if loose == 0 {
		return f
	}
	f.Value = fmt.Sprintf("%d of %d ranks may move between cores", loose, env.P)
	if !env.Oversubscribed {
		f.Level = Note
		f.Advice = map[mpi.Library]string{mpi.OpenMPI: "use mpirun --bind-to core",
			mpi.MPICH: "use mpirun -bind-to core"}[mpi.BuiltFor()]
	}
	return f
}

func loadFinding(env results.Env) Finding {
	f := Finding{Fine, "load", "", ""}
	for _, h := range env.Hosts {
		if h.Load > 0.3 {
			f.Level, f.Advice = Note,
				"other programs are running; wait for them, or interpret the intervals with care"
		}
		f.Value = strings.TrimSpace(f.Value + fmt.Sprintf(" %.2f", h.Load))
	}
	f.Value += " in the last minute"
	return f
}

const unknown = "unknown"

func frequencyFinding(env results.Env) Finding {
	h := env.Hosts[0]
	f := Finding{Fine, "frequency",
		"governor " + cmp.Or(h.Governor, unknown) + ", turbo " + cmp.Or(h.Turbo, unknown), ""}
	if h.Governor != "" && h.Governor != "performance" {
		f.Level, f.Advice = Note, "the clock rate of the cores varies; use cpupower frequency-set -g performance"
	}
	return f
}

func clockFinding(env results.Env) []Finding {
	read := Finding{Fine, "clock",
		fmt.Sprintf("the same for all ranks; a reading takes %.0f ns", env.ClockCost), ""}
	if env.Clock != "node" {
		read.Value =
			fmt.Sprintf(
				"aligned between hosts by the quickest of %d ping-pongs, to within %s; a reading takes %.0f ns",
				clock.Pings, results.FormatTime(env.ClockError), env.ClockCost)
	}
	sample := Finding{Fine, "sample",
		fmt.Sprintf("an empty sample takes %s, and a cgo call takes %.0f ns", results.FormatTime(env.Overhead),
			env.CgoFloor), ""}
	if env.Overhead > 1000 {
		sample.Level, sample.Advice = Note,
			"an empty sample takes more than 1 us; the clocksource in /sys/devices/system/clocksource should be tsc"
	}
	skew := Finding{Fine, "start",
		fmt.Sprintf("skew p50 %s, p95 %s", results.FormatTime(env.SkewP50), results.FormatTime(env.SkewP95)),
		""}
	if env.SkewP95 > 1e5 {
		skew.Level, skew.Advice = Note,
			"ranks start far apart in time, so short operations are marked ~ in the table"
	}
	return []Finding{read, sample, skew}
}

// interfacesFinding reports bridge interfaces, which Open MPI's TCP transport may try to use between hosts.
func interfacesFinding(env results.Env) Finding {
	f := Finding{Fine, "interfaces", cmp.Or(env.Variables["OMPI_MCA_btl_tcp_if_include"], unknown), ""}
	entries, _ := os.ReadDir("/sys/class/net")
	for _, entry := range entries {
		if (strings.HasPrefix(entry.Name(), "docker") || strings.HasPrefix(entry.Name(), "virbr")) &&
			f.Value == unknown {
			f.Level, f.Value = Note, entry.Name()+" has an address that no other host can reach"
			f.Advice = "use mpirun --mca btl_tcp_if_include NETWORK"
		}
	}
	return f
}

// algorithmsFinding reports the number of native algorithms that --algo native:* runs.
func algorithmsFinding(native *contender.NativeAlgorithms) Finding {
	counts, total := []string{}, 0
	for _, op := range catalog.Collectives() {
		if list, err := native.List(op); err == nil && len(list) > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", op, len(list)))
			total += len(list)
		}
	}
	if total == 0 {
		return Finding{Note, "native:*", "no algorithm can be forced by name", map[mpi.Library]string{
			mpi.OpenMPI: "set OMPI_MCA_coll_tuned_use_dynamic_rules=1 before MPI_Init, as coll/tuned requires",
			mpi.MPICH:   "this library has no MPIR_CVAR_*_INTRA_ALGORITHM whose description lists names",
		}[mpi.BuiltFor()]}
	}
	return Finding{Fine, "native:*", strings.Join(counts, ", "), ""}
}

// messagesFinding reports the times of a short and a long message between ranks 0 and 1.
func messagesFinding(t calibration.MessageTimer) ([]Finding, error) {
	if t.Ranks.World.Size < 2 {
		return []Finding{{Note, "messages", "none with one rank", "use topocoll doctor -n 2"}}, nil
	}
	short, err := t.PingPong(1)
	if err != nil {
		return nil, err
	}
	long, err := t.PingPong(1 << 17)
	if err != nil {
		return nil, err
	}
	return []Finding{{Fine, "messages", fmt.Sprintf("8 bytes %s, 1 MiB %s (%.2f GB/s), ranks 0 and 1, "+
		"one way, with warm caches (8 bytes take longer with cold caches: see topocoll fit)",
		results.FormatTime(short.Median), results.FormatTime(long.Median), float64(long.Bytes)/long.Median),
		""}}, nil
}

// sharedMemoryFinding reports whether /dev/shm, which holds the library's queues within a host, is large
// enough.
func sharedMemoryFinding() Finding {
	var fs syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &fs); err != nil {
		return Finding{Note, "/dev/shm", err.Error(),
			"the library puts its queues elsewhere, which may be slow"}
	}
	size := int(fs.Blocks) * int(fs.Bsize)
	f := Finding{Fine, "/dev/shm", fmt.Sprintf("%d MiB", size>>20), ""}
	if size < 256<<20 {
		f.Level, f.Advice = Note, "/dev/shm is small; in a container, use docker run --shm-size=1g"
	}
	return f
}

// singleCopyFinding reports whether Open MPI copies a long message only once, from process to process.
func singleCopyFinding(env results.Env) Finding {
	how := copyMechanism(env.Library)
	f := Finding{Fine, "long messages", "single copy: " + how, ""}
	switch how {
	case "none", "emulated":
		f.Level, f.Advice = Note,
			"messages are copied twice; in a container, use docker run --cap-add=SYS_PTRACE"
	case "cma":
		if scope := host.PtraceScope(); scope != "" && scope != "0" && os.Geteuid() != 0 {
			f.Level, f.Advice = Note, "Yama may forbid single copies; use sysctl kernel.yama.ptrace_scope=0"
		}
	}
	return f
}

// copyMechanism returns the name of the mechanism by which Open MPI copies long messages within a host. In
// version 4 it is the mechanism of "vader", and in later versions the permitted components of "smsc".
func copyMechanism(library map[string]string) string {
	allowed, five := library["smsc"]
	switch {
	case !five:
		return cmp.Or(library["btl_vader_single_copy_mechanism"], unknown)
	case allowed == "":
		return "chosen by smsc"
	case allowed == "^cma": // the entry point of our container image sets this value
		return "none"
	}
	return "smsc " + allowed
}
