//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/watchdog"
	"topocoll/mpi"

	gompi "github.com/sbromberger/gompi"
)

// A machine is the ranks that a benchmark runs on, with what it needs besides the contenders.
type machine struct {
	world  *mpi.World
	cfg    Config
	times  *mpi.Port[int64]
	gate   *comm.Comm[uint8]
	port   *mpi.Port[uint8] // the gate's
	hosts  []string         // of every rank
	now    func() int64     // this host's clock, ns
	drift  drift            // of this host's clock against that of rank 0's host
	unsure int64            // ns: the error of the clocks, of the host with the largest; 0 on one host
	sync   string           // how samples start now
	ahead  int64            // ns between the naming of a start and the start, with --sync round
	late   int64            // 1 if this rank came too late for the last one
	gompi  *gompi.Communicator
	timed  []results.Message // single messages
	meter  *meter            // nil where links cannot be counted
	dog    *watchdog.Dog     // nil where nobody watches
	usual  time.Duration     // what the next stretch takes as a rule; 0: not known
	known  map[string]known  // by contender and operation
	arena  arena             // what calls have their words in

	worlds map[catalog.Kind][]forcedWorld
}

// A forcedWorld runs one native algorithm whatever the library would choose.
type forcedWorld struct {
	name  string // native:NAME
	world *mpi.World
}

func newMachine(w *mpi.World, cfg Config) (*machine, error) {
	m := &machine{
		world: w, cfg: cfg, times: mpi.NewPort[int64](w), port: mpi.NewPort[uint8](w), worlds: map[catalog.Kind][]forcedWorld{},
		known: map[string]known{}, now: mpi.Now, sync: cfg.Sync, ahead: aheadAtFirst,
	}
	m.gate = comm.New(m.port)
	if cfg.Gompi {
		m.gompi = gompi.NewCommunicator(nil)
	}
	var err error
	if m.hosts, err = Hosts(w); err != nil {
		return nil, err
	}
	if err := m.align(); err != nil {
		return nil, err
	}
	if m.arena.reuse, err = m.reuse(); err != nil {
		return nil, err
	}
	m.meter, err = m.newMeter()
	return m, err
}

// beat tells the watchdog that a stretch of work has ended, and what the next takes as a rule.
func (m *machine) beat(usual time.Duration) {
	if m.dog != nil {
		m.dog.Beat(usual)
	}
}

// forced returns a world for each native algorithm asked for, made when an operation first needs it.
func (m *machine) forced(kind catalog.Kind) ([]forcedWorld, error) {
	if len(m.cfg.Native) == 0 {
		return nil, nil
	}
	if list, made := m.worlds[kind]; made {
		return list, nil
	}
	list := []forcedWorld{}
	op, tuned := tunedName(kind)
	if !tuned {
		m.worlds[kind] = list
		return list, nil
	}
	algorithms, err := m.world.Algorithms(op)
	if err != nil {
		return nil, err
	}
	for _, a := range algorithms {
		if a.ID == 0 || !(slices.Contains(m.cfg.Native, "*") || slices.Contains(m.cfg.Native, a.Name)) {
			continue
		}
		if a.Name == "two_proc" && m.world.Size != 2 {
			continue // Open MPI answers MPI_ERR_ARG
		}
		world, err := m.world.Forced(op, a.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, forcedWorld{results.Native + ":" + a.Name, world})
	}
	m.worlds[kind] = list
	return list, nil
}

// ErrNative marks a native algorithm that is asked for and that the library does not have.
var ErrNative = errors.New("no such algorithm")

// checkNative refuses names that no operation's native algorithms have.
func (m *machine) checkNative() error {
	asked := slices.DeleteFunc(slices.Clone(m.cfg.Native), func(name string) bool { return name == "*" })
	if len(asked) == 0 {
		return nil
	}
	var names []string
	for _, kind := range m.cfg.Ops() {
		op, tuned := tunedName(kind)
		if !tuned {
			continue
		}
		algorithms, err := m.world.Algorithms(op)
		if err != nil {
			return err
		}
		for _, a := range algorithms {
			names = append(names, a.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range asked {
		if !slices.Contains(names, name) {
			return fmt.Errorf("--algo native:%s: %w, want one of %s", name, ErrNative, strings.Join(names, ", "))
		}
	}
	return nil
}

// tunedName is how Open MPI's variables call an operation; the shift has no algorithms.
func tunedName(kind catalog.Kind) (string, bool) {
	switch kind {
	case catalog.Shift:
		return "", false
	case catalog.ReduceScatter:
		return "reduce_scatter_block", true
	}
	return string(kind), true
}
