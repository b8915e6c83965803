package watchdog

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A rank that waits for the work of another rank asks that rank repeatedly. It finds no stall until the
// working rank is late.
func TestWorkIsWaitedFor(t *testing.T) {
	t.Parallel() // the test waits most of the time
	const patience = 200 * time.Millisecond
	watchdogs := newWatchdogs(t, 3, patience)
	watchdogs[2].Doing("packing the trees")
	watchdogs[2].Work(time.Hour)
	said := make(chan string, 1)
	watchdogs[0].Doing("packing the trees")
	watchdogs[0].Watch(func(why string) { said <- why })
	watchdogs[0].Wait()
	asked := func() int64 { return watchdogs[0].intervalStart.Load() }
	for range 2 { // the time limit expires twice
		before := asked()
		for asked() == before {
			select {
			case why := <-said:
				t.Fatal("stalled without cause:", why)
			case <-time.After(patience / 10):
			}
		}
	}
	watchdogs[2].Work(0) // rank 2 hangs
	why := stalled(t, said)
	assert.Contains(t, why, "packing the trees has not finished")
	assert.Contains(t, why, "all ranks answer")
}

// There is a stall if all ranks wait, or if the working rank has gone.
func TestWaitingForNobodyIsAStall(t *testing.T) {
	t.Parallel() // the test waits most of the time
	for _, gone := range []bool{false, true} {
		watchdogs := newWatchdogs(t, 3, 200*time.Millisecond)
		if gone {
			watchdogs[2].Work(time.Hour)
			watchdogs[2].socket.close()
		} else {
			watchdogs[2].Wait()
		}
		watchdogs[1].Wait()
		said := watch(watchdogs[0])
		watchdogs[0].Wait()
		assert.Contains(t, stalled(t, said),
			map[bool]string{false: "all ranks answer", true: "rank 2 on h2 does not answer"}[gone])
	}
}

// A long preparation does not count as a slow call, and does not compensate for one.
func TestWorkIsNoCall(t *testing.T) {
	d := alone(t)
	d.Beat(time.Second)
	pass(d, 40*time.Second)
	d.Work(time.Second)
	late := d.excessTime.Load()
	assert.Positive(t, late)
	pass(d, time.Hour)
	d.Beat(0)
	assert.Equal(t, late, d.excessTime.Load())
}
