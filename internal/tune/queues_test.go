package tune

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/profile"
	"topocoll/tuned"
)

// Every job gets a share of the time in proportion to its number of cases. Only the given sizes are
// measured, in descending order of their time in the program.
func TestQueues(t *testing.T) {
	two := tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}
	target := func(op catalog.Collective, job tuned.Job, bytes int) profile.Target {
		return profile.Target{Op: op, Job: job, Bytes: bytes}
	}
	a := Queues{Limit: 4 * time.Minute, Points: []Point{point(1<<20, nil)}}
	targets := []profile.Target{target(catalog.Bcast, four, 4096), target(catalog.Barrier, two, 0),
		target(catalog.Allreduce, four, 8), target(catalog.Bcast, four, 1<<20), target(catalog.Bcast, four, 8)}
	for _, q := range QueuesFor(targets) {
		a.Append(q)
	}
	assert.Equal(t, 4, a.CountMissing(), "one case has been measured")
	now := a.Began
	var asked []results.Case
	for _, c := range []struct {
		limit time.Duration
		sizes []int
		cases int
	}{{48 * time.Second * 4, []int{8, 4096, 1 << 20}, 3}, {4 * time.Minute, []int{8}, 1}} {
		a.Begin(now)
		q := a.Current()
		assert.Equal(t, c.limit, q.Limit)
		assert.Equal(t, c.sizes, q.Sizes())
		for next, _, more := q.Next(now); more; next, _, more = q.Next(now) {
			asked = append(asked, next)
			p := point(next.Bytes, ratios{"hcube/bcast": 1 / float64(1+next.Bytes)})
			p.Op, p.Job = next.Op, q.Job
			a.Add(p)
		}
	}
	assert.Equal(t, []results.Case{{Op: catalog.Bcast, P: 4, Bytes: 4096},
		{Op: catalog.Allreduce, P: 4, Bytes: 8}, {Op: catalog.Bcast, P: 4, Bytes: 8},
		{Op: catalog.Barrier, P: 2}}, asked)
	assert.Zero(t, a.CountMissing())
	assert.Equal(t, 4, a.CountAsked())
	require.Len(t, a.Points, 5)
}

// If a case has nine times the weight of another case, it gets 70 % of the time for both.
func TestShareByWeight(t *testing.T) {
	q := QueuesFor([]profile.Target{{Op: catalog.Bcast, Job: four, Bytes: 8, From: 3, To: 9, Seconds: 9},
		{Op: catalog.Bcast, Job: four, Bytes: 64, Seconds: 1}})[0]
	q.Limit = 100 * time.Second
	_, limit, more := q.Next(q.Began)
	require.True(t, more)
	assert.Equal(t, 42*time.Second, limit.Round(time.Second))
}

// Whether a long call fits into the limit depends on the time of the call in the program, not on the times of
// shorter calls.
func TestTimeOfAProgramsCalls(t *testing.T) {
	for seconds, fits := range map[float64]bool{1: true, 1000: false} {
		q := QueuesFor([]profile.Target{
			{Op: catalog.Bcast, Job: four, Bytes: 1 << 20, Seconds: seconds, Calls: 10}})[0]
		slow := point(8, nil)
		slow.Entries[0].Median = 1e9
		q.Limit, q.Points = time.Minute, []Point{slow}
		_, _, more := q.Next(q.Began)
		assert.Equal(t, fits, more, "%v s", seconds)
	}
}

// A job has a root if all its calls have the same root.
func TestCommonRoot(t *testing.T) {
	one, two := 1, 2
	for _, c := range []struct {
		roots []int
		want  *int
	}{{[]int{1, 1}, &one}, {[]int{2}, &two}, {[]int{1, 2}, nil}, {[]int{1, -1}, nil}, {nil, nil}} {
		targets := []profile.Target{{Op: catalog.Allreduce, Job: four, Root: -1}}
		for _, root := range c.roots {
			targets = append(targets, profile.Target{Op: catalog.Gather, Job: four, Root: root})
		}
		targets = append(targets, profile.Target{Op: catalog.Bcast, Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}})
		assert.Equal(t, c.want, QueuesFor(targets)[0].Root)
	}
}

func TestRanks(t *testing.T) {
	for _, c := range []struct {
		hosts string // the host of each rank
		job   tuned.Job
		want  []int
	}{
		{"aaaa", tuned.Job{Ranks: 3, Hosts: 1, Slots: 3}, []int{0, 1, 2}},
		{"abcd", tuned.Job{Ranks: 2, Hosts: 2, Slots: 1}, []int{0, 1}},
		{"abab", tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, []int{0, 2}},
		{"abbcc", tuned.Job{Ranks: 4, Hosts: 3, Slots: 2}, []int{0, 1, 2, 3}},
		{"abbcc", tuned.Job{Ranks: 5, Hosts: 3, Slots: 2}, []int{0, 1, 2, 3, 4}},
		{"abccc", tuned.Job{Ranks: 4, Hosts: 2, Slots: 3}, []int{0, 2, 3, 4}},
		{"abbb", tuned.Job{Ranks: 3, Hosts: 1, Slots: 3}, nil}, // these ranks are not on the host of rank 0
		{"abcd", tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, nil},
		{"aabb", tuned.Job{Ranks: 3, Hosts: 3, Slots: 1}, nil},
		{"aabb", tuned.Job{Ranks: 5, Hosts: 2, Slots: 3}, nil},
		{"aabb", tuned.Job{Ranks: 2, Hosts: 2, Slots: 2}, nil},
	} {
		assert.Equal(t, c.want, Ranks(strings.Split(c.hosts, ""), c.job), "%s %v", c.hosts, c.job)
	}
}
