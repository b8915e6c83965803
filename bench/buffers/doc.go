// Package buffers provides the buffers of timed calls. The calls either cycle through many addresses, so that
// no cache holds their data (cold), or always use the same addresses (warm).
package buffers

import (
	"topocoll/internal/host"
)

// ColdBytes returns how many bytes the calls of one rank must touch before they reuse an address, so that no
// cache still holds the data at that address. Half of the bytes are for input and half for results. Each half
// is at least four times the second-level cache, and at least twice the rank's share of all last-level
// caches. The share is limited to the size of the largest last-level cache, because a rank cannot fill more
// than one of these caches.
func ColdBytes(c host.Caches, ranks int) int {
	return 2 * max(min(2*c.All/ranks, 2*c.Last), 4*c.Private)
}
