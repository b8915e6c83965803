//go:build cgo

package cli

import "testing"

// A flag without an effect is rejected with one line, before a rank starts.
func TestIdleFlags(t *testing.T) {
	refuses(t, "", map[string]string{
		"verify -n 2 --algo ring --dims 1x2":             "--dims applies only to mesh algorithms, not to ring/",
		"verify -n 2 --algo mesh --dims 1x2 --logical 4": "--dims 1x2 cannot be used with --logical 4",
		"verify -n 0":                     "-n 0, want 1 or more",
		"explain hcube/bcast --segment 3": "--segment cannot be used with hcube/bcast; use a pipelined algorithm",
	})
}
