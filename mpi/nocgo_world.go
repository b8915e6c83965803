//go:build !cgo

package mpi

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"topocoll/comm"
	"topocoll/internal/signature"
	"topocoll/local"
	"topocoll/topo"
)

// ranksVariable is the environment variable for the number of goroutines that Run starts.
const ranksVariable = "TOPOCOLL_RANKS"

// maxRanks is the largest value of TOPOCOLL_RANKS.
const maxRanks = 1024

// Run is the main function of a program: it runs body on TOPOCOLL_RANKS goroutines, by default one. It does
// not return. If body returns an error or panics, Run prints one line and ends the program, as it does with
// MPI.
//
// Run refuses to start if mpirun has started several processes, because each process would be a separate job.
// In a build with cgo, mpirun sets the number of ranks, and TOPOCOLL_RANKS has no effect.
func Run(body func(w *World) error, with ...Option) {
	err := checkLaunched("mpi: Run", "this program was built without cgo, so each process would be a separate "+
		"job; build it with CGO_ENABLED=1 and a C compiler, or start it without the launcher")
	p := 0
	if err == nil {
		p, err = ranksFromEnvironment()
	}
	checked := false
	if err == nil {
		checked, err = wantsChecks(with)
	}
	if err != nil {
		os.Exit(printError("", err))
	}
	j := &job{Job: local.NewJob(p), groups: map[string]*group{}}
	all := topo.Integers(p)
	err = j.Run(func(rank int) error {
		w := newWorld(j, "", all, rank, checked)
		endJob := func(err error) { os.Exit(printError(fmt.Sprintf("rank %d: ", rank), err)) }
		if err := runBody(body, w, endJob); err != nil {
			endJob(err)
		}
		return nil
	})
	if err != nil { // some rank returned without calling Wait for an active request
		os.Exit(printError("", err))
	}
	Exit(0)
}

// A usageError is an invalid setting. Its exit code is 2.
type usageError string

func (e usageError) Error() string { return string(e) }
func (e usageError) ExitCode() int { return 2 }

func ranksFromEnvironment() (p int, err error) {
	text := os.Getenv(ranksVariable)
	if text == "" {
		return 1, nil
	}
	if p, err = strconv.Atoi(text); err != nil || p < 1 || p > maxRanks {
		return 0, usageError(fmt.Sprintf("mpi: Run: %s=%q, want 1 to %d", ranksVariable, text, maxRanks))
	}
	return p, nil
}

// A job holds the state of all worlds of the program.
type job struct {
	*local.Job
	lock   sync.Mutex
	groups map[string]*group // indexed by the world's name
}

// A group is the state that the ranks of one world share.
type group struct {
	job          *job
	ports        map[reflect.Type]any // the *local.Ports for each word type
	unfreedRanks int                  // number of ranks that have not freed the world
}

// portsOf returns a group's ports for words of type T. The first rank that calls portsOf creates them.
func portsOf[T any](g *group, ranks []int) *local.Ports[T] {
	g.job.lock.Lock()
	defer g.job.lock.Unlock()
	typ := reflect.TypeFor[T]()
	if g.ports[typ] == nil {
		g.ports[typ] = local.NewPorts[T](g.job.Job, ranks)
	}
	return g.ports[typ].(*local.Ports[T])
}

// A World is a communicator of Size ranks, which are goroutines. Rank is the rank of this goroutine.
type World struct {
	Rank, Size int

	jobRank       int // this goroutine's rank in the job
	ranks         []int
	name          string // name of the world; the same on all ranks
	group         *group
	derivedWorlds int // number of calls of derive on this world
	freed         bool
	checked       bool
	checkPorts    *local.Ports[encoded] // for the comparison of calls
}

// encoded is the form in which a signature is sent.
type encoded [signature.Bytes]byte

func newWorld(j *job, name string, ranks []int, jobRank int, checked bool) *World {
	j.lock.Lock()
	g := j.groups[name]
	if g == nil {
		g = &group{job: j, ports: map[reflect.Type]any{}, unfreedRanks: len(ranks)}
		j.groups[name] = g
	}
	j.lock.Unlock()
	w := &World{Rank: slices.Index(ranks, jobRank), Size: len(ranks), jobRank: jobRank, ranks: ranks,
		name: name, group: g, checked: checked}
	if checked {
		w.checkPorts = portsOf[encoded](g, ranks)
	}
	return w
}

// checkLive returns an error if the world has been freed or was not created by Run.
func (w *World) checkLive(call string) error {
	switch {
	case w == nil || w.group == nil:
		return fmt.Errorf("%s: MPI is not initialised", call)
	case w.freed:
		return fmt.Errorf("%s: this world has been freed", call)
	}
	return nil
}

// Sub returns a world of some ranks of w. Rank i of the new world is rank ranks[i] of w. The result is nil on
// ranks that are not in the list. All ranks of w must pass the same list.
func (w *World) Sub(ranks []int) (*World, error) {
	if err := w.checkSub(ranks); err != nil {
		return nil, err
	}
	return w.derive(ranks), nil
}

// Dup returns a new world of the same ranks.
func (w *World) Dup() (*World, error) {
	err := w.compareIfChecked(comm.Call{Name: "mpi: Dup"}, w.checkLive("mpi: Dup"))
	if err != nil {
		return nil, err
	}
	return w.derive(topo.Integers(w.Size)), nil
}

// derive returns a world of some ranks of w, or nil if this rank is not among them. The name of the new world
// contains the number of calls of derive on w, which is the same on all ranks.
func (w *World) derive(ranks []int) *World {
	w.derivedWorlds++
	if !slices.Contains(ranks, w.Rank) {
		return nil
	}
	jobRanks := make([]int, len(ranks))
	for i, rank := range ranks {
		jobRanks[i] = w.ranks[rank]
	}
	name := fmt.Sprintf("%s/%d:%v", w.name, w.derivedWorlds, jobRanks)
	return newWorld(w.group.job, name, jobRanks, w.jobRank, w.checked)
}

// Free frees a world that Sub or Dup has returned, and the ports of this world. All ranks of w must call it.
func (w *World) Free() error {
	if err := w.compareIfChecked(comm.Call{Name: "mpi: Free"}, w.checkLive("mpi: Free")); err != nil {
		return err
	}
	w.freed = true
	j := w.group.job
	j.lock.Lock()
	defer j.lock.Unlock()
	if w.group.unfreedRanks--; w.group.unfreedRanks > 0 {
		return nil
	}
	delete(j.groups, w.name)
	for _, ports := range w.group.ports {
		ports.(interface{ Free() }).Free()
	}
	return nil
}

// Hosts returns the host of each rank. All ranks are on host 0.
func (w *World) Hosts() []int { return make([]int, w.Size) }

// ProcessorName returns the name of the host.
func (w *World) ProcessorName() (string, error) { return os.Hostname() }

// Abort ends the program with the given exit code.
func (w *World) Abort(code int) error {
	if err := w.checkLive("mpi: Abort"); err != nil {
		return err
	}
	os.Exit(code)
	return nil
}

// compareIfChecked compares a collective call of all ranks if w is checked. w may be nil.
func (w *World) compareIfChecked(call comm.Call, refusal error) error {
	if w == nil || !w.checked || w.freed {
		return refusal
	}
	return w.compare(w.ranks, call, refusal)
}

// compare compares a call that some ranks of w make. jobRanks lists these ranks by their numbers in the job.
// These ranks exchange signatures only with each other.
func (w *World) compare(jobRanks []int, call comm.Call, refusal error) error {
	mine, out, in := signature.Of(call, refusal), make([]encoded, 1), make([]encoded, 1)
	mine.Encode(out[0][:])
	port, size, me := w.checkPorts.Of(w.Rank), len(jobRanks), slices.Index(jobRanks, w.jobRank)
	all := make([]signature.Signature, size)
	for distance := range size {
		to, from := (me+distance)%size, (me-distance+size)%size
		err := port.SendRecv(slices.Index(w.ranks, jobRanks[to]), out, slices.Index(w.ranks, jobRanks[from]), in)
		if err != nil {
			return errors.Join(err, refusal)
		}
		all[from] = signature.Decode(in[0][:])
	}
	ranks := make([]int, size)
	for i, rank := range jobRanks {
		ranks[i] = slices.Index(w.ranks, rank)
	}
	if mismatch := signature.Compare("mpi", all, ranks, me); mismatch != nil {
		return mismatch
	}
	return refusal
}

// Exit ends the program.
func Exit(code int) { os.Exit(code) }

// LibraryVersion returns a string that says that the program was built without an MPI library.
func LibraryVersion() string { return "no MPI library: built without cgo" }
