//go:build cgo

package verify

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/topo"
)

// A Verdict is the result of the verification of one algorithm.
type Verdict struct {
	ID      string
	Cases   int    // calls compared
	Failure string // the first difference, "" when there is none
	Refused string // why the algorithm does not run on this p, "" when it does
}

// Run compares one algorithm with the native call on all processes of w. g is the mesh for algorithms that need one;
// nil stands for the mesh nearest to a square. Every process gets the same verdict. After an error the processes can
// no longer communicate.
func Run(w *mpi.World, info catalog.Info, g topo.Mesh) (Verdict, error) {
	v := Verdict{ID: info.ID}
	if !info.Takes(w.Size) {
		v.Refused = fmt.Sprintf("accepts %s only", info.Accepts)
		return v, nil
	}
	if !info.TakesMesh(g) {
		v.Refused = fmt.Sprintf("accepts two dimensions only, not %v", g)
		return v, nil
	}
	flags := mpi.NewPort[uint8](w)
	for _, try := range []func(*Verdict, *mpi.Port[uint8], catalog.Info, topo.Mesh) error{
		compare(mpi.Sum[float64], small[float64]),
		compare(mpi.Max[int32], small[int32]),
		compare(mpi.Bxor[uint8], small[uint8]),
		compare(mpi.Prod[complex128], unit),
		compare(mpi.Affine, affine),
	} {
		if err := try(&v, flags, info, g); err != nil || v.Failure != "" {
			return v, err
		}
	}
	return v, nil
}

// small words are exact in every type, in whatever order they are added.
func small[T mpi.Integer | ~float32 | ~float64](rank, j int) T { return T((rank*7 + j*3) % 5) }

// unit words are powers of i: exact under multiplication.
func unit(rank, j int) complex128 {
	return [...]complex128{1, 1i, -1, -1i}[(rank+j)%4]
}

// affine words are affine maps, whose composition does not commute.
func affine(rank, j int) uint64 { return uint64(2*rank+3)<<32 | uint64(rank*31+j*17+1) }

// compare returns the comparison for one element type: all roots, lengths and shifts, with op if the algorithm
// accepts it.
func compare[T mpi.Element](op func() mpi.Op[T], word func(rank, j int) T) func(*Verdict, *mpi.Port[uint8], catalog.Info, topo.Mesh) error {
	return func(v *Verdict, flags *mpi.Port[uint8], info catalog.Info, g topo.Mesh) error {
		operator := op()
		if info.Commutative && !operator.Commutative {
			return nil
		}
		row, _ := catalog.Find[T](info.ID)
		port := mpi.NewPort[T](flags.World())
		c := comm.New[T](port)
		for _, k := range cases(info.Op, port.Size()) {
			failure, err := one(port, c, row, operator, word, k, g)
			if err != nil {
				return fmt.Errorf("%s, %T, %+v: %w", info.ID, *new(T), k, err)
			}
			v.Cases++
			if v.Failure, err = agree(flags, failure); err != nil || v.Failure != "" {
				return err
			}
		}
		return nil
	}
}

// one runs the algorithm and the native call on the same input and returns the first difference.
func one[T mpi.Element](port *mpi.Port[T], c *comm.Comm[T], row catalog.Row[T], op mpi.Op[T], word func(rank, j int) T, k call, g topo.Mesh) (string, error) {
	me, p := c.Rank(), c.Size()
	args := catalog.Args[T]{Root: k.root, Shift: k.shift, Op: op.Op, Mesh: g}
	args.In = make([]T, row.Op.In(p, k.m, me, k.root))
	for j := range args.In {
		args.In[j] = word(me, j)
	}
	result := func() []T {
		out := make([]T, row.Op.Out(p, k.m, me, k.root))
		if row.Op == catalog.Bcast {
			copy(out, args.In)
		}
		return out
	}
	args.Out = result()
	if err := row.Run(c, args); err != nil {
		return "", err
	}
	got := args.Out
	args.Out = result()
	if err := native.Run(row.Op, port, op, args); err != nil {
		return "", err
	}
	for j, want := range args.Out {
		if got[j] != want {
			return fmt.Sprintf("%T, %+v: node %d has %v at %d, native %v", want, k, me, got[j], j, want), nil
		}
	}
	return "", nil
}
