//go:build cgo

package verify

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/native"
	"topocoll/internal/packing"
	"topocoll/mpi"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A Verdict is the result of the verification of one algorithm.
type Verdict struct {
	ID string
	// number of compared calls; each runs three times: as a procedure, compiled, and compiled with divided
	// messages
	Cases   int
	Failure string // the first difference; "" if there is none
	Refused string // why the algorithm does not run on this p; "" if it runs
}

// Run compares an algorithm with the native call on all processes of w. It runs the algorithm as a procedure
// and compiled. The argument `g` is the mesh for algorithms that need one; nil means the most nearly square
// mesh. The argument `distribution` is for an algorithm with Info.Vector; "" means equal blocks. All
// processes get the same verdict. After an error the processes can no longer communicate.
func Run(w *mpi.World, info catalog.Info, g topo.Mesh, distribution catalog.Distribution) (Verdict, error) {
	v := Verdict{ID: info.ID}
	if !info.Takes(w.Size) {
		v.Refused = fmt.Sprintf("needs %s", info.Accepts)
		return v, nil
	}
	if !info.TakesMesh(g) {
		v.Refused = fmt.Sprintf("needs a mesh of two dimensions, got %v", g)
		return v, nil
	}
	n, err := networkFor(w, info, g)
	if err != nil {
		return v, err
	}
	s := sharedSetup{mpi.NewPort[uint8](w), segmentLengths{mpi.NewPort[int64](w), map[call]int{}}, info, g, n,
		distribution}
	for _, try := range []func(*Verdict, sharedSetup) error{
		compare(mpi.Sum[float64], smallWord[float64]),
		compare(mpi.Max[int32], smallWord[int32]),
		compare(mpi.Bxor[uint8], smallWord[uint8]),
		compare(mpi.Prod[complex128], unitWord),
		compare(mpi.Affine, affineWord),
	} {
		if err := try(&v, s); err != nil || v.Failure != "" {
			return v, err
		}
	}
	return v, nil
}

// smallWord returns a small number. Such words are exact in every type, and their sums do not depend on the
// order.
func smallWord[T comm.Ordered](rank, j int) T { return T((rank*7 + j*3) % 5) }

// unitWord returns a power of i, the imaginary unit. Products of such words are exact.
func unitWord(rank, j int) complex128 {
	return [...]complex128{1, 1i, -1, -1i}[(rank+j)%4]
}

// affineWord returns an affine map, encoded in a word. The composition of such maps does not commute.
func affineWord(rank, j int) uint64 { return uint64(2*rank+3)<<32 | uint64(rank*31+j*17+1) }

// A sharedSetup holds the data that all comparisons of one algorithm share.
type sharedSetup struct {
	flags *mpi.Port[uint8]
	segmentLengths
	info         catalog.Info
	mesh         topo.Mesh
	network      *pack.Network // for algorithms that run on a given network; otherwise nil
	distribution catalog.Distribution
}

// compare returns a function that compares an algorithm with the native call for one element type and
// operator, with all roots, lengths and shifts. It skips an algorithm that does not accept the operator.
func compare[T comm.Number](op func() comm.Op[T], word func(rank, j int) T) func(*Verdict,
	sharedSetup) error {
	return func(v *Verdict, s sharedSetup) error {
		operator := op()
		if s.info.Commutative && !operator.Commutative {
			return nil
		}
		row, _ := catalog.Find[T](s.info.ID)
		comparison := typedComparison[T]{s, mpi.NewPort[T](s.flags.World()), row, forms(row), operator, word}
		c := comm.New[T](comparison.port)
		for _, k := range cases(s.info.Op, c.Size()) {
			failure, err := comparison.compareForms(c, k)
			if err != nil {
				return fmt.Errorf("%s, %T, %+v: %w", s.info.ID, *new(T), k, err)
			}
			v.Cases++
			if v.Failure, err = native.Agree(s.flags, failure); err != nil || v.Failure != "" {
				return err
			}
		}
		return nil
	}
}

// A typedComparison holds the data that all calls of one algorithm with one element type share.
type typedComparison[T comm.Number] struct {
	sharedSetup
	port  *mpi.Port[T]
	row   catalog.Row[T]
	forms []form[T]
	op    comm.Op[T]
	word  func(rank, j int) T
}

// networkFor returns the network for an algorithm that runs on any network, and nil for other algorithms. For
// an algorithm with two levels, the network is a switch with two processes on each host, and the processes of
// a host do not have neighbouring ranks. Such an algorithm needs no packed trees. For an algorithm with one
// level, the network is the torus with the given extents, or a nearly square one if g is nil. In a torus,
// unlike in the default network, trees and routes pass through other nodes. Process 0 packs them.
func networkFor(w *mpi.World, info catalog.Info, g topo.Mesh) (n *pack.Network, err error) {
	if info.Topology() != "network" {
		return nil, nil
	}
	if info.Between != "" {
		on, hosts := make([]int, w.Size), (w.Size+1)/2
		for rank := range on {
			on[rank] = rank % hosts
		}
		return pack.IntoRanks(topo.NewStar(hosts), w.Size, on)
	}
	if g == nil {
		g = topo.NearSquare(w.Size, 2)
	}
	n = pack.PartOf(topo.NewTorus(g), w.Rank)
	if w.Rank == 0 {
		n = pack.Into(topo.NewTorus(g))
		if err := packing.All([]catalog.Info{info}, n, func(string) {}); err != nil {
			return nil, err
		}
	}
	_, err = packing.Share(w, n, func(rank int) int { return rank })
	return n, err
}

// compareForms runs every form and the native call on the same input, and returns the first difference.
func (e *typedComparison[T]) compareForms(c *comm.Comm[T], k call) (failure string, err error) {
	me, p, op := c.Label(), c.Size(), e.row.Op
	args := catalog.Args[T]{Root: k.root, Shift: k.shift, Op: e.op, Mesh: e.mesh, Network: e.network,
		Counts: e.distribution.Counts(op, p, k.m)}
	args.In = make([]T, args.Counts.In(op, p, k.m, me, k.root))
	for j := range args.In {
		args.In[j] = e.word(me, j)
	}
	result := func() []T {
		out := make([]T, args.Counts.Out(op, p, k.m, me, k.root))
		if op == catalog.Bcast {
			copy(out, args.In)
		}
		return out
	}
	wants, got := result(), make([][]T, len(e.forms))
	args.Out = wants
	if err := native.Call(op, e.port, args.Counts)(args); err != nil {
		return "", err
	}
	if args.PlanSegment, err = thirdOfLongest(e.segmentLengths, k, e.row.Info, args); err != nil {
		return "", err
	}
	for i, form := range e.forms {
		got[i] = result()
		args.Out = got[i]
		if err := form.run(c, args); err != nil {
			return "", err
		}
	}
	for i, form := range e.forms {
		for j, want := range wants {
			if got[i][j] != want {
				return fmt.Sprintf("%s%T, %+v: on node %d, the result is %v at index %d, but native gives %v",
					form.prefix(), want, k, me, got[i][j], j, want), nil
			}
		}
	}
	return "", nil
}
