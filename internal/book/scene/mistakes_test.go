package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/errata"
)

// On the page too, every listing gives a wrong result as printed, and the right result as corrected.
func TestMistakes(t *testing.T) {
	all := Mistakes()
	require.Len(t, all, len(errata.Listings()))
	for _, m := range all {
		assert.True(t, m.Wrong.Error != "" || !assert.ObjectsAreEqual(m.Wrong.Want, m.Wrong.Got), m.Title)
		assert.Empty(t, m.Right.Error, m.Title)
		assert.Equal(t, m.Right.Want, m.Right.Got, m.Title)
	}
	assert.Equal(t, []bool{false, false, false, true},
		[]bool{all[0].Misprint, all[1].Misprint, all[2].Misprint, all[3].Misprint})
	assert.Equal(t,
		"deadlock at t=0: node 0 sends 1 word to node 1; node 1 sends 1 word to node 2; "+
			"node 2 sends 1 word to node 3; node 3 sends 1 word to node 0", all[0].Wrong.Error)
}
