package catalog

import (
	"reflect"
	"slices"
	"sync"
)

// A table holds the rows of one topology by operation. A row pairs the description of an algorithm with a
// call of its procedure.
type table[T any] map[Collective][]Row[T]

// Topologies lists the topologies, which are the first parts of the ids.
func Topologies() []string {
	return []string{"ring", "mesh", "hcube", "circulant", "tree", "butterfly", "network"}
}

// Rows lists all algorithms, ordered by operation.
func Rows[T any]() []Row[T] { return slices.Clone(rows[T]()) }

// made caches the rows for each type of words, because making them takes as long as many calls of a
// collective.
var made sync.Map

// rows returns the same as Rows, but without a copy.
func rows[T any]() []Row[T] {
	key := reflect.TypeFor[T]()
	if known, ok := made.Load(key); ok {
		return known.([]Row[T])
	}
	known, _ := made.LoadOrStore(key, makeRows[T]())
	return known.([]Row[T])
}

func makeRows[T any]() []Row[T] {
	tables := []table[T]{ringRows[T](), meshRows[T](), hcubeRows[T](), circulantRows[T](), treeRows[T](),
		butterflyRows[T](), networkRows[T]()}
	vectors := Vectors[T]()
	var rows []Row[T]
	for _, coll := range Collectives() {
		for _, of := range tables {
			for _, row := range of[coll] {
				row.Op = coll
				row = row.withVector(vectors[row.ID])
				if row.Radix > 0 {
					row = row.withRadix(row.Radix)
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}
