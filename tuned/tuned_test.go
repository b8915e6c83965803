package tuned_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/tuned"
)

var eight = tuned.Job{Ranks: 8, Hosts: 4, Slots: 2}

func to(bytes int) *int { return &bytes }

func table() *tuned.Table {
	return &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4", Choices: []tuned.Choice{
		{Op: catalog.Bcast, Job: eight, To: to(1023), Algo: "native", Gain: 1, Low: 1, High: 1,
			Sizes: []int{64},
			Sure:  true, Native: "native", NativeGain: 1},
		{Op: catalog.Bcast, Job: eight, From: 1024, Algo: "hcube/bcast", Segment: 4096, Gain: 0.7, Low: 0.6,
			High: 0.8, Sizes: []int{4096}},
		{Op: catalog.Barrier, Job: eight, Algo: "native:tree", Gain: 0.9, Low: 0.8, High: 1, Sizes: []int{0}},
	}}
}

func TestChoose(t *testing.T) {
	for bytes, want := range map[int]string{0: "native", 1023: "native", 1024: "hcube/bcast",
		1 << 30: "hcube/bcast"} {
		c, found := table().Choose(catalog.Bcast, eight, bytes)
		assert.True(t, found)
		assert.Equal(t, want, c.Algo, bytes)
	}
	_, found := table().Choose(catalog.Bcast, tuned.Job{Ranks: 8, Hosts: 8, Slots: 1}, 8)
	assert.False(t, found, "another job")
	_, found = table().Choose(catalog.Scan, eight, 8)
	assert.False(t, found, "another operation")
}

func TestReadsWhatItWrites(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, table().Write(&b))
	got, err := tuned.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, table(), got)
}

func TestBadFiles(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, table().Write(&b))
	_, err := tuned.Read(strings.NewReader(b.String() + "x"))
	assert.EqualError(t, err, "tuned: the file goes on after the table")
	_, err = tuned.Read(strings.NewReader(""))
	assert.EqualError(t, err, "tuned: the file is empty")
}

func TestBadTables(t *testing.T) {
	for want, spoil := range map[string]func(t *tuned.Table){
		"tuned: schema 9, want 3": func(t *tuned.Table) { t.Schema = 9 },
		`tuned: choice 1: operation "broadcast", want one of [bcast`: func(t *tuned.Table) {
			t.Choices[0].Op =
				"broadcast"
		},
		"tuned: choice 1: from 8, want 0": func(t *tuned.Table) {
			t.Choices[0].From =
				8
		},
		"tuned: choice 2: from 1000, want 1024": func(t *tuned.Table) {
			t.Choices[1].From =
				1000
		},
		"tuned: choice 2: to 10, want at least 1024": func(t *tuned.Table) {
			t.Choices[1].To =
				to(10)
		},
		"tuned: choice 2: from 1024, but the previous range has no upper end": func(t *tuned.Table) {
			t.Choices[0].To =
				nil
		},
		"tuned: bcast on 8 ranks: no choice covers 5000 bytes and more": func(t *tuned.Table) {
			t.Choices[1].To =
				to(4999)
		},
		"tuned: choice 3: 8 ranks on 2 hosts with at most 2 on each: no such job is possible": func(
			t *tuned.Table) {
			t.Choices[2].Hosts = 2
		},
		`tuned: choice 3: algorithm "native:", want an id that topocoll`: func(t *tuned.Table) {
			t.Choices[2].Algo =
				"native:"
		},
		"tuned: choice 2: algorithm hcube/scan is for scan, but the choice is for": func(t *tuned.Table) {
			t.Choices[1].Algo =
				"hcube/scan"
		},
		`tuned: choice 1: native "hcube/bcast", want native or`: func(t *tuned.Table) {
			t.Choices[0].Native =
				"hcube/bcast"
		},
		"tuned: choice 2: a negative number": func(t *tuned.Table) { t.Choices[1].Gain = -1 },
	} {
		spoilt := table()
		spoil(spoilt)
		assert.ErrorContains(t, spoilt.Check(), want)
	}
	_, err := tuned.Read(strings.NewReader(`{"schema":3,"choices":[],"winners":[]}`))
	assert.ErrorContains(t, err, `unknown field "winners"`)
}
