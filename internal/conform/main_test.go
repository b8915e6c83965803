package conform

import (
	"os"
	"runtime/debug"
	"testing"
)

// The tests make many short-lived strings. With a quarter of the garbage collections, they take half the time
// and 200 MB.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
