//go:build cgo

package doctor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench"
	"topocoll/internal/exit"
)

func TestFindingsBeginWithConclusion(t *testing.T) {
	fine := bench.Finding{Level: bench.Fine, What: "clock", Value: "the same for all ranks"}
	load := bench.Finding{Level: bench.Note, What: "load", Value: "2.00", Advice: "wait"}
	cores := bench.Finding{Level: bench.Bad, What: "cores", Value: "8 ranks", Advice: "use fewer ranks"}
	for _, test := range []struct {
		findings []bench.Finding
		want     string
		code     int
	}{
		{[]bench.Finding{fine}, "Measured times can be trusted here.", 0},
		{[]bench.Finding{fine, load},
			"Measured times can be trusted here, with reservations: load (see below).", 0},
		{[]bench.Finding{cores, fine, load}, "Measured times cannot be trusted here: cores (see below).",
			exit.Failed},
	} {
		var out strings.Builder
		err := writeFindings(&out, test.findings)
		first, rest, _ := strings.Cut(out.String(), "\n\n")
		assert.Equal(t, test.want, first)
		for _, f := range test.findings {
			assert.Contains(t, rest, f.Value)
			assert.Contains(t, rest, f.Advice)
		}
		if test.code == 0 {
			assert.NoError(t, err)
			continue
		}
		var failed exit.Error
		assert.ErrorAs(t, err, &failed)
		assert.Equal(t, test.code, failed.Code)
	}
}
