package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
)

// A control finds the rule for a call where the file does, and it names nothing.
func TestControlOfClassic(t *testing.T) {
	const seed = 7
	obeyed := 0
	for i := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, i))
		f := rules.File{Name: "openmpi-rules.conf", Text: randomRules(random)}
		if _, err := rules.Obey([]rules.File{f}, open5, nil); err != nil {
			continue
		}
		obeyed++
		text, err := rules.Control(f, open5, nil)
		require.NoError(t, err)
		read, control := rules.ReadClassic(f.Text, open5), rules.ReadClassic(text, open5)
		for range 50 {
			op, ranks, size := catalog.Collectives()[random.IntN(11)], 2+random.IntN(6), random.Uint64N(400)
			want, found := read.Choose(string(op), ranks, size)
			got, same := control.Choose(string(op), ranks, size)
			assert.Equal(t, found, same, "seed %d.%d: %s of %d bytes on %d ranks", seed, i, op, size, ranks)
			assert.Equal(t, rules.Rule{Line: got.Line, Size: want.Size}, got, "seed %d.%d: %s of %d bytes on %d ranks", seed, i, op, size, ranks)
		}
	}
	assert.Greater(t, obeyed, 50)
}

// What tune writes has a control of the same kind, in which no call has an algorithm.
func TestControlOfWhatIsWritten(t *testing.T) {
	choice := spreadOver(4, eight(catalog.Bcast, 1024, 0, "native:chain", ""))
	table := of(spreadOver(4, eight(catalog.Bcast, 0, 1023, "native", "")), choice)
	for _, v := range []rules.Version{open4, open5, open6} {
		files, err := rules.Files(table, v, nil)
		require.NoError(t, err)
		controls := slices.Clone(files)
		for i := range controls {
			controls[i].Text, err = rules.Control(files[i], v, nil)
			require.NoError(t, err)
			kind := rules.KindOf(controls[i].Text)
			assert.Equal(t, rules.KindOf(files[i].Text).Name, kind.Name)
			report := kind.Lint(controls[i].Text, v)
			assert.Zero(t, report.Wrong(), "%v: %s\n%s", v, report.Text(), controls[i].Text)
		}
		with, err := rules.Obey(files, v, nil)
		require.NoError(t, err)
		without, err := rules.Obey(controls, v, nil)
		require.NoError(t, err)
		for _, block := range []int{8, 1024, 1 << 20} {
			named, _ := with.Takes(catalog.Bcast, choice.Job, block)
			assert.Equal(t, block >= 1024, named != "", "%v, %d bytes", v, block)
			nothing, _ := without.Takes(catalog.Bcast, choice.Job, block)
			assert.Empty(t, nothing, "%v, %d bytes", v, block)
		}
	}
	text, err := rules.Control(rules.File{Name: "mpich-selection.json", Text: []byte(ownSelection)}, mpich42, []byte(ownSelection))
	assert.NoError(t, err)
	assert.Equal(t, ownSelection, string(text), "MPICH's own")
	text, err = rules.Control(rules.File{Name: "mpich.env", Text: []byte("MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\n")}, mpich42, nil)
	assert.NoError(t, err)
	assert.Nil(t, text)
}
