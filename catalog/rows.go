package catalog

import (
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"topocoll/topo"
)

// A table holds the algorithms of one topology, keyed by operation. A row consists of the description of an
// algorithm and a function that calls it.
type table[T any] map[Collective][]Row[T]

// Topologies lists the topologies, which are the first parts of row ids.
func Topologies() []string {
	return []string{"ring", "mesh", "hcube", "circulant", "tree", "butterfly", "network"}
}

// Rows lists all algorithms, ordered by operation.
func Rows[T any]() []Row[T] { return slices.Clone(rows[T]()) }

// ByteRows returns Rows[byte](). Package catalog compiles the algorithms for words of one byte, while each
// package that calls Rows or Find compiles all algorithms again. Use ByteRows if the word type does not
// matter, for example to record plans.
//
//go:noinline
func ByteRows() []Row[byte] { return Rows[byte]() }

// rowCache holds the rows for each word type, because building the rows takes as long as many collective
// calls.
var rowCache sync.Map

// rows returns the cached list of all rows, which callers must not modify.
func rows[T any]() []Row[T] {
	key := reflect.TypeFor[T]()
	if cached, ok := rowCache.Load(key); ok {
		return cached.([]Row[T])
	}
	cached, _ := rowCache.LoadOrStore(key, makeRows[T]())
	return cached.([]Row[T])
}

func makeRows[T any]() []Row[T] {
	tables := []table[T]{ringRows[T](), meshRows[T](), hcubeRows[T](), circulantRows[T](), treeRows[T](),
		butterflyRows[T](), networkRows[T]()}
	var rows []Row[T]
	for _, coll := range Collectives() {
		for _, rowsByOp := range tables {
			for _, row := range rowsByOp[coll] {
				row.Op = coll
				if !row.Vector {
					row = row.refusesCounts()
				}
				if row.Radix > 0 || row.Between != "" {
					row = withParameters(row, row.WithRadix(row.Radix))
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// Named returns a function that reports whether an id matches the given name. A name is an id, a prefix of an
// id such as hcube or hcube/b, or a pattern such as */bcast*.
func Named(ids []string, name string) func(id string) bool {
	begins := func(id string) bool { return name != "" && strings.HasPrefix(id, name) }
	switch {
	case slices.Contains(ids, name):
		return func(id string) bool { return id == name }
	case slices.ContainsFunc(ids, begins):
		return begins
	}
	return func(id string) bool {
		matches, err := path.Match(name, id)
		return matches && err == nil
	}
}

// Deterministic returns the algorithms that combine the operands of p ranks in an order that does not depend
// on the length, the root or the labels. coll.Deterministic describes this order. For an operation without an
// operator, the result is nil.
func Deterministic(op Collective, p int) []string {
	switch op {
	case Reduce:
		return []string{"hcube/reduce"}
	case Allreduce:
		if foldsInOrder(p) {
			return []string{"hcube/allreduce", "hcube/allreduce-reduce-bcast"}
		}
		return []string{"hcube/allreduce-reduce-bcast"}
	case ReduceScatter:
		return []string{"hcube/reducescatter"}
	case Scan:
		return []string{"hcube/scan"}
	case Exscan:
		return []string{"hcube/exscan"}
	}
	return nil
}

// foldsInOrder reports whether folding p nodes into the next smaller hypercube keeps the order of the tree
// that Deterministic uses. Folding combines the first nodes in pairs. The other nodes must then form complete
// subtrees of the tree. They do so if p is 2^i or 2^i - 2^j.
func foldsInOrder(p int) bool { return topo.IsPowerOfTwo(p) || topo.IsPowerOfTwo(p+p&-p) }
