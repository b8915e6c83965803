package conform

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/topo"
)

// Divisible is the constraint for a world W of package coll with words of type T.
type Divisible[W, T any] interface {
	comparable
	Size() int
	Label() int
	Run(op catalog.Collective, a catalog.Args[T]) error
	Start(op catalog.Collective, a catalog.Args[T]) (plan.Request, error)
	Split(color, key int) (W, error)
	Sub(ranks []int) (W, error)
	Rows() W
	Cols() W
	Free()
}

// A group is a list of processes and their world. Every process has the list of all groups.
type group[W any] struct {
	ranks []int // the ranks of the group in the world of all processes
	world W     // the zero value on processes outside the group
}

// A program is the state of a random program on one process.
type program[W Divisible[W, T], T comparable] struct {
	common   *rand.Rand // the same numbers on all processes
	own      *rand.Rand // different numbers on each process
	me       int
	payload  Payload[T]
	progress bool
	groups   []group[W] // the first group contains all processes
	calls    []checkedCall[T]
	requests []plan.Request // the request of each call; nil if the call is blocking
}

// Divide runs a random program on the processes of w. The seed determines the program, which divides w and
// its parts, frees or drops parts, and makes blocking and non-blocking calls of all operations on them.
// Divide compares every result with the definition of the operation. progress is true if non-blocking calls
// make progress during a blocking call on this machine.
func Divide[W Divisible[W, T], T comparable](w W, payload Payload[T], seed uint64, progress bool) error {
	r := &program[W, T]{common: rand.New(rand.NewPCG(seed, 0)), own: rand.New(rand.NewPCG(seed,
		1+uint64(w.Label()))), me: w.Label(), payload: payload, progress: progress,
		groups: []group[W]{{topo.Integers(w.Size()), w}}}
	for range 24 {
		if err := r.step(); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	if err := r.complete(); err != nil {
		return fmt.Errorf("seed %d: %w", seed, err)
	}
	return nil
}

// step performs a random action: it divides a group, removes a group, completes calls, or makes a call.
func (r *program[W, T]) step() error {
	at := r.common.IntN(len(r.groups))
	switch action := r.common.IntN(8); {
	case action == 0 || len(r.groups) == 1:
		return r.divide(r.groups[at])
	case action == 1 && at > 0:
		if removed := r.groups[at]; r.common.IntN(2) == 0 && slices.Contains(removed.ranks, r.me) {
			removed.world.Free()
		}
		r.groups = slices.Delete(r.groups, at, at+1)
		return nil
	case action == 2:
		return r.complete()
	}
	return r.makeRandomCall(r.groups[at], r.common.IntN(3) == 0)
}

// divide splits a group randomly, adds the parts to the groups, and checks this process's label and size.
func (r *program[W, T]) divide(parent group[W]) error {
	p, splitKind := len(parent.ranks), r.common.IntN(4)
	method := [...]string{"Split", "Sub", "Rows", "Cols"}[splitKind]
	colors, keys := make([]int, p), make([]int, p)
	mesh := topo.NearSquare(p, 2)
	for label := range p {
		switch colors[label], keys[label] = r.common.IntN(4)-1, r.common.IntN(3)-1; splitKind {
		case 1:
			keys[label] = r.common.IntN(1000) // a random order of the ranks for Sub
			colors[label] = min(colors[label], 0)
		case 2:
			colors[label], keys[label] = label/mesh[1], 0
		case 3:
			colors[label], keys[label] = label%mesh[1], 0
		}
	}
	var zero W
	mine, color, at := zero, -1, slices.Index(parent.ranks, r.me)
	parts := map[int][]int{} // the labels of each color
	for _, label := range topo.Integers(p) {
		parts[colors[label]] = append(parts[colors[label]], label)
	}
	for _, labels := range parts {
		slices.SortStableFunc(labels, func(i, j int) int { return keys[i] - keys[j] })
	}
	if at >= 0 {
		if err := r.completeUnless(r.progress); err != nil {
			return err
		}
		var err error
		switch color = colors[at]; splitKind {
		case 0:
			mine, err = parent.world.Split(color, keys[at])
		case 1:
			mine, err = parent.world.Sub(parts[0])
		case 2:
			mine = parent.world.Rows()
		case 3:
			mine = parent.world.Cols()
		}
		if err != nil {
			return err
		}
		if (mine == zero) != (color < 0) {
			return fmt.Errorf("%s, color %d: the new world is nil: %v", method, color, mine == zero)
		}
	}
	for c := range max(p, 4) {
		if labels := parts[c]; labels != nil {
			part := group[W]{ranks: make([]int, len(labels))}
			for i, label := range labels {
				part.ranks[i] = parent.ranks[label]
			}
			if c == color {
				part.world = mine
				got, want := [2]int{mine.Label(), mine.Size()}, [2]int{slices.Index(labels, at), len(labels)}
				if got != want {
					return fmt.Errorf("%s: label and size are %v, want %v, in the group %v split from ranks %v", method,
						got, want, labels, parent.ranks)
				}
			}
			r.groups = append(r.groups, part)
		}
	}
	if len(r.groups) > 12 {
		r.groups = slices.Delete(r.groups, 1, len(r.groups)-11)
	}
	return nil
}

func (r *program[W, T]) makeRandomCall(on group[W], starts bool) error {
	op := catalog.Collectives()[r.common.IntN(len(catalog.Collectives()))]
	info := catalog.Info{ID: "auto", Op: op, Commutative: op == catalog.ReduceScatter,
		Vector: op.MPIVector() != ""}
	cases := Cases(info, len(on.ranks))
	if info.Vector && r.common.IntN(3) == 0 {
		cases = vectorCases(info, len(on.ranks))
	}
	k := cases[r.common.IntN(len(cases))]
	me := slices.Index(on.ranks, r.me)
	if me < 0 {
		return nil
	}
	t := newCheckedCall(info, me, Set(op, r.payload, k))
	var request plan.Request
	var err error
	if starts {
		request, err = on.world.Start(op, t.args)
	} else if err = r.completeUnless(r.progress); err == nil {
		err = on.world.Run(op, t.args)
	}
	r.calls, r.requests = append(r.calls, t), append(r.requests, request)
	if err != nil {
		return fmt.Errorf("%s %+v on ranks %v: %w", op, k, on.ranks, err)
	}
	return nil
}

// complete completes all calls, in an order that differs between the processes, and checks their results.
func (r *program[W, T]) complete() error {
	if err := completeAll(r.own, r.requests); err != nil {
		return err
	}
	for i := range r.calls {
		if err := r.calls[i].checkResult(); err != nil {
			return err
		}
	}
	r.calls, r.requests = nil, nil
	return nil
}

func (r *program[W, T]) completeUnless(progress bool) error {
	if progress {
		return nil
	}
	return r.complete()
}
