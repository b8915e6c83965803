package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/plan"
)

// passesTested lists combinations of passes that are on or off, and of segments of 1, 2, 3 and 20 words.
var passesTested = []plan.Passes{
	{Fuse: true}, {Segment: 1}, {Fuse: true, Segment: 2}, {Segment: 3}, {Fuse: true, Segment: 20},
}

// Every algorithm gives the right result when its plans are improved. If there are many cases, each pass is
// tested with one case in 17. Blocks are divided into fewer than 20 segments.
func TestImprovedPlans(t *testing.T) { testImprovedPlans(t, 3, 4, 6) }

// TestSystemImprovedPlans is TestImprovedPlans for other numbers of nodes.
func TestSystemImprovedPlans(t *testing.T) { testImprovedPlans(t, 2, 7, 8, 9) }

func testImprovedPlans(t *testing.T, sizes ...int) {
	for _, row := range catalog.Rows[string]() {
		checkSizes(t, row.ID, takenSizes(row.Info, sizes),
			func(t *testing.T, p int) { improves(t, row.Info, Cases(row.Info, p)) })
	}
}

// improves checks the improved plans of cases until the first failure.
func improves(t *testing.T, info catalog.Info, cases []Case) {
	turns := 1
	if len(cases) > 60 {
		turns = 17 // coprime to the number of roots, shifts and operators, so each pass gets all of them
	}
	for i, k := range cases {
		job, err := recorded(info.ID, k)
		assert.NoError(t, err)
		for n, with := range passesTested {
			few := with.Segment == 0 || k.M < 20*with.Segment
			if few && (i+n)%turns == 0 && !t.Failed() {
				checkJob(t, info, k, job.Improve(with))
			}
		}
	}
}
