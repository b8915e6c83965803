package conform

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

// The tests create many short-lived strings. With a quarter of the garbage collections, they take half the
// time and 200 MB.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	code := m.Run()
	if n := leftOut.Load(); n > 0 {
		fmt.Printf("%d other subtests of the algorithms that failed did not run\n", n)
	}
	os.Exit(code)
}
