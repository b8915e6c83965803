// Package rulestest provides tables, versions and files for the tests of the packages `openmpi`, `mpich` and
// `libraries`.
package rulestest

import (
	"os"
	"strconv"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// Versions of the libraries. For any two versions of a library, there is a tuning file that they read
// differently.
var (
	Open4   = rules.Version{Library: rules.OpenMPI, Major: 4, Minor: 1, Patch: 4}
	Open5   = rules.Version{Library: rules.OpenMPI, Major: 5, Patch: 7}
	Open6   = rules.Version{Library: rules.OpenMPI, Major: 6}
	MPICH40 = rules.Version{Library: rules.MPICH, Major: 4, Patch: 2}
	MPICH42 = rules.Version{Library: rules.MPICH, Major: 4, Minor: 2, Patch: 1}
)

// Eight returns a choice for a job of 8 ranks on one host. The choice is for blocks of `from` to `to` bytes.
// If `to` is 0, the range has no upper end.
func Eight(op catalog.Collective, from, to int, algo, native string) tuned.Choice {
	c := tuned.Choice{Op: op, Job: tuned.Job{Ranks: 8, Hosts: 1, Slots: 8}, From: from, Algo: algo,
		Native: native}
	if to > 0 {
		c.To = &to
	}
	return c
}

// SpreadOver returns a copy of c in which the 8 ranks are divided evenly over the given number of hosts.
func SpreadOver(hosts int, c tuned.Choice) tuned.Choice {
	c.Hosts, c.Slots = hosts, 8/hosts
	return c
}

// Table returns a table of choices.
func Table(choices ...tuned.Choice) *tuned.Table {
	return &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4", Choices: choices}
}

// Trials returns the number of random files that a test tries. It is the value of the environment variable
// TOPOCOLL_TRIALS, or `usual` if the variable does not contain a number.
func Trials(usual uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv("TOPOCOLL_TRIALS"), 10, 64); err == nil {
		return n
	}
	return usual
}

// OwnSelection is a short selection that tests use instead of MPICH's built-in selection.
const OwnSelection = `{
"collective=bcast": {"comm_type=intra": {"comm_size<8": {"algorithm=MPIR_Bcast_intra_binomial": {}},
  "comm_size=any": {"avg_msg_size<=64": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "avg_msg_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}}},
  "comm_type=inter": {"algorithm=MPIR_Bcast_inter_remote_send_local_bcast": {}}},
"collective=allreduce": {"comm_type=intra": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}}},
"collective=allgather": {"comm_type=intra": {"comm_size=pow2": ` +
	`{"algorithm=MPIR_Allgather_intra_recursive_doubling": {}},
  "comm_size=any": {"algorithm=MPIR_Allgather_intra_brucks": {}}}},
"collective=alltoall": {"comm_type=intra": {"is_sendbuf_inplace=yes": ` +
	`{"algorithm=MPIR_Alltoall_intra_pairwise_sendrecv_replace": {}},
  "is_sendbuf_inplace=no": {"comm_size<8": {"algorithm=MPIR_Alltoall_intra_scattered": {}},
    "comm_size=any": {"algorithm=MPIR_Alltoall_intra_brucks": {}}}}},
"collective=barrier": {"comm_type=intra": {"algorithm=MPIR_Barrier_intra_k_dissemination": {"k=2": {}}}},
"collective=exscan": {"algorithm=MPIR_Exscan_intra_recursive_doubling": {}}}`
