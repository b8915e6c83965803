package profile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/internal/profile"
	"topocoll/tuned"
)

// The targets are the calls that topocoll run can replace, in descending order of time. Similar sizes are
// one target. Calls without an exact size get one in the middle of their cell.
func TestTargets(t *testing.T) {
	four, two := tuned.Job{Ranks: 4, Hosts: 2, Slots: 2}, tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}
	root := 1
	cell := func(call string, job tuned.Job, from int64, seconds float64, sizes ...profile.Size) profile.Cell {
		return profile.Cell{Call: call, From: from,
			Communicator: profile.Communicator{Ranks: job.Ranks, Hosts: job.Hosts, Slots: job.Slots},
			To:           max(from, 2*from-1), Calls: 10, Seconds: seconds, Sizes: sizes}
	}
	bcast := cell("MPI_Bcast", two, 1024, 3, profile.Size{Bytes: 1024, Calls: 4, Seconds: 1})
	bcast.Root = &root
	inter := cell("MPI_Allreduce", four, 8, 9, profile.Size{Bytes: 8, Calls: 10, Seconds: 9})
	inter.Inter = true
	library := profile.Execution{Library: "Open MPI v4.1.4"}
	p := profile.Profile{Seconds: 100, Execution: library, Cells: []profile.Cell{
		cell("MPI_Allreduce", four, 64, 5, profile.Size{Bytes: 64, Calls: 2, Seconds: 2},
			profile.Size{Bytes: 72, Calls: 8, Seconds: 3}),
		bcast, inter,
		cell("MPI_Barrier", four, 0, 2, profile.Size{Calls: 10, Seconds: 2}),
		cell("MPI_Alltoallw", four, 64, 50, profile.Size{Bytes: 64, Calls: 10, Seconds: 50}),
		cell("MPI_Allgatherv", four, 8, 4, profile.Size{Bytes: 8, Calls: 10, Seconds: 4}),
		cell("MPI_Scan", four, 8, 0.4, profile.Size{Bytes: 8, Calls: 10, Seconds: 0.4}),
		cell("MPI_Scan", four, 16, 0.2, profile.Size{Bytes: 16, Calls: 10, Seconds: 0.2}),
		cell("MPI_Exscan", four, 8, 0.4, profile.Size{Bytes: 8, Calls: 10, Seconds: 0.4}),
		cell("MPI_Ireduce", four, 8, 0.1, profile.Size{Bytes: 8, Calls: 10, Seconds: 0.1}),
		cell("MPI_Iallgatherv", four, 8, 1, profile.Size{Bytes: 8, Calls: 10, Seconds: 1}),
		cell("MPI_Ialltoallv", four, 8, 1, profile.Size{Bytes: 8, Calls: 10, Seconds: 1}),
		cell("MPI_Allreduce_init", two, 2048, 0.1, profile.Size{Bytes: 2048, Calls: 10, Seconds: 0.1}),
		cell("MPI_Barrier_init", two, 0, 0.1, profile.Size{Calls: 10, Seconds: 0.1}),
		cell("MPI_Ibarrier", two, 0, 0.1, profile.Size{Calls: 10, Seconds: 0.1}),
		cell("MPI_Iallgather", two, 512, 0.1, profile.Size{Bytes: 512, Calls: 10, Seconds: 0.1}),
		cell("MPI_Alltoallv_init", four, 512, 0.1, profile.Size{Bytes: 512, Calls: 10, Seconds: 0.1}),
		cell("MPI_Gather", tuned.Job{Ranks: 1, Hosts: 1, Slots: 1}, 8, 9,
			profile.Size{Bytes: 8, Calls: 10, Seconds: 9}),
	}}
	want := []profile.Target{
		{Op: catalog.Allgather, Job: four, Bytes: 8, From: 8, To: 8, Seconds: 5, Calls: 20, Root: -1},
		{Op: catalog.Allreduce, Job: four, Bytes: 72, From: 64, To: 72, Seconds: 5, Calls: 10, Root: -1},
		{Op: catalog.Barrier, Job: four, Seconds: 2, Calls: 10, Root: -1},
		{Op: catalog.Bcast, Job: two, Bytes: 1440, From: 1440, To: 1440,
			Seconds: 2, Calls: 6, Root: 1},
		{Op: catalog.Bcast, Job: two, Bytes: 1024, From: 1024, To: 1024,
			Seconds: 1, Calls: 4, Root: 1},
		{Op: catalog.Reduce, Job: four, Bytes: 8, From: 8, To: 8,
			Seconds: 0.1, Calls: 10, Root: -1, Untimed: true},
		{Op: catalog.Alltoall, Job: four, Bytes: 512, From: 512, To: 512,
			Seconds: 0.1, Calls: 10, Root: -1, Untimed: true},
	}
	assert.Equal(t, want, p.Targets(),
		"the scans take 1 %% of the time, and the short calls with requests on one host are not replaced")
	p.Library = "MPICH 4.0.2"
	want = want[:5]
	want[0].Seconds, want[0].Calls = 4, 10 // without MPI_Iallgatherv
	want[0], want[1] = want[1], want[0]
	assert.Equal(t, want, p.Targets(), "MPICH executes all non-blocking calls")
}

// Calls that take at most 2 % of the time cannot make a program faster by more than 2 %.
func TestCanBecomeFaster(t *testing.T) {
	for _, c := range []struct {
		cells  string
		share  float64
		faster bool
	}{
		{"", 0, false},
		{cell("MPI_Allreduce", 2, 8, 15, 30, 0.03, oneSize), 0.015, false},
		{cell("MPI_Allreduce", 2, 8, 15, 30, 0.06, oneSize), 0.03, true},
		{cell("MPI_Alltoallw", 2, 8, 15, 30, 1, oneSize), 0, false},
		{cell("MPI_Iallreduce", 2, 8, 15, 30, 0.001, oneSize), 0, true},
	} {
		p := read(t, text(c.cells))
		assert.InDelta(t, c.share, p.ReplaceableShare(), 1e-9, c.cells)
		assert.Equal(t, c.faster, p.CanBecomeFaster(), c.cells)
	}
}
