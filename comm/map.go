package comm

import "slices"

// Map returns a communicator of processes of c in a different order: label i of the result is label labels[i]
// of c. All processes of the result must pass the same labels. Map returns an error on a process whose own
// label is not in `labels`. The result is cached, so a later call with the same labels allocates nothing.
func Map[T any](c *Comm[T], labels []int) (*Comm[T], error) {
	for _, entry := range c.cache.maps {
		if c.HasShape(&entry.parentShape) && slices.Equal(labels, entry.labels) {
			return entry.comm, nil
		}
	}
	mapped, err := newMapped("Map", c, labels)
	switch {
	case err != nil:
		return nil, err
	case mapped == nil:
		return nil, Refuse("comm: Map: label %d of this process is not among the %d labels given", c.label,
			len(labels))
	}
	mapped.cache = c.cache
	c.cache.maps = append(c.cache.maps, mappedComm[T]{c.Shape(), slices.Clone(labels), mapped})
	return mapped, nil
}

// Sub is like Map, but does not cache the result, so the communicator can be garbage-collected. On a process
// whose own label is not in `labels`, the result is nil.
func Sub[T any](c *Comm[T], labels []int) (*Comm[T], error) {
	sub, err := newMapped("Sub", c, labels)
	if sub != nil {
		sub.cache = new(commCache[T])
	}
	return sub, err
}

// newMapped returns a new communicator of the processes with these labels of c, and nil on all other
// processes.
func newMapped[T any](call string, c *Comm[T], labels []int) (*Comm[T], error) {
	ranks := make([]int, len(labels))
	seen := make([]bool, c.size)
	label := -1
	for i, l := range labels {
		if l < 0 || l >= c.size || seen[l] {
			return nil, Refuse("comm: %s: index %d has label %d, want distinct labels in 0..%d", call, i, l,
				c.size-1)
		}
		seen[l] = true
		ranks[i] = c.rank(l)
		if l == c.label {
			label = i
		}
	}
	if label < 0 {
		return nil, nil
	}
	return &Comm[T]{sharedState: c.sharedState, ranks: ranks, stride: 1, label: label, size: len(labels)}, nil
}
