package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// The row of every namesake has the namesake's operation, and no name of a library belongs to two rows.
func TestNamesakes(t *testing.T) {
	seen := map[[3]string]bool{}
	for _, n := range catalog.Namesakes() {
		row, found := catalog.Find[none](n.ID)
		assert.True(t, found, n.ID)
		assert.Equal(t, row.Op, n.Op(), n.ID)
		assert.Equal(t, n.ID, row.ID, "an id does not name the default radix of its row")
		key := [3]string{string(n.Op()), n.Library, n.Name}
		assert.False(t, seen[key], "%v", key)
		seen[key] = true
		assert.Equal(t, n.ID, catalog.SameAs(n.Op(), n.Name), "%s is the same algorithm in all libraries", n.Name)
	}
	assert.Empty(t, catalog.SameAs(catalog.Bcast, "linear"))
}
