package tuned_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A table that Read accepts is written again as the same table, and has a choice for every size of its calls.
func FuzzRead(f *testing.F) {
	var good bytes.Buffer
	require.NoError(f, table().Write(&good))
	f.Add(good.Bytes())
	for _, text := range []string{"", "{}", `{"schema":3}`,
		`{"schema":3,"choices":[{"operation":"bcast","ranks":4,"hosts":1,"slots":4,"algorithm":"native:x",` +
			`"to":9223372036854775807}]}`,
		`{"schema":3,"choices":[{"operation":"bcast","ranks":9223372036854775807,"hosts":4,` +
			`"slots":9223372036854775807,"algorithm":"hcube/bcast"}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := tuned.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		require.NoError(t, read.Write(&written))
		again, err := tuned.Read(bytes.NewReader(written.Bytes()))
		require.NoError(t, err)
		assert.Equal(t, len(read.Choices), len(again.Choices))
		for _, c := range read.Choices {
			assert.NotEmpty(t, c.Range())
			for _, size := range []int{0, c.From, 1 << 62} {
				_, found := read.Choose(c.Op, c.Job, size)
				assert.True(t, found, size)
			}
		}
		_, found := read.Choose(catalog.Bcast, tuned.Job{}, 0)
		assert.False(t, found)
	})
}
