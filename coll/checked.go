package coll

import (
	"fmt"
	"hash/fnv"
	"reflect"

	"topocoll/catalog"
	"topocoll/comm"
)

// functionNames has the function of this package for each operation.
var functionNames = [operations]string{
	bcast: "Bcast", reduce: "Reduce", allgather: "Allgather", reduceScatter: "ReduceScatter", allreduce: "Allreduce", scan: "Scan", exscan: "Exscan",
	scatter: "Scatter", gather: "Gather", alltoall: "Alltoall", shift: "Shift", barrier: "Barrier",
}

// describe returns the description of a call that ranks compare.
func (w *World[T]) describe(op operation, words int, a *catalog.Args[T]) comm.Call {
	call := comm.Call{Name: "coll: " + functionNames[op], Type: reflect.TypeFor[T]().Kind().String(), Length: words, Distance: a.Shift}
	switch op {
	case bcast, reduce, scatter, gather:
		call.Root = a.Root
	}
	if op.collective().Reduces() {
		call.Op = a.Op.Name
	}
	if a.Counts != nil {
		call.Name += "v"
		call.Counts = digest(a.Counts)
	}
	return call
}

// digest returns a short text that is the same for equal counts.
func digest(counts *catalog.Counts) string {
	words, hash := 0, fnv.New64a()
	for _, blocks := range counts.All() {
		for i := range blocks.Count() {
			words += blocks.Len(i)
			fmt.Fprintln(hash, blocks.Len(i))
		}
	}
	return fmt.Sprintf("%d words with hash %x", words, hash.Sum64())
}
