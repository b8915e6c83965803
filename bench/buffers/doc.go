// Package buffers provides the buffers of timed calls. The calls either cycle through many addresses, so that
// no cache holds their data (cold), or always use the same addresses (warm).
package buffers

import (
	"topocoll/internal/host"
)

// ColdBytes returns how many bytes the calls of one rank must touch so that no cache holds an address when it
// is reused. Half of these bytes are for input and half for results. Each half is at least four times the
// second-level cache, and twice the rank's share of all last-level caches. The share is at most the largest
// last-level cache, because a rank cannot fill more than one of them.
func ColdBytes(c host.Caches, ranks int) int {
	return 2 * max(min(2*c.All/ranks, 2*c.Last), 4*c.Private)
}
