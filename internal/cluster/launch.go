package cluster

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"topocoll/internal/job/launcher"
	"topocoll/topo"
)

// A launchTemplate is the mpirun command of one version of a library for ranks on an emulated network. Its
// arguments are separated by spaces. {n} stands for the number of ranks, {by} for their mapping to hosts, and
// {hosts} for the hosts with their slots. {most} is the largest number of hosts, {subnet} the addresses of
// the hosts, and {self} the path of this program. {agent} is the command that starts a daemon on another
// host.
type launchTemplate struct {
	library     launcher.Library
	major       string // major version
	hosts       func(f topo.Fabric, n int, by string) string
	arguments   string
	environment []string
}

// launchTemplates has an entry for each supported version of a library's mpirun.
//
// Open MPI: a launch agent runs for each other host until the job ends, so all agents must run at the same
// time. Agents work only on host 0, so tree spawning is off, and mpirun starts all daemons itself. The
// netlink component of "reachable" expects the address of a host on the interface of the route. In a cluster,
// the address is on the interface host0, and the route uses another interface. Open MPI 5 therefore gets the
// component "weighted".
//
// MPICH: all hosts share one kernel, so UCX would use shared memory between hosts. The UCX settings prevent
// this. Ranks on one host still use shared memory, because MPICH does not need UCX for that.
var launchTemplates = []launchTemplate{
	{launcher.OpenMPI, "4", openMPIHosts, `-n {n} --host {hosts} --map-by {by} --bind-to none
--mca plm_rsh_agent {agent} --mca plm_rsh_no_tree_spawn 1 --mca plm_rsh_num_concurrent {most}
--mca orte_leave_session_attached 1
--mca oob_tcp_if_include host0 --mca oob_tcp_keepalive_time 5 --mca oob_tcp_keepalive_intvl 2
--mca oob_tcp_keepalive_probes 3
--mca orte_keep_fqdn_hostnames 0 --mca btl vader,self,tcp --mca btl_tcp_if_include host0
--mca opal_net_private_ipv4 {subnet}
--mca mpi_yield_when_idle 1`, nil},
	{launcher.OpenMPI, "5", openMPIHosts,
		`-n {n} --host {hosts} --map-by {by} --bind-to none --leave-session-attached
--prtemca plm_ssh_agent {agent} --prtemca plm_ssh_no_tree_spawn 1 --prtemca plm_ssh_num_concurrent {most}
--prtemca prte_if_include host0 --prtemca oob_tcp_keepalive_time 5 --prtemca oob_tcp_keepalive_intvl 2
--prtemca oob_tcp_keepalive_probes 3
--prtemca prtereachable weighted --omca reachable weighted
--mca btl sm,self,tcp --mca btl_tcp_if_include host0 --mca opal_net_private_ipv4 {subnet}
--mca mpi_yield_when_idle 1`, nil},
	{launcher.MPICH, "4", mpichHosts, `-n {n} -hosts {hosts} -iface host0 -launcher rsh -launcher-exec {self}`,
		[]string{"HYDRA_LAUNCHER_EXTRA_ARGS=cluster enter", "UCX_TLS=tcp,self", "UCX_NET_DEVICES=host0",
			"MPIR_CVAR_POLLS_BEFORE_YIELD=1"}},
}

func findLaunchTemplate(library launcher.Library, mpirun string) (launchTemplate, error) {
	var want []string
	for _, l := range launchTemplates {
		if l.library.Name != library.Name {
			continue
		}
		if library.HasVersion(mpirun, l.major) {
			return l, nil
		}
		want = append(want, l.library.Name+" "+l.major)
	}
	return launchTemplate{}, fmt.Errorf("%s cannot start ranks on an emulated network; use the mpirun of %s",
		mpirun, strings.Join(want, " or "))
}

func (l launchTemplate) commandLine(f topo.Fabric, n int, by string, program []string) []string {
	// mpirun splits the agent at spaces, which the path of this program may contain. The path below /proc has
	// no spaces, and it is valid while this process runs.
	self := fmt.Sprintf("/proc/%d/exe", os.Getpid())
	fill := strings.NewReplacer("{n}", strconv.Itoa(n), "{hosts}", l.hosts(f, n, by), "{by}", by, "{most}",
		strconv.Itoa(maxHosts),
		"{subnet}", Subnet, "{self}", self, "{agent}", self+" cluster enter")
	words := strings.Fields(l.arguments)
	for i := range words {
		words[i] = fill.Replace(words[i])
	}
	return append(words, program...)
}
