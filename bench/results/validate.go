package results

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// check rejects invalid labels and mesh extents.
func (e *Env) check() error {
	seen := make([]bool, len(e.Labels))
	for i, rank := range e.Labels {
		if rank < 0 || rank >= len(e.Labels) || seen[rank] {
			return fmt.Errorf("env.labels[%d] is %d, but env.labels must contain each of its %d ranks once", i,
				rank, len(e.Labels))
		}
		seen[rank] = true
	}
	if len(e.Labels) > 0 && len(e.Ranks) > 0 && len(e.Labels) != len(e.Ranks) {
		return fmt.Errorf("env.labels has labels for %d ranks, but env.ranks has %d", len(e.Labels),
			len(e.Ranks))
	}
	if e.Mesh == "" {
		return nil
	}
	extents, err := topo.ParseMesh(e.Mesh)
	nodes := 1
	for _, extent := range extents {
		nodes *= min(extent, maxRanks/nodes+1)
	}
	if err != nil || nodes > maxRanks || len(extents) > maxDimensions {
		return fmt.Errorf("env.mesh %.40q, want at most %d extents with a product of at most %d, such as 2x4",
			e.Mesh, maxDimensions, maxRanks)
	}
	return nil
}

func (m *Message) check() error {
	switch {
	case m.Pattern != "pingpong" && m.Pattern != "exchange":
		return fmt.Errorf("pattern %.40q, want pingpong or exchange", m.Pattern)
	case m.Median == 0:
		return fmt.Errorf("median_ns 0, want more than 0")
	case m.Stride&(m.Stride-1) != 0:
		return fmt.Errorf("stride %d, want a power of two", m.Stride)
	}
	return m.Interval.check("median_ns_95")
}

func (c *Cell) check() error {
	switch {
	case !slices.Contains(catalog.Collectives(), catalog.Collective(c.Op)):
		return fmt.Errorf("operation %.40q, want one of %v", c.Op, catalog.Collectives())
	case c.Algo == "":
		return fmt.Errorf("algorithm is empty, but must be a name")
	}
	if err := c.checkLaunches(); err != nil {
		return err
	}
	for i, l := range c.Links {
		if l.From == "" || l.To == "" {
			return fmt.Errorf("links[%d] from %.40q to %.40q, want two names", i, l.From, l.To)
		}
	}
	if err := c.Interval.check("median_ns_95"); err != nil {
		return err
	}
	return c.RatioRange.check("ratio_95")
}

// checkLaunches rejects launches whose sample counts do not add up to the number of samples.
func (c *Cell) checkLaunches() error {
	for i, ratio := range c.LaunchRatios {
		if ratio == 0 {
			return fmt.Errorf("launch_ratios[%d] 0, want more than 0", i)
		}
	}
	if len(c.Samples) == 0 {
		return nil
	}
	all := 0
	for i, n := range c.LaunchN {
		if n < 1 || n > len(c.Samples) {
			return fmt.Errorf("launch_n[%d] %d, want 1 to %d, the length of samples_ns", i, n, len(c.Samples))
		}
		all += n
	}
	if len(c.LaunchN) > 0 && all != len(c.Samples) {
		return fmt.Errorf("launch_n adds up to %d samples, but samples_ns has %d", all, len(c.Samples))
	}
	return nil
}

func (i Interval) check(name string) error {
	if i.Lo != nil && i.Hi != nil && *i.Lo > *i.Hi {
		return fmt.Errorf("%s from %v to %v, want lo <= hi", name, *i.Lo, *i.Hi)
	}
	return nil
}

// Limits on the tables of a file. They are needed because a page has a chart for each table, and an entry for
// each size of each algorithm.
const (
	maxTables     = 1 << 10 // tables, one for each operation and process count
	maxAlgorithms = 1 << 9  // algorithms in a table
	maxEntries    = 1 << 20 // sizes times algorithms, over all process counts
)

// checkTables rejects a result that has too many tables for a page, or tables that are too large.
func checkTables(cells []Cell) error {
	// A column is a Case without an operation. The maps `height` and `width` hold the numbers of rows and
	// columns for each process count.
	rows, columns := map[Key]bool{}, map[Case]bool{}
	algos, height, width := map[Case]int{}, map[int]int{}, map[int]int{}
	for _, c := range cells {
		of := c.Case().Table()
		if at := of.Key(c.Algo); !rows[at] {
			rows[at] = true
			algos[of]++
			height[c.P]++
		}
		if at := (Case{P: c.P, Bytes: c.Bytes}); !columns[at] {
			columns[at] = true
			width[c.P]++
		}
		if algos[of] > maxAlgorithms {
			return fmt.Errorf("more than %[1]d algorithms for %s with p = %d; at most %[1]d are allowed",
				maxAlgorithms, c.Op, c.P)
		}
	}
	entries := 0
	for p := range height {
		entries += height[p] * width[p]
	}
	if len(algos) > maxTables || entries > maxEntries {
		return fmt.Errorf(
			"the cells are in %d tables (operation and p) with %d entries (algorithm and bytes); at most %d "+
				"tables and %d entries are allowed",
			len(algos), entries, maxTables, maxEntries)
	}
	return nil
}
