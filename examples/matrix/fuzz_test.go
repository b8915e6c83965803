package matrix

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every matrix that ReadMarket returns has rows times columns elements, and not more than the limit.
func FuzzReadMarket(f *testing.F) {
	const head = "%%MatrixMarket matrix coordinate real general\n"
	for _, text := range []string{"", head, head + "2 2 1\n1 2 3.5\n", head +
		"1 9223372036854775807 9223372036854775807\n", head + "0 1 1\n",
		"%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const most = 1000
		if m, err := ReadMarket(strings.NewReader(text), most); err == nil {
			assert.Len(t, m.Data, m.Rows*m.Cols)
			assert.LessOrEqual(t, len(m.Data), most)
		}
	})
}
