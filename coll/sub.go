package coll

import (
	"cmp"
	"encoding/binary"
	"runtime"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
)

// Split divides the ranks of w by color and returns the sub-communicator of the ranks that pass this color.
// Its labels are in the order of the keys; ranks with equal keys keep their order in w. A rank with a
// negative color belongs to no sub-communicator, and its result is nil. All ranks of w must call Split.
//
// A sub-communicator is a World: it chooses its algorithms for its own number of ranks and for their hosts.
// No MPI communicator is created. If two ranks take part in several calls, both must make them in the same
// order, even on different worlds of a port. The port must not be freed before the sub-communicator.
//
// Split sends the colors and keys as words of type T. It returns an error for types that contain pointers,
// except strings, and for types of size 0. Sub, Rows, Cols and Hosts send nothing and accept all types.
func (w *World[T]) Split(color, key int) (*World[T], error) {
	if w == nil {
		return nil, refuseNil("Split")
	}
	err := checkEncodable[T]("coll: Split")
	if w.isChecked() {
		err = w.compareCall(comm.Call{Name: "coll: Split", Type: typeName[T](), Size: len(w.ranks)}, err)
	}
	if err != nil {
		return nil, err
	}
	every, err := w.allgatherBytes(binary.LittleEndian.AppendUint64(
		binary.LittleEndian.AppendUint64(nil, uint64(color)), uint64(key)))
	if err != nil {
		return nil, err
	}
	if color < 0 {
		return nil, nil
	}
	keys := make([]int, w.Size())
	var ranks []int
	for label, numbers := range every {
		keys[label] = int(binary.LittleEndian.Uint64(numbers[8:]))
		if int(binary.LittleEndian.Uint64(numbers)) == color {
			ranks = append(ranks, label)
		}
	}
	slices.SortStableFunc(ranks, func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
	return w.newSub(ranks)
}

// Sub returns the sub-communicator of some ranks of w: see Split. Its label i is label ranks[i] of w. All
// ranks in the list must pass the same list. On other ranks of w the result is nil. Sub sends messages only
// on a Checked world.
func (w *World[T]) Sub(ranks []int) (*World[T], error) {
	if w == nil {
		return nil, refuseNil("Sub")
	}
	if !w.isChecked() {
		return w.newSub(ranks)
	}
	_, err := comm.Sub(w.c, ranks)
	if err := w.compareSubCall(ranks, err); err != nil {
		return nil, err
	}
	return w.newSub(ranks)
}

// newSub is like Sub, but does not compare the calls of the ranks.
func (w *World[T]) newSub(ranks []int) (*World[T], error) {
	w.runPendingFrees()
	c, err := comm.Sub(w.c, ranks)
	if c == nil {
		return nil, err
	}
	on := make([]int, len(ranks))
	for i, rank := range ranks {
		on[i] = w.layout.On[rank]
	}
	l, err := w.layoutOn(w.layout.Machine, on)
	if err != nil {
		return nil, err
	}
	sub := newWorld(c, w.family, l)
	if sub.checker = w.checker; sub.checker != nil {
		sub.ranks = c.Ranks()
	}
	runtime.AddCleanup(sub, w.family.addPendingFree, freeFunction(sub.rows))
	return sub, nil
}

// Rows returns the sub-communicator of this rank's row in the mesh of all ranks, topo.NearSquare(p, 2). A row
// has consecutive labels of w, and the label in the row is the column. For example, 6 ranks form 2 rows of 3
// ranks. A prime number of ranks forms one row. Use Split for other shapes.
func (w *World[T]) Rows() *World[T] {
	mesh := topo.NearSquare(w.Size(), 2)
	return w.stridedSub(w.Label()/mesh[1]*mesh[1], 1, mesh[1])
}

// Cols returns the sub-communicator of this rank's column. The mesh is the same as in Rows. The label in the
// column is the number of the row.
func (w *World[T]) Cols() *World[T] {
	mesh := topo.NearSquare(w.Size(), 2)
	return w.stridedSub(w.Label()%mesh[1], mesh[1], mesh[0])
}

// Hosts returns the sub-communicator of the ranks on this rank's host. The hosts come from the Machine of w,
// or from the port if the Machine has none.
func (w *World[T]) Hosts() *World[T] {
	var ranks []int
	for rank, host := range w.layout.On {
		if host == w.layout.On[w.Label()] {
			ranks = append(ranks, rank)
		}
	}
	return w.mustSub(ranks)
}

// stridedSub returns the sub-communicator of the n labels `first`, `first`+stride, `first`+2·stride and so
// on.
func (w *World[T]) stridedSub(first, stride, n int) *World[T] {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = first + i*stride
	}
	return w.mustSub(ranks)
}

// mustSub is like newSub, but panics on an error. If the ranks are distinct ranks of w, no error can occur,
// because w's machine is valid.
func (w *World[T]) mustSub(ranks []int) *World[T] {
	sub, err := w.newSub(ranks)
	if err != nil {
		panic(err)
	}
	return sub
}

// Free frees the plans of w, but not the plans of its sub-communicators. Free sends nothing. Later calls
// create new plans; requests remain valid. A program may drop a sub-communicator without Free. Its plans are
// then freed after a garbage collection, when the next sub-communicator of the same original world is
// created. On a nil World, Free does nothing.
func (w *World[T]) Free() {
	if w != nil {
		freeFunction(w.rows)()
	}
}

func freeFunction[T any](rows map[string]catalog.CompiledRow[T]) func() {
	return func() {
		for _, row := range rows {
			row.Free()
		}
	}
}
