package explain

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/topo"
)

// A panel is one picture of the network.
type panel struct {
	caption string
	first   int       // step of arrows[0], counted from 1
	arrows  [][]Arrow // by step
	held    []string  // data of the nodes before the step, or nil
	silent  bool      // there are no texts at the arrows
}

func (f *Figure) panels() []panel {
	if f.Result.Messages < f.P && (f.Info.Op == catalog.Bcast || f.Info.Op == catalog.Reduce) {
		return []panel{{first: 1, arrows: f.Steps}}
	}
	var panels []panel
	var held [][]string
	const legible = 32 // largest number of nodes whose data are shown
	if f.distributes() && f.P <= legible {
		held = f.Held()
	}
	for i, arrows := range f.Steps {
		p := panel{caption: fmt.Sprintf("step %d", i+1), first: i + 1, arrows: [][]Arrow{arrows}}
		if held != nil {
			p.held = held[i]
		}
		panels = append(panels, p)
	}
	if held != nil {
		panels = append(panels, panel{caption: "afterwards", held: held[len(held)-1]})
	}
	if panels == nil {
		panels = []panel{{caption: "no messages"}}
	}
	return panels
}

// A bundle combines the messages from one node to another in a step. They are drawn as one arrow.
type bundle struct {
	Arrow
	messages int
}

func (f *Figure) bundles(arrows []Arrow) (all []bundle) {
	number := map[[2]int]int{}
	for _, a := range arrows {
		pair := [2]int{a.From, a.To}
		i, known := number[pair]
		if !known {
			number[pair] = len(all)
			all = append(all, bundle{a, 1})
			continue
		}
		all[i].messages++
		all[i].words = slices.Concat(all[i].words, a.words)
		all[i].Data = f.label(all[i].words)
	}
	return all
}

// A sketch is a panel with positions for its parts.
type sketch struct {
	layout
	panel
	curves []curve
	trails []trail  // trails of the curves
	titles []string // tooltips of the curves
	notes  []*note
	fixed  []box // nodes and switches, which no note may hide
	around box   // box around all of fixed
}

// sketch computes the positions of the parts of a panel.
func (f *Figure) sketch(l layout, p panel) *sketch {
	s := &sketch{layout: l, panel: p}
	for i, at := range l.at {
		size := 2.0*radius + 2
		if i >= l.network.Nodes() {
			size = 12
		}
		s.fixed = append(s.fixed, boxAround(at, size, size))
	}
	f.held(s)
	f.messages(s)
	s.rates()
	s.arrange()
	s.around = s.fixed[0]
	for _, b := range s.fixed {
		s.around = s.around.enclose(b)
	}
	for _, pair := range l.edges() {
		s.around = s.around.enclose(l.edge(pair).trail().around)
	}
	for _, t := range s.trails {
		s.around = s.around.enclose(t.around)
	}
	for _, n := range s.notes {
		s.around = s.around.enclose(n.box(n.at))
	}
	return s
}

func (f *Figure) held(s *sketch) {
	for label, held := range s.panel.held {
		if held != "" {
			n := newNote("held", "("+held+")", fmt.Sprintf("node %d: %s", label, held))
			n.placeAround(s.layout, s.at[f.place(label)])
			s.notes = append(s.notes, n)
		}
	}
}

// messages adds an arrow for every pair of nodes in every step, with the data of all messages between them.
func (f *Figure) messages(s *sketch) {
	for i, arrows := range s.arrows {
		step := s.first + i
		for _, b := range f.bundles(arrows) {
			full := fmt.Sprintf("step %d: %d to %d: %s", step, b.From, b.To, b.Data)
			if b.messages > 1 {
				full += fmt.Sprintf(" (%d messages)", b.messages)
			}
			c := s.arrow(b.Arrow, f.place)
			if !s.silent {
				n := newNote("data", f.arrowText(step, b.Arrow), full)
				n.own = len(s.curves)
				n.placeBeside(c)
				s.notes = append(s.notes, n)
			}
			s.curves, s.trails, s.titles = append(s.curves, c), append(s.trails, c.trail()),
				append(s.titles, full)
		}
	}
}

// rates labels the cables between switches with their rates, if the network has several rates.
func (s *sketch) rates() {
	n := s.network
	if s.shape != line {
		return
	}
	named := map[[2]int]bool{}
	for link := range n.Links() {
		from, to := n.Ends(int32(link))
		rate, pair := topo.Fabric{Network: n}.LinkRate(int32(link)), [2]int{min(from, to), max(from, to)}
		if rate == "" || pair[0] < n.Nodes() || named[pair] {
			continue
		}
		named[pair] = true
		note := newNote("held", rate,
			fmt.Sprintf("%s to %s: %s", topo.PlaceName(from, n.Nodes()), topo.PlaceName(to, n.Nodes()), rate))
		note.placeBeside(s.edge(pair))
		s.notes = append(s.notes, note)
	}
}

// edge returns the curve of a link.
func (l layout) edge(pair [2]int) curve {
	return curve{[][2]point{{l.at[pair[0]], l.at[pair[1]]}}, l.bulge(pair[0], pair[1])}
}

// write writes the sketch as SVG.
func (f *Figure) write(out *figure.Canvas, s *sketch) {
	for _, pair := range s.edges() {
		a, b := s.at[pair[0]], s.at[pair[1]]
		out.Add(`<path class="link" d="M%v Q%v %v"/>`, a, s.edge(pair).control(), b)
	}
	for i, at := range s.at[s.network.Nodes():] {
		out.Add(
			`<rect class="switch" x="%.1f" y="%.1f" width="10" height="10"><title>switch %d</title></rect>`,
			at.x-5, at.y-5, i)
	}
	for i, c := range s.curves {
		out.Add(`<path class="arrow" d="%s"><title>%s</title></path>`, c.path(), s.titles[i])
	}
	for label := range f.P {
		at := s.at[f.place(label)]
		out.Add(`<circle class="node" cx="%.1f" cy="%.1f" r="%d"/><text class="name" x="%.1f" `+
			`y="%.1f">%d</text>`, at.x, at.y, radius, at.x, at.y+4, label)
	}
	for _, n := range s.notes { // last, so that they are on top
		n.write(out)
	}
}

func (f *Figure) place(label int) int {
	if f.Machine.Placement == nil {
		return label
	}
	return f.Machine.Placement[label]
}
