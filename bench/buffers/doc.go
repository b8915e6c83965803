// Package buffers has the memory that calls cycle through, so that their words are in no cache, or always in
// the same state of the caches.
package buffers

import (
	"topocoll/internal/host"
)

// ColdBytes returns how much memory the calls of one rank must go through before they reuse an address, so
// that no cache still holds its words. Half of it is for input words and half for results. Each half is at
// least four times the second-level cache, and at least twice the rank's share of all last-level caches. The
// share is limited to the largest of these, because a rank cannot fill more than one.
func ColdBytes(c host.Caches, ranks int) int {
	return 2 * max(min(2*c.All/ranks, 2*c.Last), 4*c.Private)
}
