package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
)

// Oracle agrees with the definition of every operation. Each case has the words of nodes 0 to 3 before the
// call and after it. The root is node 1, the shift is 1, and blocks have one word. conform.TestLocal checks
// that every algorithm agrees with Oracle.
func TestOracle(t *testing.T) {
	operations := []struct{ mpi, before, after string }{
		{"MPI_Bcast",
			"  | a |   |  ",
			"a | a | a | a"},
		{"MPI_Reduce",
			"a | b    | c | d",
			"  | abcd |   |  "},
		{"MPI_Allgather",
			"a       | b       | c       | d      ",
			"a b c d | a b c d | a b c d | a b c d"},
		{"MPI_Reduce_scatter_block",
			"a e i m | b f j n | c g k o | d h l p",
			"abcd    | efgh    | ijkl    | mnop   "},
		{"MPI_Allreduce",
			"a    | b    | c    | d   ",
			"abcd | abcd | abcd | abcd"},
		{"MPI_Scan",
			"a | b  | c   | d   ",
			"a | ab | abc | abcd"},
		{"MPI_Exscan",
			"a | b | c  | d  ",
			"  | a | ab | abc"},
		{"MPI_Scatter",
			"  | a b c d |   |  ",
			"a | b       | c | d"},
		{"MPI_Gather",
			"a | b       | c | d",
			"  | a b c d |   |  "},
		{"MPI_Alltoall", // the word from node i to node j shows whether i > j
			"0>0 0>1 0>2 0>3 | 1>0 1>1 1>2 1>3 | 2>0 2>1 2>2 2>3 | 3>0 3>1 3>2 3>3",
			"0>0 1>0 2>0 3>0 | 0>1 1>1 2>1 3>1 | 0>2 1>2 2>2 3>2 | 0>3 1>3 2>3 3>3"},
		{"MPI_Sendrecv", // a circular shift
			"a | b | c | d",
			"d | a | b | c"},
		{"MPI_Barrier",
			" | | | ",
			" | | | "},
	}
	nodes := func(line string) (words [][]string) {
		for node := range strings.SplitSeq(line, "|") {
			words = append(words, strings.Fields(node))
		}
		return words
	}
	for i, coll := range catalog.Collectives() {
		does := operations[i]
		assert.Equal(t, does.mpi, coll.MPI())
		before, after := nodes(does.before), nodes(does.after)
		assert.Equal(t, fmt.Sprint(after),
			fmt.Sprint(catalog.Oracle(coll, before, 1, nil, 1, 1, comm.Concat())), coll)
		for me := range before {
			assert.Len(t, before[me], coll.In(4, 1, me, 1), "In of %s", coll)
			if coll != catalog.Exscan || me > 0 { // the output of node 0 is undefined
				assert.Len(t, after[me], coll.Out(4, 1, me, 1), "Out of %s", coll)
			}
		}
	}
}
