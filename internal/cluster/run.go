package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"topocoll/internal/launcher"
	"topocoll/topo"
)

// Job returns the command that starts n processes of a program on the cluster name, which was built as spec, under an
// mpirun on host 0. The processes are mapped to the hosts by slot or by node. The launch agent for Open MPI's daemons
// on the other hosts is "cluster enter" of this program. Open MPI splits the name of the agent at blanks, and the path
// of this program may contain some. So the agent is named by /proc/PID/exe, which is valid while this process lives.
//
// Ranks on the same host communicate through shared memory; ranks on different hosts never do, although all hosts
// share one kernel, because Open MPI distinguishes hosts by name.
//
// All ranks are in one session of their own. Linux divides the cores first between sessions and then between the
// processes of a session (autogroups), and a waiting rank yields only to ranks of its session. With a session for every
// host, as daemons make them, a message waits for the time slices of the other hosts: 16 ranks on 4 hosts and 2 cores
// took 50 ms for a broadcast of 8 KiB; with one session it takes 2 ms.
func Job(name string, spec topo.Fabric, n int, by string, program ...string) (*exec.Cmd, error) {
	if n < 1 || n > spec.Ranks() {
		return nil, inputf("-n %d on %v, want 1..%d, the number of slots", n, spec, spec.Ranks())
	}
	if err := checkMachine(); err != nil {
		return nil, err
	}
	path, err := launcher.OpenMPI.Mpirun()
	if err != nil {
		return nil, err
	}
	if !launcher.OpenMPI.Is(path, "4") {
		return nil, fmt.Errorf("%s is not the mpirun of Open MPI 4, which is needed to start ranks on the hosts of an emulated network", path)
	}
	mpirun := []string{path, "-n", strconv.Itoa(n), "--host", hostList(spec, n, by), "--map-by", by, "--bind-to", "none"}
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

// Environment is the variable that gives the launch agent the name of its cluster.
const Environment = "TOPOCOLL_CLUSTER"

// Enter returns the command that runs another one on a host of the cluster: in its namespace and under its host name.
func Enter(name, host string, words ...string) *exec.Cmd {
	place, _ := strconv.Atoi(strings.TrimPrefix(host, "h"))
	script := "hostname " + host + ` && exec "$@"`
	args := append([]string{"netns", "exec", namespace(name, place), "unshare", "--uts", "sh", "-c", script, "sh"}, words...)
	command := exec.Command("ip", args...)
	command.Env = append(slices.Clone(os.Environ()), launcher.AsRoot...)
	return command
}
