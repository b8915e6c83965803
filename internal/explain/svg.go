package explain

import (
	"fmt"
	"io"

	"topocoll/internal/figure"
)

const style = `text { text-anchor: middle; }
.link { stroke: #c4cad1; stroke-width: 1.3; fill: none; }
.node { fill: #f3f5f7; stroke: #57606a; stroke-width: 1.2; }
.switch { fill: #c4cad1; } .name { font-weight: bold; } .held { font-size: 11px; fill: #57606a; }
.held, .data { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
.arrow { stroke: #0b63c5; stroke-width: 1.7; stroke-linejoin: round; fill: none; marker-end: url(#head); }
.head { fill: #0b63c5; } .data { fill: #0b3d7a; font-size: 11px; }
` + figure.Dark +
	`.held { fill: #9aa4af; } .link { stroke: #3d444d; } .node { fill: #1d2530; stroke: #9aa4af; }
.switch { fill: #3d444d; } .held, .data { stroke: #0d1117; } .arrow { stroke: #58a6ff; }
.head { fill: #58a6ff; } .data { fill: #a5d0ff; }
}
`

const pageWide = 1340 // panels are placed side by side up to this width in pixels

// SVG draws the figure on its network. A reduction or broadcast is one panel; other operations have a panel
// for each step. Arrows have the number of their step, and their data in parentheses. If the operation only
// moves data and there are at most 32 nodes, each node shows its data.
func (f *Figure) SVG(w io.Writer) error {
	sketches := f.sketches()
	around := sketches[0].around
	for _, s := range sketches {
		around = around.enclose(s.around)
	}
	const margin, caption = figure.Margin, 24
	low, high := around.low.minus(point{margin, margin + caption}), around.high.plus(point{margin, margin})
	width, height := high.x-low.x, high.y-low.y
	perRow := max(1, min(len(sketches), int(pageWide/width)))
	rows := (len(sketches) + perRow - 1) / perRow

	lines := f.Head()
	top := figure.HeadHigh(lines)
	s := figure.Begin(lines, max(640, float64(perRow)*width), top+float64(rows)*height, style)
	for i, sketch := range sketches {
		at := point{float64(i%perRow) * width, top + float64(i/perRow)*height}.minus(low)
		s.Add(`<g transform="translate(%.1f %.1f)">`, at.x, at.y)
		s.Add(`<text class="note" x="%.1f" y="%.1f">%s</text>`, low.x+margin, low.y+margin, sketch.caption)
		f.write(s, sketch)
		s.Add("</g>")
	}
	s.Add("</svg>")
	_, err := io.WriteString(w, s.String())
	return err
}

// sketches returns the panels in one layout, wide enough that no text hides another. If a panel has too many
// messages for any width, it has no texts at its arrows.
func (f *Figure) sketches() (all []*sketch) {
	panels := f.panels()
	narrow := layoutOf(f.Machine.Network, f.room(panels))
	for _, factor := range []float64{1, 1.15, 1.3, 1.5, 1.75, 2, 2.5} {
		if all = f.readableSketches(narrow.scaled(factor), panels); all != nil {
			return all
		}
	}
	for _, p := range panels {
		s := f.sketch(narrow.scaled(1.5), p)
		if !s.isReadable() {
			p.silent = true
			p.caption += ", without the data (point at an arrow)"
			s = f.sketch(narrow.scaled(1.5), p)
		}
		all = append(all, s)
	}
	return all
}

// readableSketches returns the panels in a layout. It returns nil if a text hides another one in some panel.
func (f *Figure) readableSketches(l layout, panels []panel) (all []*sketch) {
	for _, p := range panels {
		s := f.sketch(l, p)
		if !s.isReadable() {
			return nil
		}
		all = append(all, s)
	}
	return all
}

// room measures the texts of all panels.
func (f *Figure) room(panels []panel) room {
	var r room
	for _, panel := range panels {
		for _, held := range panel.held {
			r.held = max(r.held, newNote("", "("+held+")", "").wide)
		}
		for i, arrows := range panel.arrows {
			for _, b := range f.bundles(arrows) {
				r.data = max(r.data, newNote("", f.arrowText(panel.first+i, b.Arrow), "").wide)
			}
		}
	}
	return r
}

// arrowText returns the text at an arrow: its step and data.
func (f *Figure) arrowText(step int, a Arrow) string {
	text := fmt.Sprint(step)
	if a.Data != "" && !f.plain {
		text += " (" + a.Data + ")"
	}
	return text
}
