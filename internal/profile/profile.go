// Package profile reads and prints profiles. A profile contains the collective calls of a program, which
// topocoll run --profile has recorded.
package profile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"topocoll/catalog"
)

// Schema is the version of the profile format. docs/reference/profile-json.md describes the format, and
// dropin/records/profile.c writes it.
const Schema = 1

// maxFileBytes is the maximum length of a profile. libtopocoll.so writes at most 3 MB.
const maxFileBytes = 1 << 24

// A Profile holds the collective calls of all ranks of a program. Times are in seconds. Unless a comment
// states otherwise, a time is the mean over all ranks.
type Profile struct {
	// Version of the file format.
	Schema int `json:"schema"`
	Execution
	// Time from the end of MPI_Init to MPI_Finalize.
	Seconds float64 `json:"seconds"`
	// Longest time of any rank from the end of MPI_Init to MPI_Finalize.
	MostSeconds float64 `json:"most_seconds"`
	// `collective_seconds` divided by `seconds`.
	CollectiveShare float64 `json:"collective_share"`
	// Time in all calls.
	Collective float64 `json:"collective_seconds"`
	// Minimum over the ranks of the time in all calls.
	Least float64 `json:"least_collective_seconds"`
	// Maximum over the ranks of the time in all calls.
	Most float64 `json:"most_collective_seconds"`
	// Minimum over the ranks of the time in calls that `topocoll run` can replace.
	LeastTunable float64 `json:"least_tunable_seconds"`
	// Number of a rank's calls that are missing from `cells` because a table was full. It is the mean over all
	// ranks.
	Unrecorded float64 `json:"unrecorded"`
	// Calls by function, communicator and size.
	Cells []Cell `json:"cells"`
}

// An Execution describes the run of the program that a profile comes from.
type Execution struct {
	// Command line of rank 0.
	Program string `json:"program"`
	// Name and version of the MPI library.
	Library string `json:"library"`
	// Number of ranks of MPI_COMM_WORLD.
	Ranks int `json:"ranks"`
	// Number of hosts.
	Hosts int `json:"hosts"`
	// Largest number of ranks on one host.
	Slots int `json:"slots"`
	// Environment variables that influence the MPI library's choice of algorithms, as NAME=value: Open MPI's
	// `OMPI_MCA_coll*`, and MPICH's `MPIR_CVAR_*` if they contain `COLL` or `ALGORITHM`. A parameter that Open
	// MPI read from a file, such as openmpi-mca-params.conf, has the form of its variable. Absent if there are
	// none.
	Settings []string `json:"settings,omitempty"`
}

// A Cell holds the calls of one MPI function with blocks of at least From and at most To bytes, on
// communicators with the same number and distribution of ranks.
type Cell struct {
	// Name of the MPI function, such as `MPI_Iallreduce`.
	Call string `json:"call"`
	Communicator
	// Smallest size of a block in bytes: 0 or a power of two.
	From int64 `json:"from"`
	// Largest size of a block in bytes.
	To int64 `json:"to"`
	// Number of calls. A call that all ranks of the communicator make counts once. The number may be a fraction
	// if the sizes of blocks differ between the ranks, as in `MPI_Alltoallv`.
	Calls float64 `json:"calls"`
	// Number of calls with `MPI_IN_PLACE`.
	InPlace float64 `json:"in_place"`
	// Root of all calls. Absent if the operation has no root or the calls have several roots.
	Root *int `json:"root,omitempty"`
	// Whether the calls have several roots. Absent if false.
	RootVaries bool `json:"root_varies,omitempty"`
	// Name of the datatype of all calls, such as `MPI_DOUBLE`, truncated to 31 bytes. It is `derived` if the
	// datatype has no name. Absent if the calls have several types, if the function is a barrier or has a type
	// for each block, or if the communicator is an intercommunicator.
	Type string `json:"type,omitempty"`
	// Whether the calls have several datatypes. Absent if false.
	TypeVaries bool `json:"type_varies,omitempty"`
	// Time in these calls. For non-blocking calls, this is only the time to start them. For persistent calls,
	// it is only the time to create their requests, in functions such as `MPI_Bcast_init`.
	Seconds float64 `json:"seconds"`
	// Time that the slowest rank spends in these calls.
	Slowest float64 `json:"slowest"`
	// Time that a rank waits in these calls until the last rank has entered the call. It is estimated from a
	// sample of at most 64 calls of each function and range of sizes on each group of ranks. If a function has
	// counts for each rank, the sample covers all sizes. Absent if the time is not known. This is the case if
	// the calls are non-blocking or persistent, if the program uses MPI_THREAD_MULTIPLE, if the communicator
	// has only one rank, has spawned ranks or is an intercommunicator, if the sample contains no call, or if
	// the program has too many kinds of calls.
	Wait *float64 `json:"wait_seconds,omitempty"`
	Replacement
	// The most frequent sizes, at most 16, each with the number and the time of its calls.
	Sizes []Size `json:"sizes"`
}

// A Communicator describes a communicator by its numbers of ranks and hosts.
type Communicator struct {
	// Number of ranks of the communicator. For an intercommunicator, number of ranks in both groups.
	Ranks int `json:"ranks"`
	// Number of hosts of the communicator. 0 if it is an intercommunicator or has spawned ranks.
	Hosts int `json:"hosts"`
	// Largest number of ranks on one host. 0 in the same cases as `hosts`.
	Slots int `json:"slots"`
	// Whether the communicator is an intercommunicator, whose calls are recorded without sizes. Absent if
	// false.
	Inter bool `json:"inter,omitempty"`
}

// A Replacement describes the calls of a cell that topocoll replaced.
type Replacement struct {
	// Algorithm of the last call that topocoll replaced. Absent if the MPI library executed all calls.
	Algorithm string `json:"algorithm,omitempty"`
	// Number of calls that topocoll replaced. Absent if 0.
	Replaced float64 `json:"replaced_calls,omitempty"`
	// Time in the replaced calls. Absent if 0.
	ReplacedSeconds float64 `json:"replaced_seconds,omitempty"`
}

// A Size holds the calls of a Cell with blocks of one exact size.
type Size struct {
	// Size of a block in bytes.
	Bytes int64 `json:"bytes"`
	// Number of calls.
	Calls float64 `json:"calls"`
	// Time in these calls.
	Seconds float64 `json:"seconds"`
}

// Operation returns the operation of a cell of blocking calls. It reports in `replaceable` whether topocoll
// run can replace the calls with an algorithm of the operation. Some calls of functions with counts stay
// native because their blocks differ in length.
func (c Cell) Operation() (op catalog.Collective, replaceable bool) {
	for _, op := range catalog.Collectives() {
		if op != catalog.Shift && !c.Inter && (op.MPI() == c.Call || countsFunctions[op] == c.Call) {
			return op, true
		}
	}
	return "", false
}

// countsFunctions maps an operation to the MPI function with a separate count for each rank, if `topocoll
// run` can replace calls of this function.
var countsFunctions = map[catalog.Collective]string{catalog.Allgather: "MPI_Allgatherv",
	catalog.Alltoall: "MPI_Alltoallv", catalog.Gather: "MPI_Gatherv", catalog.Scatter: "MPI_Scatterv",
	catalog.ReduceScatter: "MPI_Reduce_scatter"}

// Load reads a profile from a file.
func Load(name string) (*Profile, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; use a file written by topocoll run --profile", name, err)
	}
	return p, nil
}

// Read reads a profile from r and checks it.
func Read(r io.Reader) (*Profile, error) {
	var p Profile
	d := json.NewDecoder(io.LimitReader(r, maxFileBytes))
	d.DisallowUnknownFields()
	err := d.Decode(&p)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("not a complete JSON object")
	case err != nil:
		return nil, err
	}
	return &p, p.check()
}

func (p *Profile) check() error {
	if p.Schema != Schema {
		return fmt.Errorf("schema %d, want %d", p.Schema, Schema)
	}
	if p.Ranks < 1 || p.Hosts < 1 || p.Hosts > p.Ranks {
		return fmt.Errorf("%d ranks on %d hosts, want at least one of each, and no more hosts than ranks",
			p.Ranks, p.Hosts)
	}
	for _, x := range []float64{p.Seconds, p.MostSeconds, p.Collective, p.Least, p.Most, p.LeastTunable,
		p.Unrecorded} {
		if x < 0 || math.IsInf(x, 0) {
			return fmt.Errorf("a time or a number of calls is %g, want 0 or more", x)
		}
	}
	for i, c := range p.Cells {
		switch {
		case !strings.HasPrefix(c.Call, "MPI_"):
			return fmt.Errorf("cell %d: call %q, want an MPI function", i, c.Call)
		case c.Wait != nil && !(*c.Wait >= 0 && *c.Wait <= c.Slowest*1.01):
			return fmt.Errorf("cell %d: wait_seconds %g, want 0 to the time of the slowest rank", i, *c.Wait)
		case c.Ranks < 1 || c.From < 0 || c.To < c.From || c.Calls < 0 || c.Seconds < 0:
			return fmt.Errorf(
				"cell %d: %d ranks, blocks of %d to %d bytes, %g calls, %g s: a number is out of range",
				i, c.Ranks, c.From, c.To, c.Calls, c.Seconds)
		}
	}
	return nil
}
