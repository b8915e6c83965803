package cluster

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"topocoll/internal/job/launcher"
	"topocoll/topo"
)

// Job returns a command that starts n processes of a program on a cluster that was built from `spec`. The
// command runs the library's mpirun on host 0. `by` is the mapping of ranks to hosts: BySlot or ByNode.
//
// Ranks on the same host communicate through shared memory. Ranks on different hosts never do, although all
// hosts share one kernel. The libraries distinguish hosts by name, and the settings in launchTemplates keep
// UCX from using shared memory between hosts.
//
// With Open MPI, all ranks run in one new session. Linux divides CPU time first among sessions and then among
// the processes of a session (autogroups). A waiting rank yields only to ranks of its session. If the daemon
// of each host created its own session, a message would wait for the time slices of the other hosts. With 16
// ranks on 4 hosts and 2 cores, a broadcast of 8 KiB takes 2 ms with one session, and 50 ms with a session
// for every host. MPICH's mpirun starts every rank in a separate session.
func Job(library launcher.Library, name string, spec topo.Fabric, n int, by string,
	program ...string) (*exec.Cmd, error) {
	if n < 1 || n > spec.Ranks() {
		return nil, inputf("-n %d on %v, want 1..%d, the number of slots", n, spec, spec.Ranks())
	}
	if err := checkMachine(); err != nil {
		return nil, err
	}
	path, err := library.Mpirun()
	if err != nil {
		return nil, err
	}
	launch, err := findLaunchTemplate(library, path)
	if err != nil {
		return nil, err
	}
	words := append([]string{path}, launch.commandLine(spec, n, by, program)...)
	command := Enter(name, topo.HostName(0), words...)
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	for _, variable := range launch.environment {
		if name, _, _ := strings.Cut(variable, "="); os.Getenv(name) == "" {
			command.Env = append(command.Env, variable)
		}
	}
	command.Env = append(command.Env, "TOPOCOLL_NETWORK="+spec.String())
	return command, nil
}

// Enter returns a command that executes `words` on a host of the cluster, in the host's network namespace and
// with its hostname. The argument `host` must be the name of a host, such as h3.
func Enter(name, host string, words ...string) *exec.Cmd {
	place, _ := topo.HostNumber(host)
	script := "hostname " + host + ` && exec "$@"`
	args := append([]string{"netns", "exec", namespace(name, place), "unshare", "--uts", "sh", "-c", script,
		"sh"}, words...)
	command := exec.Command("ip", args...)
	command.Env = append(slices.Clone(os.Environ()), launcher.AsRoot...)
	return command
}
