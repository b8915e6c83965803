package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Job makes the command that starts n processes of a program on the cluster name, one host after the
// other, under an mpirun of its own on host 0. self is the program whose "cluster enter" starts Open
// MPI's daemons on the other hosts.
func Job(name string, n int, self string, program ...string) (*exec.Cmd, error) {
	if err := errors.Join(checkName(name), able()); err != nil {
		return nil, err
	}
	spec, err := Find(name)
	if err != nil {
		return nil, err
	}
	hosts := spec.Network.Nodes()
	if n < 1 || n > hosts {
		return nil, fmt.Errorf("cluster: -n %d on %v, want 1..%d: one process a host", n, spec, hosts)
	}
	names := make([]string, n)
	for host := range names {
		names[host] = HostName(host) + ":1"
	}
	mpirun := []string{"mpirun", "-n", strconv.Itoa(n), "--host", strings.Join(names, ","), "--map-by", "node", "--bind-to", "none"}
	for key, value := range map[string]string{
		"plm_rsh_agent":            self + " cluster enter",
		"plm_rsh_no_tree_spawn":    "1",
		"btl":                      "tcp,self",
		"btl_tcp_if_include":       "host0",
		"oob_tcp_if_include":       "host0",
		"mpi_yield_when_idle":      "1",
		"opal_net_private_ipv4":    Subnet,
		"orte_keep_fqdn_hostnames": "0",
		"oob_tcp_keepalive_time":   "5",
		"oob_tcp_keepalive_intvl":  "2",
		"oob_tcp_keepalive_probes": "3",
	} {
		mpirun = append(mpirun, "--mca", key, value)
	}
	command := Enter(name, HostName(0), append(mpirun, program...)...)
	id := fmt.Sprintf("%s-%d-%d", name, os.Getpid(), time.Now().UnixNano())
	command.Env = append(command.Env, GivenUp+"="+filepath.Join(stateDir, "."+id), "TOPOCOLL_NETWORK="+spec.String(), Environment+"="+name, jobVariable+"="+id)
	return command, nil
}

// GivenUp is the variable with the name of a file that a rank makes when the ranks no longer get on and
// end: mpirun may be waiting for a host that it cannot reach.
const GivenUp = "TOPOCOLL_GIVEN_UP"

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
