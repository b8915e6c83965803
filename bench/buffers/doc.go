// Package buffers provides the memory for the words of calls. Calls use either many addresses in turn, so
// that their words are in no cache (cold), or always the same addresses (warm).
package buffers

import (
	"topocoll/internal/host"
)

// ColdBytes returns how many bytes the calls of one rank must touch before they reuse an address, so that no
// cache still holds the words at that address. Half of the bytes are for input words and half for results.
// Each half is at least four times the second-level cache, and at least twice the rank's share of all
// last-level caches. The share is limited to the size of the largest last-level cache, because a rank cannot
// fill more than one of these caches.
func ColdBytes(c host.Caches, ranks int) int {
	return 2 * max(min(2*c.All/ranks, 2*c.Last), 4*c.Private)
}
