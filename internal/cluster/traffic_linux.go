package cluster

import (
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// CountersAt reads the byte counts at several hosts and switches of a cluster. The calling process must be on
// any host or switch of the same cluster. The result omits hosts and switches whose network namespace cannot
// be entered.
func CountersAt(name string, places []int) map[int]Traffic {
	counted := make(chan map[int]Traffic)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == os.Getpid() { // Go cannot end the main thread, so keep it locked
			defer runtime.UnlockOSThread()
			counted <- CountersAt(name, places)
			return
		}
		// This thread changes its network namespace. The goroutine never unlocks the thread, so Go ends the
		// thread together with the goroutine.
		at := map[int]Traffic{}
		for _, place := range places {
			if enterNamespace(namespace(name, place)) == nil {
				at[place] = readCounters("/proc/thread-self/net/dev")
			}
		}
		counted <- at
	}()
	return <-counted
}

// enterNamespace moves this thread into a network namespace.
func enterNamespace(namespace string) error {
	file, err := os.Open(filepath.Join(netnsDir, namespace))
	if err != nil {
		return err
	}
	defer file.Close()
	return unix.Setns(int(file.Fd()), unix.CLONE_NEWNET)
}
