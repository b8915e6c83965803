package matrix

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadMarket(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []float64
	}{
		"coordinate": {"%%MatrixMarket matrix coordinate real general\n% a comment\n2 3 2\n1 2 1.5\n2 3 " +
			"-4e1\n", []float64{0, 1.5, 0, 0, 0, -40}},
		"symmetric": {"%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 7\n2 1 3\n",
			[]float64{7, 3, 3, 0}},
		"array": {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n\n3\n4\n",
			[]float64{1, 3, 2, 4}},
		"half array": {"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n", []float64{1, 2, 2, 3}},
	} {
		m, err := ReadMarket(strings.NewReader(c.text), 6)
		assert.NoError(t, err, name)
		assert.Equal(t, c.want, m.Data, name)
	}
}

func TestReadMarketRefuses(t *testing.T) {
	const header = "%%MatrixMarket matrix coordinate real general\n"
	for text, want := range map[string]string{
		"":        "the file is empty",
		"1 2 3\n": "line 1: ",
		"%%MatrixMarket matrix coordinate complex general\n1 1 1\n": "line 1: ",
		header: "line 2: the file ends before the line with the size of " +
			"the matrix",
		header + "2 2\n": "line 2: 2 numbers, want 3",
		header + "1000000000 1 1\n": "line 2: a matrix of 1000000000 x 1, want " +
			"extents of at least 1 and at most 1048576 elements",
		header + "4294967296 4294967296 1\n": "at most 1048576 elements",
		header + "9223372036854775808 1 1\n": `line 2: "9223372036854775808", want a whole number`,
		header + "-2 -2 1\n":                 `line 2: "-2", want a whole number`,
		header + "2 2 -1\n":                  `line 2: "-1", want a whole number`,
		header + "2 2 9223372036854775807\n1 1 1\n": "line 4: the file ends after 1 of " +
			"9223372036854775807 entries",
		header + "2 2 1\n0 1 1\n":                            "line 3: element (0, 1) is outside the 2 x 2",
		header + "2 2 1\n1 1\n":                              "line 3: 2 fields, want row, column and value",
		header + "2 2 1\n1 1 NaN\n":                          `line 3: "NaN", want a number`,
		header + "2 2 1\n1 1 -Inf\n":                         `line 3: "-Inf", want a number`,
		header + "2 2 1\n1 1 1e999\n":                        `line 3: "1e999", want a number`,
		header + "2 2 1\n" + strings.Repeat("1", 2<<20):      "line 3: bufio.Scanner: token too long",
		header + "2 2 1\n1 1 " + strings.Repeat("x", 1<<19):  `x", want a number`,
		header + "2 x 1\n":                                   `line 2: "x", want a whole number`,
		header + "0 2 0\n":                                   "line 2: a matrix of 0 x 2",
		header + "99999999 99999999 1\n":                     "line 2: a matrix of 99999999 x 99999999",
		header + "2 2 2\n1 1 1\n":                            "the file ends after 1 of 2 entries",
		header + "2 2 1\n3 1 1\n":                            "line 3: element (3, 1) is outside the 2 x 2",
		header + "2 2 1\n1 1 one\n":                          `line 3: "one", want a number`,
		header + "2 2 1\n1 1 1\n2 2 2\n":                     "line 4: \"2 2 2\" after the last entry",
		"%%MatrixMarket matrix array real symmetric\n2 3\n":  "2 x 3, but a symmetric matrix must be square",
		"%%MatrixMarket matrix array real general\n2 2\n1\n": "the file ends before element (2, 1)",
	} {
		_, err := ReadMarket(strings.NewReader(text), 1<<20)
		require.Error(t, err, "%.80q", text)
		assert.Contains(t, err.Error(), want, "%.80q", text)
		assert.Less(t, len(err.Error()), 200)
		assert.NotContains(t, err.Error(), "\n")
	}
}
