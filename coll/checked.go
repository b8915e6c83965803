package coll

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"

	"topocoll/catalog"
	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/internal/signature"
)

// Checked returns the option that compares every call across the ranks before the call begins, on any
// machine. It compares the operation, the element type, the operator, the root, the distance and the lengths.
// If they differ, all ranks return the same error, which names the ranks, and no message of the call is sent.
// The same happens if some ranks find an error in their own arguments. Calls of Sub and Split are compared
// too, so all ranks have to call Sub.
//
// All ranks must pass Checked, because the comparison exchanges messages. For mpi.Checked and
// TOPOCOLL_CHECKED=1, one rank is enough.
//
// Each call waits for all ranks, as do Start and Init. If a rank makes no call, the other ranks still hang.
// The ranks exchange signatures of their calls, encoded as words of the World's element type. This type must
// therefore be a string type, or have a positive size and no pointers. On a port of an mpi.Checked world,
// package mpi compares the calls, with or without this option.
func Checked() Option { return func(o *options) { o.checked = true } }

// isChecked reports whether w compares its calls across the ranks.
func (w *World[T]) isChecked() bool { return w.checker != nil || w.options.checked }

// compareCall returns the same error on all ranks if their calls differ, and otherwise returns `refusal`.
// This argument is the error that this rank has found in its own arguments, or nil.
func (w *World[T]) compareCall(call comm.Call, refusal error) error {
	if w.checker != nil {
		return w.checker.Agree(w.ranks, call, refusal)
	}
	mine := make([]byte, signature.Bytes)
	s := signature.Of(call, refusal)
	s.Encode(mine)
	every, err := w.allgatherBytes(mine)
	if err != nil {
		return err
	}
	all := make([]signature.Signature, len(every))
	for label := range all {
		all[label] = signature.Decode(every[label])
	}
	if mismatch := signature.Compare("coll", all, w.c.Ranks(), w.Label()); mismatch != nil {
		return mismatch
	}
	return refusal
}

// compareSubCall is like compareCall, for Sub. Only ranks of one sub-communicator must pass equal lists.
func (w *World[T]) compareSubCall(ranks []int, refusal error) error {
	hash := fnv.New64a()
	fmt.Fprint(hash, ranks)
	every, err := w.allgatherBytes(hash.Sum(nil))
	if err != nil {
		return err
	}
	for _, rank := range ranks {
		if refusal == nil && slices.Contains(ranks, w.Label()) &&
			!slices.Equal(every[rank], every[w.Label()]) {
			refusal = comm.Refuse("coll: Sub: label %d passed a list other than %v", rank, ranks)
		}
	}
	return w.compareCall(comm.Call{Name: "coll: Sub", Type: typeName[T](), Size: len(w.ranks)}, refusal)
}

// allgatherBytes is an all-gather of byte slices of equal length. It takes ceil(log2 p) steps.
func (w *World[T]) allgatherBytes(mine []byte) ([][]byte, error) {
	words := encodeBytes[T](mine)
	all := make([]T, w.Size()*len(words))
	err := circulant.Allgather(w.c, words, all)
	every := make([][]byte, w.Size())
	for label := range every {
		every[label] = decodeBytes(all[label*len(words):][:len(words)], len(mine))
	}
	return every, err
}

// describe returns the description of a call that compareCall compares. `procedure` is "Start", "Init" or,
// for a blocking call, "".
func (w *World[T]) describe(procedure string, op operation, words int, a *catalog.Args[T]) comm.Call {
	call := comm.Call{Name: "coll: " + functionNames[op], Type: typeName[T](), Length: words,
		Distance: a.Shift, Size: len(w.ranks)}
	switch op {
	case bcast, reduce, scatter, gather:
		call.Root = a.Root
	}
	if op.collective().Reduces() {
		call.Op = a.Op.Name
	}
	if procedure != "" {
		call.Name = "coll: " + procedure + " of " + functionNames[op]
	}
	if a.Counts != nil {
		call.Name += "v"
		call.Counts = digest(a.Counts)
	}
	return call
}

// typeName returns the name of T, followed by its size unless T is a predeclared boolean or numeric type.
func typeName[T any]() string {
	typ := reflect.TypeFor[T]()
	if typ.PkgPath() == "" && typ.Kind() <= reflect.Complex128 {
		return typ.String()
	}
	return fmt.Sprintf("%v of %d bytes", typ, typ.Size())
}

// digest identifies counts by their total and a checksum.
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
