package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A wrong procedure may combine words that no message has filled. The test must then fail instead of hanging.
func TestStringsCombinePoison(t *testing.T) {
	s := Strings().Counting
	for _, words := range [][2]string{{s.Poison, s.Poison}, {s.Word(0, 1), s.Poison},
		{s.Poison, s.Word(0, 1)}} {
		sum := make([]string, 1)
		s.Op.Apply(sum, words[:1], words[1:])
		assert.Contains(t, sum[0], s.Poison)
		assert.Len(t, sum[0], len(words[0])+len(words[1]))
	}
}
