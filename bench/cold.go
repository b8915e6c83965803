package bench

import "topocoll/internal/host"

// coldBytes returns how much memory the calls of one rank go through before they reuse an address, so that no cache
// still holds its words. Half of it is for input words and half for results. Each half is at least four times the
// second-level cache, and at least twice the rank's share of all last-level caches. The share is limited to the largest
// of these, because a rank cannot fill more than one.
func coldBytes(c host.Caches, ranks int) int {
	return 2 * max(min(2*c.All/ranks, 2*c.Last), 4*c.Private)
}
