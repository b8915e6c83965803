package cluster_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// topocoll probe finds the network from measurements alone.
func TestSystemProbe(t *testing.T) {
	startsPrograms(t)
	for _, network := range []string{"ring:6", "fattree:2x4x1"} {
		t.Run(network, func(t *testing.T) {
			run, out := on(up(t, network+"@50mbit,slots=2"), binary, "probe")
			text := strings.Join(strings.Fields(printed(t, run, out)), " ")
			require.Contains(t, text, "hosts form "+network)
			assert.Regexp(t, `Use --network `+network+`@4[0-9]mbit,slots=2\.`, text)
		})
	}
}
