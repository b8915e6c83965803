package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// The columns contain the same data as the messages.
func TestColumns(t *testing.T) {
	everyRow(t, []int{1, 6, 8}, "", func(t *testing.T, _ catalog.Row[emptyWord], s *Scene) {
		c, next := s.Columns, 0
		for i, m := range s.Messages {
			is := Message{From: c.From[i], To: c.To[i], Words: c.Words[i], Round: c.Round[i],
				Start: c.Times[c.Start[i]], End: c.Times[c.End[i]], Data: c.Data[i], Blocks: c.Blocks[i]}
			is.Ways = c.Routes[c.Route[i]]
			for range m.Taken {
				is.Taken, is.Left = append(is.Taken, c.Times[c.Taken[next]]),
					append(is.Left, c.Times[c.Left[next]])
				next++
			}
			assert.Equal(t, m, is)
		}
		assert.Len(t, c.Taken, next)
	})
}

// If the messages of a run contain eight million words in all, the words get no names, because the page
// would take many seconds. Words in smaller runs have names.
func TestWithoutNames(t *testing.T) {
	said := 0
	v, err := ReadView(map[string]string{"row": "ring/alltoall", "p": "256"})
	assert.NoError(t, err)
	s, err := Run(v, func(string) { said++ })
	assert.NoError(t, err)
	assert.Len(t, s.Messages, 256*255)
	assert.Nil(t, s.Columns.Data)
	assert.Nil(t, s.Held)
	assert.Equal(t, *s.Formula.Time, s.Time)
	assert.Contains(t, s.Head[0], "ring/alltoall: ")
	assert.Positive(t, said)
	assert.NotNil(t, scene(t, map[string]string{"row": "ring/alltoall", "p": "64"}).Columns.Data)
}
