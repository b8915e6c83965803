package tuned_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A choice that may not be the best counts if it saves more than 5 % of the time.
func TestConclusion(t *testing.T) {
	job := tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}
	end := func(bytes int) *int { return &bytes }
	table := tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{
		{Op: catalog.Bcast, Job: job, From: 0, To: end(1024), Algo: "hcube/bcast", Gain: 0.5, High: 0.6,
			Sure: true},
		{Op: catalog.Bcast, Job: job, From: 1025, To: end(12 << 10), Algo: tuned.Native, Gain: 1, High: 1,
			Sure: true},
		{Op: catalog.Bcast, Job: job, From: 12<<10 + 1, Algo: "ring/bcast", Gain: 0.98, High: 1.02,
			Sure: true},
		{Op: catalog.Barrier, Job: job, From: 0, Algo: "native:tree", Gain: 0.5, High: 0.7, Sure: true,
			Native: "native:tree", NativeGain: 0.5},
		{Op: catalog.Scan, Job: job, From: 0, Algo: "hcube/scan", Gain: 0.9, High: 0.97},
		{Op: catalog.Exscan, Job: job, From: 0, Algo: "hcube/exscan", Gain: 0.1, High: 0.2},
	}}
	assert.Equal(t,
		"Tune: yes, for bcast up to 1 KiB, barrier, exscan at all sizes. These calls take 71 % less "+
			"time (geometric mean) with topocoll run, and 21 % less with the library's own algorithms. "+
			"Leave all other calls to the library.", table.Conclusion())
	after, last := table.Choices[0], table.Choices[0]
	after.From, after.To, last.From, last.To = 1025, end(4<<10), 64<<10, nil
	table.Choices = []tuned.Choice{table.Choices[0], after, last}
	assert.Contains(t, table.Conclusion(), "for bcast up to 4 KiB and from 64 KiB. These calls")
	table.Choices = table.Choices[:1]
	assert.Equal(t, "Tune: yes, for bcast up to 1 KiB. These calls take 50 % less time (geometric mean) "+
		"with topocoll run; the library's own algorithms save no time. Leave all other calls to the "+
		"library.", table.Conclusion())
	table.Choices = []tuned.Choice{{Op: catalog.Barrier, Job: job, Algo: "native:tree", Gain: 0.5, High: 0.7,
		Sure: true, Native: "native:tree", NativeGain: 0.5}}
	assert.Equal(t, "Tune: yes, for barrier. These calls take 50 % less time (geometric mean). Leave all "+
		"other calls to the library.", table.Conclusion())
	table.Choices = []tuned.Choice{{Op: catalog.Barrier, Job: job, Algo: tuned.Native, Gain: 1, High: 1,
		Sure: true}}
	assert.Equal(t, "Tune: no. No contender is certainly faster than the library's default.",
		table.Conclusion())
}

// If there were more ranks than cores, the conclusion begins with a sentence about this.
func TestConclusionWithTooFewCores(t *testing.T) {
	four, eight := tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}, tuned.Job{Ranks: 8, Hosts: 2, Slots: 4}
	table := tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{
		{Op: catalog.Bcast, Job: four, Cores: 2, Algo: tuned.Native, Gain: 1, High: 1},
		{Op: catalog.Scan, Job: four, Cores: 2, Algo: tuned.Native, Gain: 1, High: 1},
	}}
	assert.Equal(t, "The table was measured with more ranks than cores (4 ranks on 2 cores), so it is valid "+
		"only for such runs. "+
		"Tune: no. No contender is certainly faster than the library's default.", table.Conclusion())
	table.Choices[1].Job = eight
	assert.Contains(t, table.Conclusion(),
		"(4 ranks on 2 cores; 8 ranks on 2 hosts, 2 cores per machine), so it is valid")
	table.Choices[1].Cores = -2
	assert.ErrorContains(t, table.Check(), "a negative number")
}

// If an operation was measured at one size only, the conclusion says so, because the choice applies to all
// sizes.
func TestConclusionFromOneSize(t *testing.T) {
	job := tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}
	table := tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{
		{Op: catalog.Bcast, Job: job, Algo: "hcube/bcast", Gain: 0.5, High: 0.6, Sizes: []int{1024}},
		{Op: catalog.Barrier, Job: job, Algo: "native:tree", Gain: 0.5, High: 0.6, Sizes: []int{0}},
	}}
	assert.Contains(t, table.Conclusion(),
		"Tune: yes, for bcast at all sizes (measured at 1 KiB only), barrier. These calls")
	assert.Equal(t, "1 KiB", table.Choices[0].Measured())
	assert.Empty(t, table.Choices[1].Measured(), "a barrier has no size")
	for bytes, want := range map[int]string{101887: "99 KiB", 101888: "100 KiB", 102400: "100 KiB",
		199<<19 - 1: "99 MiB", 199 << 19: "100 MiB"} {
		table.Choices[0].Sizes = []int{bytes}
		assert.Equal(t, want, table.Choices[0].Measured())
	}
	table.Choices[0].Sizes = []int{8, 64, 4 << 20}
	assert.Contains(t, table.Conclusion(), "for bcast at all sizes, barrier.")
	assert.Equal(t, "8 bytes to 4 MiB", table.Measured(catalog.Bcast, job))
}
