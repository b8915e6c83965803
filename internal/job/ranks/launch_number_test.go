package ranks

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/job"
)

// The launches end after the first error. They also end if a signal arrives before the next launch, or if the
// limit is reached after the first launch.
func TestEndOfLaunches(t *testing.T) {
	failed := errors.New("failed")
	for name, c := range map[string]struct {
		launches Launches
		signal   os.Signal
		fails    int // the launch that fails
		want     []int
		err      string
	}{
		"all":       {launches: Launches{First: 1, Count: 3}, want: []int{1, 2, 3}},
		"goes on":   {launches: Launches{First: 3, Count: 4}, want: []int{3, 4}},
		"none left": {launches: Launches{First: 5, Count: 4}},
		"failed":    {launches: Launches{First: 1, Count: 3}, fails: 2, want: []int{1, 2}, err: "failed"},
		"signal":    {launches: Launches{First: 1, Count: 3}, signal: syscall.SIGTERM, err: "terminated"},
		"short limit": {launches: Launches{First: 2, Count: 4, Limit: 1}, want: []int{2},
			err: "--limit 1ns leaves no time for another launch after launch 2 of 4"},
	} {
		signals := make(chan os.Signal, 1)
		if c.signal != nil {
			signals <- c.signal
		}
		var got []int
		err := c.launches.Run(signals, func(at Launch) error {
			got = append(got, at.Number)
			assert.Equal(t, c.launches.Limit > 0, at.Left > 0, name)
			if at.Number == c.fails {
				return failed
			}
			return nil
		})
		assert.Equal(t, c.want, got, name)
		if c.err == "" {
			assert.NoError(t, err, name)
		} else {
			assert.EqualError(t, err, c.err, name)
		}
		assert.Equal(t, c.signal != nil, errors.As(err, new(job.End)), name)
	}
}

// With Whole, a launch that would exceed the limit does not begin.
func TestWholeLaunches(t *testing.T) {
	starts := 0
	err := Launches{First: 1, Count: 3, Limit: time.Second, Whole: true}.Run(nil, func(Launch) error {
		starts++
		time.Sleep(600 * time.Millisecond)
		return nil
	})
	assert.EqualError(t, err, "--limit 1s leaves no time for another launch after launch 1 of 3")
	assert.Equal(t, 1, starts)
}
