// Package ranktest runs the bodies of tests on the goroutine that called mpi.Init.
package ranktest

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

var calls = make(chan func())

// Main runs the tests of m and returns their exit code. It runs the functions that the tests pass to Do on
// the goroutine of its caller.
func Main(m *testing.M) (code int) {
	go func() {
		code = m.Run()
		close(calls)
	}()
	for call := range calls {
		call()
	}
	return code
}

// Do runs `body` on the goroutine of Main and returns when `body` has returned.
func Do(body func()) {
	done := make(chan struct{})
	calls <- func() {
		defer close(done)
		body()
	}
	<-done
}

// A T wraps the testing.T of a test on one of Size ranks. If a failed require stopped only this rank, the
// other ranks would hang. FailNow therefore ends the job.
type T struct {
	*testing.T
	Rank, Size int
	Abort      func(code int) error
}

var _ require.TestingT = T{}

func (t T) Errorf(format string, args ...any) {
	t.T.Helper()
	t.T.Errorf("rank %d of %d: "+format, append([]any{t.Rank, t.Size}, args...)...)
}

func (t T) FailNow() {
	fmt.Fprintf(os.Stderr, "rank %d of %d: %s cannot continue\n", t.Rank, t.Size, t.Name())
	t.Abort(1)
}
