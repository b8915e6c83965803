//go:build cgo

package bench

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// The catalog contains the library's names for algorithms of the catalog. This version of the library reports
// every one of these names, for the call or for the call with counts.
func TestNamesakesAreThere(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		here, err := rules.ParseVersion(mpi.LibraryVersion())
		require.NoError(t, err)
		has := map[catalog.Collective]map[string]bool{}
		for _, op := range catalog.Collectives() {
			has[op] = map[string]bool{}
			for _, counts := range []catalog.Distribution{"", "equal"} {
				if counts != "" && op.MPIVector() == "" {
					continue
				}
				list, err := contender.NewNativeAlgorithms(w, counts, nil).List(op)
				require.NoError(t, err)
				for _, a := range list {
					has[op][a.Name] = true
				}
			}
		}
		held := 0
		for _, n := range catalog.Namesakes() {
			from, before := versionOf(t, n, cmp.Or(n.From, "4.1")),
				versionOf(t, n, cmp.Or(n.Before, "1000.0"))
			if n.Library == here.Library && (n.From == "" || !older(here, from)) && older(here, before) {
				assert.True(t, has[n.Op()][n.Name], "%v has no %s %s, but %v", here, n.Op(), n.Name,
					has[n.Op()])
				held++
			}
		}
		assert.Greater(t, held, 15)
	})
}

func versionOf(t require.TestingT, n catalog.Namesake, text string) rules.Version {
	v, err := rules.ParseVersion(n.Library + " " + text)
	require.NoError(t, err)
	return v
}

func older(v, than rules.Version) bool {
	return cmp.Or(cmp.Compare(v.Major, than.Major), cmp.Compare(v.Minor, than.Minor),
		cmp.Compare(v.Patch, than.Patch)) < 0
}
