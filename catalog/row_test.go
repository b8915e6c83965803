package catalog_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// An id is unique, and names the topology and the operation of its row: topology/operation[-method].
func TestIDs(t *testing.T) {
	ids := map[string]bool{}
	for _, row := range catalog.Rows[none]() {
		assert.Regexp(t,
			"^(ring|mesh|hcube|circulant|tree|butterfly|network)/"+regexp.QuoteMeta(string(row.Op))+
				"(-[a-z-]+)?$", row.ID)
		assert.False(t, ids[row.ID], row.ID)
		ids[row.ID] = true
	}
}

func TestProcesses(t *testing.T) {
	tests := []struct {
		accepts       catalog.Processes
		text          string
		has6, takes6  bool
		withOtherwise bool
	}{
		{catalog.AnyP, "any p", true, true, false},
		{catalog.MeshP, "p = product of the extents", true, true, true},
		{catalog.CubeOnly, "p = 2^d", false, false, true},
		{catalog.CubeFolds, "p = 2^d", false, true, true},
		{catalog.EvenOnly, "p even", true, true, true},
		{catalog.RadixFolds, "p = q·r^d", true, true, true},
	}
	for _, test := range tests {
		info := catalog.Info{Accepts: test.accepts}
		assert.Equal(t, test.text, info.Accepts.String())
		assert.Equal(t, test.withOtherwise, info.Accepts.Otherwise() != "", test.text)
		assert.Equal(t, []bool{test.has6, test.takes6}, []bool{info.Accepts.Has(6), info.Takes(6)}, test.text)
		assert.True(t, info.Accepts.Has(8) && info.Takes(8), test.text)
	}
}
