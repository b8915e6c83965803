//go:build cgo

package ranks

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/cli/option"
	"topocoll/internal/job"
)

// Ranks that -n has started also have -n among their arguments. They accept it.
func TestTheRanksOfMinusN(t *testing.T) {
	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	t.Setenv(job.Variable, job.Context{Started: true}.String())
	start, err := MustStart(2, option.RanksPerCoreFlag{RanksPerCore: 64}.Allows)
	assert.NoError(t, err)
	assert.False(t, start)
}
