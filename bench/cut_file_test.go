//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/mpi/mpitest"
)

// The plans of a file made of a row are cut where the row is, by the same messages of a run.
func TestFileIsCutLikeItsRow(t *testing.T) {
	mpitest.Alone(t)
	times := map[string]func(bytes float64) float64{
		"linear": func(bytes float64) float64 { return 1000 + bytes },
		"eager": func(bytes float64) float64 {
			if bytes > 2048 {
				return 3 * (1000 + bytes)
			}
			return 1000 + bytes
		},
	}
	cuts := 0
	for _, row := range catalog.Rows[byte]() {
		for _, p := range []int{2, 3, 8} {
			if !row.Takes(p) {
				continue
			}
			for name, ns := range times {
				e := exchangesOf(timedBy(p, ns), p)
				call := recordingOf(t, row.ID, p, 1<<12)
				file, err := catalog.Plans(row, p, 1<<12, call.whole())
				require.NoError(t, err)
				for _, allPort := range []bool{false, true} {
					want, err := e.cut(call, 8, allPort)
					require.NoError(t, err)
					got, err := e.cutOf(file, 8, allPort)
					require.NoError(t, err)
					assert.Equal(t, want, got, "%s, p = %d, %s", row.ID, p, name)
					cuts += min(want, 1)
				}
			}
		}
	}
	assert.Greater(t, cuts, 50)
}
