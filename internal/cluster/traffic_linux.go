package cluster

import (
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// CountersAt reads the byte counts of several places of the cluster with this name. Call it on a place of
// that cluster. The result lacks the places whose network namespace cannot be entered.
func CountersAt(name string, places []int) map[int]Traffic {
	counted := make(chan map[int]Traffic)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == os.Getpid() { // the main thread cannot end, so lock it and use another one
			defer runtime.UnlockOSThread()
			counted <- CountersAt(name, places)
			return
		}
		// this thread ends with the function, because it changes its network namespace
		at := map[int]Traffic{}
		for _, place := range places {
			if enter(namespace(name, place)) == nil {
				at[place] = readCounters("/proc/thread-self/net/dev")
			}
		}
		counted <- at
	}()
	return <-counted
}

// enter moves this thread into a network namespace.
func enter(namespace string) error {
	file, err := os.Open(filepath.Join(netnsDir, namespace))
	if err != nil {
		return err
	}
	defer file.Close()
	return unix.Setns(int(file.Fd()), unix.CLONE_NEWNET)
}
