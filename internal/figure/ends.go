package figure

import (
	"cmp"
	"slices"
)

const (
	endsWide = 104 // width for names beside a plot
	endSize  = 9
	endStep  = 10.5
)

// An end is the name of a curve beside the plot.
type end struct {
	Curve
	x, y   float64 // position of the curve's last point
	height float64
}

// writeEnds writes the names of curves beside the plot, each at the height of the last point of its curve or
// as near as the other names allow. If there is not enough space, the last curves have no name.
func writeEnds(s *Canvas, curves []Curve, x, y axis) {
	room := int((y.first - y.last) / endStep)
	var named []end
	for _, c := range curves {
		if c.End != "" && len(c.Points) > 0 && len(named) < room {
			last := c.Points[len(c.Points)-1]
			named = append(named, end{Curve: c, x: x.pixel(last.X), y: y.pixel(last.Y)})
		}
	}
	spread(named, y.last, y.first)
	for _, n := range named {
		s.Add(`<path d="M%.1f,%.1fL%.1f,%.1f" style="stroke:%s;stroke-width:0.5"/>`, n.x+3, n.y, x.last+8,
			n.height, n.Ink)
		s.Label(x.last+10, n.height+3, "start", shorten(n.End, endSize, endsWide-12), endsWide, n.EndInk)
	}
}

// spread moves names apart as little as possible, within limits and in the order of their curves. Names that
// would overlap are stacked around the mean height of their curves.
func spread(named []end, low, high float64) {
	slices.SortStableFunc(named, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	type group struct {
		sum float64 // sum of the heights, minus the offsets in a stack of all names
		n   int
	}
	var groups []group
	for i, n := range named {
		groups = append(groups, group{n.y - endStep*float64(i), 1})
		for k := len(groups) - 1; k > 0 &&
			groups[k].sum/float64(groups[k].n) < groups[k-1].sum/float64(groups[k-1].n); k-- {
			groups[k-1] = group{groups[k-1].sum + groups[k].sum, groups[k-1].n + groups[k].n}
			groups = groups[:k]
		}
	}
	i := 0
	for _, g := range groups {
		for range g.n {
			named[i].height = max(g.sum/float64(g.n), low) + endStep*float64(i)
			i++
		}
	}
	for i := len(named) - 1; i >= 0; i-- {
		named[i].height = min(named[i].height, high)
		high = named[i].height - endStep
	}
}
