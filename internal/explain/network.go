package explain

import (
	"slices"

	"topocoll/internal/figure"
	"topocoll/topo"
)

// A Stage is the network of a figure without its messages, for animations.
type Stage struct {
	SVG       figure.SVG // links, switches and nodes, without labels
	Low, Size [2]float64 // box around the picture, with space below the nodes
	Nodes     [][2]float64
	layout    layout
}

// Stage draws the network of the figure, with space for data below every node.
func (f *Figure) Stage() *Stage {
	const below = 30 // space below nodes
	s := &placedPanel{layout: newLayout(f.Machine.Network, f.nodesByLabel(), labelWidths{})}
	if s.isWide() {
		s.layout = s.asCircle()
	}
	if s.shape == shapeLine {
		s.layout = s.scaled(1.1)
	}
	s.bounds = boxAround(s.positions[0], 0, 0)
	for _, at := range s.positions {
		s.bounds = s.bounds.enclose(boxAround(at, 2*radius+24, 2*radius+2*below))
	}
	for _, pair := range s.linkPairs() {
		s.bounds = s.bounds.enclose(s.linkCurve(pair).samples().bounds)
	}
	var out figure.Canvas
	s.writeSVG(&out)
	stage := &Stage{SVG: figure.SVG(out.String()), layout: s.layout}
	low, size := s.bounds.withMargin(8)
	stage.Low, stage.Size = [2]float64{low.x, low.y}, [2]float64{size.x, size.y}
	for _, place := range s.nodeOfLabel {
		at := s.positions[place]
		stage.Nodes = append(stage.Nodes, [2]float64{at.x, at.y})
	}
	return stage
}

// Way returns the quadratic curve that a message follows along a link: start, control point and end. The
// curves of the two directions of a cable lie side by side. A crossbar is drawn without its switch, so its
// curves go from node `from` to node `to`. For other networks, Way ignores these two arguments.
func (s *Stage) Way(from, to int, link int32) [6]float64 {
	l := s.layout
	var c curve
	if _, all := l.network.(topo.Crossbar); all {
		chord := [2]point{l.positions[from], l.positions[to]}
		c = curve{[][2]point{chord}, inwardBulge(chord, chord[1].minus(chord[0]).length())}
	} else {
		from, to = l.network.Ends(link)
		c = l.linkCurve([2]int{from, to})
		c.bulge += 4
	}
	a, control, b := c.segments[0][0], c.control(), c.segments[0][1]
	return [6]float64{a.x, a.y, control.x, control.y, b.x, b.y}
}

// A Load is the number of bytes that a link carried. From and To name its ends in an emulated network, such
// as h0 and s1.
type Load struct {
	From, To string
	Bytes    int
}

// Links draws the links of a network, and returns the picture with its size in pixels. A link's width grows
// linearly with its bytes, up to the full width at `most` bytes. The two directions of a cable lie side by
// side. If the network is unknown, the ends of the links are drawn on a circle.
func Links(network string, loads []Load, most int) (picture figure.SVG, width, height float64) {
	l, names := namedLayout(network, loads)
	number := map[string]int{}
	var s figure.Canvas
	around := boxAround(l.positions[0], 0, 0)
	for i, name := range names {
		number[name] = i
		around = around.enclose(boxAround(l.positions[i], 2*radius, 2*radius))
	}
	for _, load := range loads {
		c := l.linkCurve([2]int{number[load.From], number[load.To]})
		ends := &c.segments[0]
		side := ends[1].minus(ends[0]).rightNormal().times(4)
		ends[0], ends[1] = ends[0].plus(side), ends[1].plus(side)
		around = around.enclose(c.samples().bounds)
		class := "lk"
		if load.Bytes == 0 {
			class = "lk idle"
		}
		s.Add(`<path class="%s" d="M%v Q%v %v" style="stroke-width:%.1f"><title>%s to %s: %s `+
			`bytes</title></path>`, class,
			ends[0], c.control(), ends[1], 0.8+6*float64(load.Bytes)/float64(max(1, most)), load.From,
			load.To, figure.Grouped(load.Bytes))
	}
	for i, name := range names {
		at := l.positions[i]
		s.Add(`<circle cx="%.1f" cy="%.1f" r="%d"/><text x="%.1f" y="%.1f">%s</text>`, at.x, at.y, radius,
			at.x, at.y+4, name)
	}
	low, size := around.withMargin(10)
	var out figure.Canvas
	out.Add(
		`<svg class="net" viewBox="%.0f %.0f %.0f %.0f" role="img" aria-label="bytes on each link">%s</svg>`,
		low.x, low.y, size.x, size.y, figure.SVG(s.String()))
	return figure.SVG(out.String()), size.x, size.y
}

// namedLayout returns the layout of a network and the names of its nodes and switches. If the network is
// invalid, or lacks an end of some load, the layout is a circle of all ends.
func namedLayout(network string, loads []Load) (l layout, names []string) {
	var ends []string
	for _, load := range loads {
		ends = append(ends, load.From, load.To)
	}
	if fabric, err := topo.ParseFabric(network); err == nil {
		for place := range topo.Places(fabric.Network) {
			names = append(names, topo.PlaceName(place, fabric.Network.Nodes()))
		}
		if !slices.ContainsFunc(ends, func(end string) bool { return !slices.Contains(names, end) }) {
			return newLayout(fabric.Network, nil, labelWidths{}), names
		}
	}
	slices.Sort(ends)
	names = slices.Compact(ends)
	return layout{positions: circlePositions(len(names), 0), shape: shapeCircle}, names
}
