package explain

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

const style = `
text { font: 12px "Helvetica Neue", Helvetica, Arial, sans-serif; fill: #1b1f24; text-anchor: middle; }
.bg { fill: #ffffff; } .title { font-size: 15px; font-weight: bold; text-anchor: start; } .note { text-anchor: start; fill: #57606a; }
.link { stroke: #c4cad1; stroke-width: 1.3; fill: none; } .node { fill: #f3f5f7; stroke: #57606a; stroke-width: 1.2; }
.switch { fill: #c4cad1; } .name { font-weight: bold; } .held { font-size: 11px; fill: #57606a; }
.held, .data { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
.arrow { stroke: #0b63c5; stroke-width: 1.7; stroke-linejoin: round; fill: none; marker-end: url(#head); } .head { fill: #0b63c5; } .data { fill: #0b3d7a; font-size: 11px; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .bg { fill: #0d1117; } .note, .held { fill: #9aa4af; } .link { stroke: #3d444d; } .node { fill: #1d2530; stroke: #9aa4af; }
.switch { fill: #3d444d; } .held, .data { stroke: #0d1117; } .arrow { stroke: #58a6ff; } .head { fill: #58a6ff; } .data { fill: #a5d0ff; }
}
`

const (
	above    = 56   // and below a panel, for arcs
	pageWide = 1340 // panels are put side by side up to this width
)

// SVG draws the figure on its network: a reduction or broadcast as one panel, other operations with a panel for each
// step. Arrows are numbered by step; after the number, in parentheses, are the data. For operations that only move
// data, on up to 32 nodes, each node shows the data that it has.
func (f *Figure) SVG(w io.Writer) error {
	panels := f.panels()
	texts := f.room(panels)
	l := layoutOf(f.Machine.Network, texts)
	low, high := l.bounds()
	beside := max(62, texts.held+radius+10, texts.data/2+45)
	width, height := high.x-low.x+2*beside, high.y-low.y+2*above
	perRow := max(1, min(len(panels), int(pageWide/width)))
	rows := (len(panels) + perRow - 1) / perRow

	lines := f.head()
	top := 24 + 17*float64(len(lines))
	total := point{max(640, float64(perRow)*width, headWidth(lines)), top + float64(rows)*height}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`+"\n", total.x, total.y, total.x, total.y)
	fmt.Fprintf(&s, "<title>%s</title>\n<style>%s</style>\n", html.EscapeString(lines[0]), style)
	s.WriteString(`<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6.5" markerHeight="6.5" orient="auto"><path class="head" d="M0,0.8 L8,4 L0,7.2 Z"/></marker></defs>` + "\n")
	fmt.Fprintf(&s, `<rect class="bg" width="%.0f" height="%.0f"/>`+"\n", total.x, total.y)
	for i, line := range lines {
		class := "note"
		if i == 0 {
			class = "title"
		}
		fmt.Fprintf(&s, `<text class="%s" x="14" y="%d">%s</text>`+"\n", class, 26+17*i, html.EscapeString(line))
	}
	for i, panel := range panels {
		at := point{float64(i%perRow)*width + beside - low.x, top + float64(i/perRow)*height + above - low.y}
		fmt.Fprintf(&s, `<g transform="translate(%.1f %.1f)">`+"\n", at.x, at.y)
		fmt.Fprintf(&s, `<text class="note" x="%.1f" y="%.1f">%s</text>`+"\n", low.x-beside+14, low.y-above+14, panel.caption)
		f.drawPanel(&s, l, panel)
		s.WriteString("</g>\n")
	}
	s.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// room measures the texts of all panels.
func (f *Figure) room(panels []panel) room {
	var r room
	for _, panel := range panels {
		for _, held := range panel.held {
			r.held = max(r.held, heldWidth(short("("+held+")")))
		}
		for i, arrows := range panel.arrows {
			for _, a := range arrows {
				r.data = max(r.data, dataWidth(f.numbered(panel.first+i, a)))
			}
		}
	}
	return r
}

// numbered is the text at an arrow: its step and data.
func (f *Figure) numbered(step int, a Arrow) string {
	text := fmt.Sprint(step)
	if data := a.Data; data != "" && !f.plain {
		text += " (" + data + ")"
	}
	return short(text)
}

// headWidth is the width of the lines of the head in the widest of the usual fonts; the first line is larger, and bold.
func headWidth(lines []string) float64 {
	width := 10.4 * float64(utf8.RuneCountInString(lines[0]))
	for _, line := range lines[1:] {
		width = max(width, 7.4*float64(utf8.RuneCountInString(line)))
	}
	return 2*14 + width
}

func dataWidth(text string) float64 { return 6 * float64(utf8.RuneCountInString(text)) }
func heldWidth(text string) float64 { return 5.6 * float64(utf8.RuneCountInString(text)) }

func (f *Figure) drawPanel(s *strings.Builder, l layout, panel panel) {
	for _, pair := range l.edges() {
		a, b := l.at[pair[0]], l.at[pair[1]]
		control := curve{[][2]point{{a, b}}, l.bulge(pair[0], pair[1])}.control()
		fmt.Fprintf(s, `<path class="link" d="M%v Q%v %v"/>`+"\n", a, control, b)
	}
	for i, at := range l.at[f.Machine.Network.Nodes():] {
		fmt.Fprintf(s, `<rect class="switch" x="%.1f" y="%.1f" width="10" height="10"><title>switch %d</title></rect>`+"\n", at.x-5, at.y-5, i)
	}
	var labels strings.Builder
	for i, arrows := range panel.arrows {
		for _, a := range arrows {
			c := l.arrow(a, f.place)
			fmt.Fprintf(s, `<path class="arrow" d="%s"/>`+"\n", c.path())
			text := f.numbered(panel.first+i, a)
			at := c.label(dataWidth(text))
			writeText(&labels, "data", at.plus(point{0, 4}), text, fmt.Sprintf("step %d: %d to %d: %s", panel.first+i, a.From, a.To, a.Data))
		}
	}
	for label := range f.P {
		at := l.at[f.place(label)]
		fmt.Fprintf(s, `<circle class="node" cx="%.1f" cy="%.1f" r="%d"/><text class="name" x="%.1f" y="%.1f">%d</text>`+"\n", at.x, at.y, radius, at.x, at.y+4, label)
		if panel.held != nil && panel.held[label] != "" {
			held := short("(" + panel.held[label] + ")")
			where := l.beside(at, heldWidth(held))
			writeText(&labels, "held", where, held, fmt.Sprintf("node %d: %s", label, panel.held[label]))
		}
	}
	s.WriteString(labels.String()) // last, so that they are on top
}

// writeText writes a text centred at a point; full is its tooltip.
func writeText(s *strings.Builder, class string, at point, text, full string) {
	fmt.Fprintf(s, `<text class="%s" x="%.1f" y="%.1f">%s<title>%s</title></text>`+"\n", class, at.x, at.y, html.EscapeString(text), html.EscapeString(full))
}

// short truncates a text that is too long for a figure.
func short(text string) string {
	const limit = 18
	if utf8.RuneCountInString(text) > limit {
		return string([]rune(text)[:limit-1]) + "…"
	}
	return text
}

// beside returns the middle of the text of a node, of the given width in pixels. On a circle it is outside the node;
// otherwise it is below on the right, where no link ends.
func (l layout) beside(at point, width float64) point {
	if l.round {
		outward := at.times(1 / max(1, at.length()))
		return at.plus(outward.times(radius + 8)).plus(point{outward.x * width / 2, 4 + 4*outward.y})
	}
	return at.plus(point{14 + width/2, radius + 17})
}

func (f *Figure) place(label int) int {
	if f.Machine.Placement == nil {
		return label
	}
	return f.Machine.Placement[label]
}

func (l layout) bounds() (low, high point) {
	low, high = l.at[0], l.at[0]
	for _, at := range l.at {
		low = point{min(low.x, at.x), min(low.y, at.y)}
		high = point{max(high.x, at.x), max(high.y, at.y)}
	}
	return low, high
}
