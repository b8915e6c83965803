package cluster_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"topocoll/internal/cluster"
	"topocoll/topo"
)

// A harm is a fault, with the exit codes that are correct if it comes before the end of the run.
type harm struct {
	name  string
	where string // "network", "alone", or "" for anywhere
	do    func(r *round)
	codes []int
}

// The exit code of a run that ends early is 5 if it has saved results, and 1 if it has measured nothing yet.
var early = []int{5, 1}

// mpiruns lists the names of the process that starts the ranks. Open MPI 5's mpirun replaces itself with
// prterun.
var mpiruns = []string{"mpirun", "mpirun.openmpi", "prterun", "mpirun.mpich", "mpiexec.hydra"}

var harms = []harm{
	{"nothing", "", func(*round) {}, []int{0}},
	{"a rank is killed", "", func(r *round) { r.signal(syscall.SIGKILL, r.pick(r.ranks())) }, early},
	{"a rank aborts", "", func(r *round) { r.signal(syscall.SIGABRT, r.pick(r.ranks())) }, early},
	{"a rank crashes", "", func(r *round) { r.signal(syscall.SIGSEGV, r.pick(r.ranks())) }, early},
	{"a rank is stopped", "", func(r *round) { r.signal(syscall.SIGSTOP, r.pick(r.ranks())) }, early},
	{"mpirun is killed", "", func(r *round) { r.signal(syscall.SIGKILL, r.pick(r.called(mpiruns...))) },
		early},
	{"mpirun is told to end", "", func(r *round) { r.signal(syscall.SIGTERM, r.pick(r.called(mpiruns...))) },
		early},
	{"a daemon is killed", "network", func(r *round) {
		r.signal(syscall.SIGKILL, r.pick(r.called("orted",
			"prted", "hydra_pmi_proxy")))
	}, early},
	{"Ctrl-C", "", func(r *round) { r.signal(syscall.SIGINT, -r.run.Process.Pid) }, early},
	{"Ctrl-C twice", "", func(r *round) {
		r.signal(syscall.SIGINT, -r.run.Process.Pid)
		time.Sleep(time.Duration(r.random.IntN(1500)) * time.Millisecond)
		r.signal(syscall.SIGINT, -r.run.Process.Pid)
	}, early},
	{"SIGTERM", "", func(r *round) { r.signal(syscall.SIGTERM, r.run.Process.Pid) }, early},
	// under nohup, the program ignores this signal, so the exit code may be 0
	{"the terminal closes", "", func(r *round) { r.signal(syscall.SIGHUP, -r.run.Process.Pid) },
		append([]int{0}, early...)},
	{"the launcher is killed", "", func(r *round) { r.signal(syscall.SIGKILL, r.run.Process.Pid) },
		[]int{-1}},
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
		slow := "for l in $(ls /sys/class/net | grep ^to); do tc qdisc change dev $l root tbf rate 8kbit " +
			"burst 16k latency 100ms; done"
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
