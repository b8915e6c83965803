package page

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	endsWide = 104 // the room for names beside a plot
	endStep  = 10.5
)

var endFont = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 9}

// ends writes the names of curves beside the plot, each at the height of the last point of its curve, or as near as the others
// leave room. Of more than there is room for, the last ones stay without a name.
type ends []curve

// An end is a name with its place.
type end struct {
	curve
	last   vg.Point // of the curve
	height vg.Length
}

// Plot writes the names; it makes ends a plot.Plotter.
func (e ends) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	room := int((canvas.Max.Y - canvas.Min.Y) / endStep)
	var named []end
	for _, c := range e {
		if c.End != "" && len(c.Points) > 0 && len(named) < room {
			last := c.Points[len(c.Points)-1]
			at := vg.Point{X: x(last.X), Y: y(last.Y)}
			named = append(named, end{c, at, at.Y})
		}
	}
	spread(named, canvas.Min.Y, canvas.Max.Y)
	face := font.DefaultCache.Lookup(endFont, endFont.Size)
	for _, n := range named {
		canvas.SetColor(ink{css: n.Ink})
		canvas.SetLineWidth(0.5)
		var leader vg.Path
		leader.Move(vg.Point{X: n.last.X + 3, Y: n.last.Y})
		leader.Line(vg.Point{X: canvas.Max.X + 8, Y: n.height})
		canvas.Stroke(leader)
		canvas.SetColor(ink{css: n.EndInk})
		canvas.FillString(face, vg.Point{X: canvas.Max.X + 10, Y: n.height - 3}, shortened(face, n.End, endsWide-12))
	}
}

// shortened cuts the end of a name that has no room, such as that of a file.
func shortened(face font.Face, name string, room vg.Length) string {
	letters := []rune(name)
	for face.Width(name) > room && len(letters) > 0 {
		letters = letters[:len(letters)-1]
		name = string(letters) + "…"
	}
	return name
}

// spread moves names apart, within limits, in the order of their curves and as little as possible: names that would overlap form
// a group around the middle of their curves.
func spread(named []end, low, high vg.Length) {
	slices.SortStableFunc(named, func(a, b end) int { return cmp.Compare(a.last.Y, b.last.Y) })
	type group struct {
		sum vg.Length // of the heights, less that of those below in a pile of all names
		n   int
	}
	var groups []group
	for i, n := range named {
		groups = append(groups, group{n.last.Y - endStep*vg.Length(i), 1})
		for k := len(groups) - 1; k > 0 && groups[k].sum/vg.Length(groups[k].n) < groups[k-1].sum/vg.Length(groups[k-1].n); k-- {
			groups[k-1] = group{groups[k-1].sum + groups[k].sum, groups[k-1].n + groups[k].n}
			groups = groups[:k]
		}
	}
	i := 0
	for _, g := range groups {
		for range g.n {
			named[i].height = max(g.sum/vg.Length(g.n)+endStep*vg.Length(i), low+endStep*vg.Length(i))
			i++
		}
	}
	for i := len(named) - 1; i >= 0; i-- {
		named[i].height = min(named[i].height, high)
		high = named[i].height - endStep
	}
}
