package explain

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/topo"
)

// A panel is one picture of the network.
type panel struct {
	caption string
	bundles []bundle // sorted by step, and then by sender
	held    []string // data of the nodes before the step, or nil
	silent  bool     // the arrows have no labels
}

// A bundle combines the messages from one node to another in a step. The messages of a bundle are drawn as
// one arrow.
type bundle struct {
	from, to int
	path     []int32 // links on the way from sender to receiver
	messages int
	text     string // label: the step, and the data if not all messages have the same data
	title    string // tooltip
}

func (f *Figure) panels() (panels []panel) {
	held := f.legibleHeld()
	if held == nil && f.Result.Messages < f.P && (f.Info.Op == catalog.Bcast || f.Info.Op == catalog.Reduce) {
		var all panel
		for step := range f.Steps {
			all.bundles = append(all.bundles, f.bundles(step+1)...)
		}
		return []panel{all}
	}
	for step := range f.Steps {
		p := panel{caption: fmt.Sprintf("step %d", step+1), bundles: f.bundles(step + 1)}
		if held != nil {
			p.held = held[step]
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

// bundles returns the bundles of a step. Steps are numbered from 1.
func (f *Figure) bundles(step int) (all []bundle) {
	between := map[[2]int][]Arrow{}
	var order [][2]int
	for _, a := range f.Steps[step-1] {
		pair := [2]int{a.From, a.To}
		if between[pair] == nil {
			order = append(order, pair)
		}
		between[pair] = append(between[pair], a)
	}
	for _, pair := range order {
		arrows := between[pair]
		b := bundle{from: pair[0], to: pair[1], path: arrows[0].Path, messages: len(arrows),
			text: fmt.Sprint(step)}
		data := arrows[0].Data
		if len(arrows) > 1 {
			var words []word
			for _, a := range arrows {
				words = append(words, a.words...)
			}
			data = f.notation().label(words)
		}
		if data != "" && !f.plain {
			b.text += " (" + data + ")"
		}
		b.title = fmt.Sprintf("step %d: %d to %d: %s", step, b.from, b.to, data)
		if len(arrows) > 1 {
			b.title += fmt.Sprintf(" (%d messages)", len(arrows))
		}
		all = append(all, b)
	}
	return all
}

// A sketch is a panel with positions for its parts.
type sketch struct {
	layout
	panel
	arrows []arrow // one for each bundle
	notes  []*note
	fixed  []box // nodes and switches, which no note may hide
	around box   // box around all parts
}

// An arrow is the curve that represents a bundle.
type arrow struct {
	curve curve
	trail trail
	title string // tooltip
}

// newSketch computes the positions of the parts of a panel.
func newSketch(l layout, p panel) *sketch {
	s := &sketch{layout: l, panel: p}
	for i, at := range l.at {
		size := 2.0*radius + 2
		if i >= l.network.Nodes() {
			size = 12
		}
		s.fixed = append(s.fixed, boxAround(at, size, size))
	}
	s.addHeld()
	s.addArrows()
	s.addRates()
	s.arrange()
	s.around = s.fixed[0]
	for _, b := range s.fixed {
		s.around = s.around.enclose(b)
	}
	for _, pair := range l.edges() {
		s.around = s.around.enclose(l.edge(pair).trail().around)
	}
	for _, a := range s.arrows {
		s.around = s.around.enclose(a.trail.around)
	}
	for _, n := range s.notes {
		s.around = s.around.enclose(n.box(n.at))
	}
	return s
}

// addHeld adds a note with its data for every node that has data.
func (s *sketch) addHeld() {
	for label, held := range s.held {
		if held != "" {
			n := newNote("held", "("+held+")", fmt.Sprintf("node %d: %s", label, held))
			n.placeAround(s.layout, s.at[s.places[label]])
			s.notes = append(s.notes, n)
		}
	}
}

// addArrows adds an arrow for every bundle, with a label unless the panel is silent.
func (s *sketch) addArrows() {
	for _, b := range s.bundles {
		c := s.bundleCurve(b)
		if !s.silent {
			n := newNote("data", b.text, b.title)
			n.own = len(s.arrows)
			n.placeBeside(c)
			s.notes = append(s.notes, n)
		}
		s.arrows = append(s.arrows, arrow{c, c.trail(), b.title})
	}
}

// addRates labels the cables between switches with their rates, if the network has several rates.
func (s *sketch) addRates() {
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

// write writes the sketch as SVG.
func (s *sketch) write(out *figure.Canvas) {
	for _, pair := range s.edges() {
		a, b := s.at[pair[0]], s.at[pair[1]]
		out.Add(`<path class="link" d="M%v Q%v %v"/>`, a, s.edge(pair).control(), b)
	}
	for i, at := range s.at[s.network.Nodes():] {
		out.Add(
			`<rect class="switch" x="%.1f" y="%.1f" width="10" height="10"><title>switch %d</title></rect>`,
			at.x-5, at.y-5, i)
	}
	for _, a := range s.arrows {
		out.Add(`<path class="arrow" d="%s"><title>%s</title></path>`, a.curve.path(), a.title)
	}
	for label, place := range s.places {
		at := s.at[place]
		out.Add(`<circle class="node" cx="%.1f" cy="%.1f" r="%d"/><text class="name" x="%.1f" `+
			`y="%.1f">%d</text>`, at.x, at.y, radius, at.x, at.y+4, label)
	}
	for _, n := range s.notes { // last, so that they are on top
		n.write(out)
	}
}
