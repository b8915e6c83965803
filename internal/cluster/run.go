package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"topocoll/topo"
)

// Job makes the command that starts n processes of a program on the cluster name of a spec, given to its hosts in
// the order by, under an mpirun of its own on host 0. The "cluster enter" of this program starts Open MPI's
// daemons on the other hosts. Open MPI cuts the agent's name at blanks, and the way to this program may have
// some: the kernel has another name for it, good for as long as this process lives.
//
// Ranks of one host talk through shared memory and ranks of two hosts never do, although all hosts have one
// kernel: Open MPI goes by the name of the host.
//
// All ranks are in one session of their own. Linux shares out the cores between sessions before it does
// between the processes of one (autogroups), and a rank that waits yields only to those of its session: with
// a session for every host, as daemons make them, a message waits for the other hosts' time slices. 16 ranks
// on 4 hosts and 2 cores took 50 ms for a broadcast of 8 KiB that takes 2 ms so.
func Job(name string, spec topo.Fabric, n int, by string, program ...string) (*exec.Cmd, error) {
	if n < 1 || n > spec.Ranks() {
		return nil, inputf("-n %d on %v, want 1..%d: as many as the hosts have slots", n, spec, spec.Ranks())
	}
	if err := able(); err != nil {
		return nil, err
	}
	mpirun := []string{"mpirun", "-n", strconv.Itoa(n), "--host", hostList(spec, n, by), "--map-by", by, "--bind-to", "none"}
	for key, value := range map[string]string{
		"plm_rsh_agent":               fmt.Sprintf("/proc/%d/exe cluster enter", os.Getpid()),
		"plm_rsh_no_tree_spawn":       "1",
		"plm_rsh_num_concurrent":      strconv.Itoa(topo.MaxHosts), // launch agents stay when sessions do
		"orte_leave_session_attached": "1",
		"btl":                         "vader,self,tcp",
		"btl_tcp_if_include":          "host0",
		"oob_tcp_if_include":          "host0",
		"mpi_yield_when_idle":         "1",
		"opal_net_private_ipv4":       Subnet,
		"orte_keep_fqdn_hostnames":    "0",
		"oob_tcp_keepalive_time":      "5",
		"oob_tcp_keepalive_intvl":     "2",
		"oob_tcp_keepalive_probes":    "3",
	} {
		mpirun = append(mpirun, "--mca", key, value)
	}
	command := Enter(name, topo.HostName(0), append(mpirun, program...)...)
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	command.Env = append(command.Env, "TOPOCOLL_NETWORK="+spec.String(), Environment+"="+name)
	return command, nil
}

// Environment is the variable that tells the launch agent which cluster it is in.
const Environment = "TOPOCOLL_CLUSTER"

// Enter makes the command that runs words on one host of the cluster: in its namespace, under its name.
func Enter(name, host string, words ...string) *exec.Cmd {
	place, _ := strconv.Atoi(strings.TrimPrefix(host, "h"))
	script := "hostname " + host + ` && exec "$@"`
	args := append([]string{"netns", "exec", namespace(name, place), "unshare", "--uts", "sh", "-c", script, "sh"}, words...)
	command := exec.Command("ip", args...)
	command.Env = append(slices.Clone(os.Environ()), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	return command
}
