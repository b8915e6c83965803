package cli

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// cutOff leaves the files of a run that was killed after two cells, one a fifth faster than native.
func cutOff(t *testing.T) (dir string) {
	dir = t.TempDir()
	cutOffIn(t, dir)
	return dir
}

func cutOffIn(t *testing.T, dir string) {
	file, err := results.Create(dir, &results.Result{Env: results.Env{Invocation: results.Invocation{P: 2}}})
	require.NoError(t, err)
	native := results.Cell{Subject: results.Subject{Op: "bcast", Algo: results.Native, P: 2, Bytes: 8}}
	ours := results.Cell{Subject: results.Subject{Op: "bcast", Algo: "hcube/bcast", P: 2, Bytes: 8}}
	random := rand.New(rand.NewPCG(1, 3))
	for range 64 {
		native.Samples, ours.Samples = append(native.Samples, 1000+random.Int64N(7)),
			append(ours.Samples, 800+random.Int64N(5))
	}
	native.Summarise(native.Samples)
	ours.Summarise(native.Samples)
	require.NoError(t, file.Append([]results.Cell{native, ours}))
}

// completeIn leaves the same two cells as all that there was to measure.
func completeIn(t *testing.T, dir string) {
	cutOffIn(t, dir)
	r := loadedIn(t, dir)
	r.Status = "complete"
	require.NoError(t, results.Write(dir, r))
}

func loadedIn(t *testing.T, dir string) *results.Result {
	r, err := results.Load(filepath.Join(dir, results.JSONName))
	require.NoError(t, err)
	return r
}

func read(t *testing.T, dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}
