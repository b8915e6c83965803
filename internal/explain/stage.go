package explain

import (
	"topocoll/internal/figure"
	"topocoll/topo"
)

// A Stage is the network of a figure without its messages, for animations.
type Stage struct {
	SVG       figure.SVG // links, switches and nodes, without texts around them
	Low, Size [2]float64 // box around the picture, with space below the nodes
	Nodes     [][2]float64
	layout    layout
}

// Stage draws the network of the figure. Below every node there is space for its data.
func (f *Figure) Stage() *Stage {
	const below = 30 // space below nodes
	s := &sketch{layout: layoutOf(f.Machine.Network, room{})}
	if s.isWide() {
		s.layout = s.asCircle()
	}
	if s.shape == line {
		s.layout = s.scaled(1.1)
	}
	s.around = boxAround(s.at[0], 0, 0)
	for _, at := range s.at {
		s.around = s.around.enclose(boxAround(at, 2*radius+24, 2*radius+2*below))
	}
	for _, pair := range s.edges() {
		s.around = s.around.enclose(s.edge(pair).trail().around)
	}
	var out figure.Canvas
	f.write(&out, s)
	stage := &Stage{SVG: figure.SVG(out.String()), layout: s.layout}
	low, size := s.around.low.minus(point{8, 8}), s.around.high.minus(s.around.low).plus(point{16, 16})
	stage.Low, stage.Size = [2]float64{low.x, low.y}, [2]float64{size.x, size.y}
	for label := range f.P {
		at := s.at[f.place(label)]
		stage.Nodes = append(stage.Nodes, [2]float64{at.x, at.y})
	}
	return stage
}

// Way returns the path of a message between two places along a link as a quadratic curve: its start, its
// control point, its end. The two directions of a cable lie side by side. A crossbar is drawn without its
// switch, so there the path goes from node to node.
func (s *Stage) Way(from, to int, link int32) [6]float64 {
	l := s.layout
	var c curve
	if _, all := l.network.(topo.Crossbar); all {
		chord := [2]point{l.at[from], l.at[to]}
		c = curve{[][2]point{chord}, inwardBulge(chord, chord[1].minus(chord[0]).length())}
	} else {
		from, to = l.network.Ends(link)
		c = l.edge([2]int{from, to})
		c.bulge += 4
	}
	a, control, b := c.ends[0][0], c.control(), c.ends[0][1]
	return [6]float64{a.x, a.y, control.x, control.y, b.x, b.y}
}
