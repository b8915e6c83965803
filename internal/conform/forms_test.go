package conform

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
)

// A form is a row of the catalog, called without counts or with counts.
type form struct {
	catalog.Info
	blocks bool // with counts
	run    func(c *comm.Comm[string], a catalog.Args[string], blocks comm.Blocks) error
}

// procedures returns both forms of all rows. An all-to-all has a separate procedure for calls with counts, as
// in ring/alltoallv-linear.
func procedures() (list []form) {
	for _, row := range catalog.Rows[string]() {
		list = append(list,
			form{Info: row.Info,
				run: func(c *comm.Comm[string], a catalog.Args[string],
					_ comm.Blocks) error {
					return row.Run(c, a)
				}})
		if row.Vector {
			info := row.Info
			info.ID = strings.Replace(row.ID, "alltoall", "alltoallv", 1)
			list = append(list,
				form{info, true,
					func(c *comm.Comm[string], a catalog.Args[string], blocks comm.Blocks) error {
						// every node of an all-to-all has the same blocks
						a.Counts = catalog.CountsOf(slices.Repeat([]comm.Blocks{blocks}, c.Size())...)
						return row.Run(c, a)
					}})
		}
	}
	return list
}

// Every algorithm that accepts blocks of different lengths gives the right result for every count
// distribution, as a procedure and as plans. One of 17 cases also runs with improved plans.
func TestSkewedBlocks(t *testing.T) { testSkewedBlocks(t, 1, 2, 3, 5, 6, 8) }

// TestSystemSkewedBlocks is TestSkewedBlocks for other numbers of nodes.
func TestSystemSkewedBlocks(t *testing.T) { testSkewedBlocks(t, 4, 7, 9) }

func testSkewedBlocks(t *testing.T, sizes ...int) {
	for _, row := range catalog.Rows[string]() {
		if !row.Vector {
			continue
		}
		checkSizes(t, row.ID, takenSizes(row.Info, sizes), func(t *testing.T, p int) {
			cases := vectorCases(row.Info, p)
			all := exams(row.Info, Strings(), cases)
			assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
				return checkAll(row, comm.New(port), all)
			}))
			checkPlans(t, row.Info, cases)
			improves(t, row.Info, cases)
		})
	}
}

// An algorithm that does not accept counts rejects them. An algorithm that accepts counts rejects a number of
// blocks other than p.
func TestRefusesCounts(t *testing.T) {
	c := comm.New[string](&silent[string]{size: 4})
	for _, row := range catalog.Rows[string]() {
		err := row.Run(c,
			catalog.Args[string]{Op: comm.Concat(),
				Counts: catalog.CountsOf(comm.CountBlocks([]int{1, 2, 3}))})
		assert.ErrorIs(t, err, comm.ErrArgument, row.ID)
		if !row.Vector {
			assert.EqualError(t, err, "catalog: "+row.ID+": the algorithm does not accept counts; call it "+
				"without counts")
		}
	}
}
