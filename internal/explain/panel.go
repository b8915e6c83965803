package explain

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/topo"
)

// A panel is one picture of the network.
type panel struct {
	caption       string
	bundles       []bundle // sorted by step, and then by sender
	nodeData      []string // data of the nodes before the step, or nil
	withoutLabels bool     // the arrows have no labels
}

// A bundle combines the messages from one node to another in a step. The picture shows it as one arrow.
type bundle struct {
	from, to int
	path     []int32 // links on the way from sender to receiver
	messages int
	label    string // the step, and the data if not all messages have the same data
	tooltip  string
}

func (f *Figure) panels() (panels []panel) {
	held := f.legibleDataByStep()
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
			p.nodeData = held[step]
		}
		panels = append(panels, p)
	}
	if held != nil {
		panels = append(panels, panel{caption: "afterwards", nodeData: held[len(held)-1]})
	}
	if panels == nil {
		panels = []panel{{caption: "no messages"}}
	}
	return panels
}

// bundles returns the bundles of a step. The first step is step 1.
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
			label: fmt.Sprint(step)}
		data := arrows[0].Data
		if len(arrows) > 1 {
			var words []word
			for _, a := range arrows {
				words = append(words, a.words...)
			}
			data = f.notation().label(words)
		}
		if data != "" && !f.sameData {
			b.label += " (" + data + ")"
		}
		b.tooltip = fmt.Sprintf("step %d: %d to %d: %s", step, b.from, b.to, data)
		if len(arrows) > 1 {
			b.tooltip += fmt.Sprintf(" (%d messages)", len(arrows))
		}
		all = append(all, b)
	}
	return all
}

// A placedPanel is a panel with the positions of its parts.
type placedPanel struct {
	layout
	panel
	arrows      []bundleArrow // one for each bundle
	annotations []*annotation
	nodeBoxes   []box // nodes and switches, which no annotation may hide
	bounds      box   // box around all parts
}

// A bundleArrow is the curve that represents a bundle.
type bundleArrow struct {
	curve   curve
	samples curveSamples
	tooltip string
}

func placePanel(l layout, p panel) *placedPanel {
	s := &placedPanel{layout: l, panel: p}
	for i, at := range l.positions {
		size := 2.0*radius + 2
		if i >= l.network.Nodes() {
			size = 12
		}
		s.nodeBoxes = append(s.nodeBoxes, boxAround(at, size, size))
	}
	s.annotateNodes()
	s.addArrows()
	s.annotateRates()
	s.placeAnnotations()
	s.bounds = s.nodeBoxes[0]
	for _, b := range s.nodeBoxes {
		s.bounds = s.bounds.enclose(b)
	}
	for _, pair := range l.linkPairs() {
		s.bounds = s.bounds.enclose(l.linkCurve(pair).samples().bounds)
	}
	for _, a := range s.arrows {
		s.bounds = s.bounds.enclose(a.samples.bounds)
	}
	for _, n := range s.annotations {
		s.bounds = s.bounds.enclose(n.box(n.center))
	}
	return s
}

func (s *placedPanel) annotateNodes() {
	for label, held := range s.nodeData {
		if held != "" {
			n := newAnnotation("held", "("+held+")", fmt.Sprintf("node %d: %s", label, held))
			n.addCandidatesAround(s.layout, s.positions[s.nodeOfLabel[label]])
			s.annotations = append(s.annotations, n)
		}
	}
}

func (s *placedPanel) addArrows() {
	for _, b := range s.bundles {
		c := s.bundleCurve(b)
		if !s.withoutLabels {
			n := newAnnotation("data", b.label, b.tooltip)
			n.arrow = len(s.arrows)
			n.addCandidatesBeside(c)
			s.annotations = append(s.annotations, n)
		}
		s.arrows = append(s.arrows, bundleArrow{c, c.samples(), b.tooltip})
	}
}

// annotateRates labels the cables between switches with their rates, if the network has several rates.
func (s *placedPanel) annotateRates() {
	n := s.network
	if s.shape != shapeLine {
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
		rateLabel := newAnnotation("held", rate,
			fmt.Sprintf("%s to %s: %s", topo.PlaceName(from, n.Nodes()), topo.PlaceName(to, n.Nodes()), rate))
		rateLabel.addCandidatesBeside(s.linkCurve(pair))
		s.annotations = append(s.annotations, rateLabel)
	}
}

func (s *placedPanel) writeSVG(out *figure.Canvas) {
	for _, pair := range s.linkPairs() {
		a, b := s.positions[pair[0]], s.positions[pair[1]]
		out.Add(`<path class="link" d="M%v Q%v %v"/>`, a, s.linkCurve(pair).control(), b)
	}
	for i, at := range s.positions[s.network.Nodes():] {
		out.Add(
			`<rect class="switch" x="%.1f" y="%.1f" width="10" height="10"><title>switch %d</title></rect>`,
			at.x-5, at.y-5, i)
	}
	for _, a := range s.arrows {
		out.Add(`<path class="arrow" d="%s"><title>%s</title></path>`, a.curve.path(), a.tooltip)
	}
	for label, place := range s.nodeOfLabel {
		at := s.positions[place]
		out.Add(`<circle class="node" cx="%.1f" cy="%.1f" r="%d"/><text class="name" x="%.1f" `+
			`y="%.1f">%d</text>`, at.x, at.y, radius, at.x, at.y+4, label)
	}
	for _, n := range s.annotations { // annotations are drawn last, so that they are on top
		n.writeSVG(out)
	}
}
