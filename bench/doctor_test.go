//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// The finding names the mechanism that copies a long message. Open MPI 4 and 5 use different variables for
// it. In both versions, a container may forbid the single copy.
func TestSingleCopy(t *testing.T) {
	for _, c := range []struct{ variable, value, level, text string }{
		{"btl_vader_single_copy_mechanism", "cma", Fine, "single copy: cma"},
		{"btl_vader_single_copy_mechanism", "none", Note, "single copy: none"},
		{"smsc", "", Fine, "single copy: chosen by smsc"},
		{"smsc", "xpmem", Fine, "single copy: smsc xpmem"},
		{"smsc", "^cma", Note, "single copy: none"},
		{"pml", "ob1", Fine, "single copy: unknown"},
	} {
		t.Run(c.variable+"="+c.value, func(t *testing.T) {
			f := singleCopyFinding(results.Env{Library: map[string]string{c.variable: c.value}})
			assert.Equal(t, c.text, f.Value)
			assert.Equal(t, c.level, f.Level)
		})
	}
}

// More ranks than cores make times meaningless, except on an emulated network, where bench measures the wait
// for cores.
func TestMoreRanksThanCores(t *testing.T) {
	few, many := results.Env{}, results.Env{CoreUse: results.CoreUse{Oversubscribed: true}}
	assert.Equal(t, Fine, coresFinding(few, false).Level)
	assert.Equal(t, Fine, coresFinding(few, true).Level)
	assert.Equal(t, Bad, coresFinding(many, false).Level)
	assert.Equal(t, Note, coresFinding(many, true).Level)
}
