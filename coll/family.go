package coll

import (
	"fmt"
	"sync"

	"topocoll/tuned"
)

// A family holds the data that a world shares with its sub-communicators.
type family struct {
	options options
	layouts map[string]*layout // indexed by the hosts of the ranks

	sync.Mutex
	pendingFrees []func() // functions that free the plans of garbage-collected worlds
}

type options struct {
	machine       Machine
	table         *tuned.Table
	deterministic bool
	checked       bool
}

// addPendingFree stores the function that frees the plans of a garbage-collected world. The runtime calls
// addPendingFree on a separate goroutine, which must not use the port.
func (f *family) addPendingFree(free func()) {
	f.Lock()
	defer f.Unlock()
	f.pendingFrees = append(f.pendingFrees, free)
}

// runPendingFrees frees the plans of garbage-collected worlds.
func (f *family) runPendingFrees() {
	f.Lock()
	dropped := f.pendingFrees
	f.pendingFrees = nil
	f.Unlock()
	for _, free := range dropped {
		free()
	}
}

// maxLayouts is the maximum number of cached layouts.
const maxLayouts = 32

// layoutOn returns the layout of the ranks of machine m, where on[i] is the host of rank i.
func (f *family) layoutOn(m Machine, on []int) (*layout, error) {
	key := fmt.Sprint(on)
	if l := f.layouts[key]; l != nil {
		return l, nil
	}
	m.On = on
	l, err := newLayout(m, len(on))
	if err != nil {
		return nil, err
	}
	if len(f.layouts) >= maxLayouts {
		clear(f.layouts)
	}
	f.layouts[key] = l
	return l, nil
}
