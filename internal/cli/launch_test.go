//go:build cgo

package cli

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job/ranks"
)

// Every command that starts ranks rejects more ranks per core than the limit, before a rank starts.
// --ranks-per-core sets the limit.
func TestRanksPerCore(t *testing.T) {
	cores := host.Cores()
	for _, command := range []string{"bench", "verify", "tune", "doctor", "probe", "run"} {
		for flag, says := range map[string]string{
			"1": fmt.Sprintf("-n %d with %d cores, want at most %d ranks: with 2 ranks per core", cores+1,
				cores, cores), "0": "--ranks-per-core 0, want 1 to 65536",
		} {
			words := []string{command, "-n", strconv.Itoa(cores + 1), "--ranks-per-core", flag}
			if command == "run" {
				words = append(words, "--", "true")
			}
			refusesWith(t, exit.BadInput, says, words...)
		}
	}
	refusesWith(t, exit.BadInput, "with 65 ranks per core", "bench", "-n", strconv.Itoa(64*cores+1))
	lifted, err := ranks.MustStart(64*host.Cores()+1, option.RanksPerCoreFlag{RanksPerCore: 65}.Allows)
	assert.True(t, lifted)
	assert.NoError(t, err)
	assert.ErrorContains(t, option.RanksPerCoreFlag{RanksPerCore: 64}.Allows(1000, 2), "500 ranks per core")
	assert.NoError(t, option.RanksPerCoreFlag{RanksPerCore: 64}.Allows(128, 2))
}
