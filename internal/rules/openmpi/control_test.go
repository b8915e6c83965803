package openmpi_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/openmpi"
)

// A control file has a rule for every call for which the original file has a rule. The rules of the control
// file name no algorithm.
func TestControlOfClassic(t *testing.T) {
	const seed = 7
	selected := 0
	for i := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, i))
		f := rules.File{Name: "openmpi-rules.conf", Text: randomRules(random)}
		if _, err := libraries.Read([]rules.File{f}, open5, nil); err != nil {
			continue
		}
		selected++
		text, err := openmpi.Library{}.Control(f, open5)
		require.NoError(t, err)
		read, control := openmpi.ReadClassic(f.Text, open5), openmpi.ReadClassic(text, open5)
		for range 50 {
			op, ranks, size := catalog.Collectives()[random.IntN(11)], 2+random.IntN(6), random.Uint64N(400)
			want, found := read.Choose(string(op), ranks, size)
			got, same := control.Choose(string(op), ranks, size)
			assert.Equal(t, found, same, "seed %d.%d: %s of %d bytes on %d ranks", seed, i, op, size, ranks)
			assert.Equal(t, openmpi.Rule{Line: got.Line, Size: want.Size}, got,
				"seed %d.%d: %s of %d bytes on %d ranks", seed, i, op, size, ranks)
		}
	}
	assert.Greater(t, selected, 50)
}
