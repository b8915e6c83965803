package explain

import (
	"io"

	"topocoll/internal/figure"
	"topocoll/topo"
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

const maxRowWidth = 1340 // panels are placed side by side up to this width in pixels

// Readable is the width or height in pixels above which a picture is hard to read.
const Readable = 8000

// Draw draws the figure on its network as SVG, with a panel for each step, and returns its size in pixels. A
// broadcast or reduction along a tree has a single panel if its nodes show no data. Each arrow has the number
// of its step, and the data of its message unless all messages have the same data. With at most 32 nodes,
// each node shows its data or partial sum, and a last panel shows the nodes after the last step. In a
// broadcast, a barrier or a very large reduction, nodes show no data.
func (f *Figure) Draw(w io.Writer) (pixelsWide, pixelsHigh float64, err error) {
	panels := placePanels(f.Machine.Network, f.nodesByLabel(), f.panels())
	around := panels[0].bounds
	for _, s := range panels {
		around = around.enclose(s.bounds)
	}
	const margin, caption = figure.Margin, 24
	low, high := around.low.minus(point{margin, margin + caption}), around.high.plus(point{margin, margin})
	width, height := high.x-low.x, high.y-low.y
	perRow, rows := panelGrid(len(panels), width, height)

	lines := f.Head()
	top := figure.HeadHigh(lines)
	pixelsWide, pixelsHigh = max(640, float64(perRow)*width), top+float64(rows)*height
	s := figure.Begin(lines, pixelsWide, pixelsHigh, style)
	for i, p := range panels {
		at := point{float64(i%perRow) * width, top + float64(i/perRow)*height}.minus(low)
		s.Add(`<g transform="translate(%.1f %.1f)">`, at.x, at.y)
		s.Add(`<text class="note" x="%.1f" y="%.1f">%s</text>`, low.x+margin, low.y+margin, p.caption)
		p.writeSVG(s)
		s.Add("</g>")
	}
	return pixelsWide, pixelsHigh, s.Close(w)
}

// maxExtendedRowWidth is the maximum width in pixels of a row with one extra panel.
const maxExtendedRowWidth = 1500

// panelGrid returns the number of panels in a row, and the number of rows. If the picture would be more than
// twice as high as wide, a row gets one more panel, within maxExtendedRowWidth. If one panel is wider than
// maxRowWidth, rows get panels until the picture is at most twice as high as wide.
func panelGrid(n int, width, height float64) (perRow, rows int) {
	rowsOf := func(perRow int) int { return (n + perRow - 1) / perRow }
	perRow = max(1, min(n, int(maxRowWidth/width)))
	if next := float64(perRow + 1); perRow < n && next*width <= maxExtendedRowWidth &&
		float64(rowsOf(perRow))*height > 2*float64(perRow)*width {
		perRow++
	}
	for width > maxRowWidth && float64(rowsOf(perRow))*height > 2*float64(perRow)*width {
		perRow++
	}
	return perRow, rowsOf(perRow)
}

// placePanels arranges the panels in one layout, wide enough that no label hides another label. If a panel
// has too many messages for any width, its arrows have no labels.
func placePanels(network topo.Network, places []int, panels []panel) (all []*placedPanel) {
	narrow := newLayout(network, places, labelWidthsOf(panels))
	for _, factor := range []float64{1, 1.15, 1.3, 1.5, 1.75, 2, 2.5} {
		if all = placeReadably(narrow.scaled(factor), panels); all != nil {
			return all
		}
	}
	for _, p := range panels {
		s := placePanel(narrow.scaled(1.5), p)
		if !s.isReadable() {
			p.withoutLabels = true
			p.caption += ", without the data (point at an arrow to see them)"
			s = placePanel(narrow.scaled(1.5), p)
		}
		all = append(all, s)
	}
	return all
}

// placeReadably arranges the panels in a layout. It returns nil if a label hides another label.
func placeReadably(l layout, panels []panel) (all []*placedPanel) {
	for _, p := range panels {
		s := placePanel(l, p)
		if !s.isReadable() {
			return nil
		}
		all = append(all, s)
	}
	return all
}

// labelWidthsOf returns the widths of the widest labels in all panels.
func labelWidthsOf(panels []panel) (r labelWidths) {
	for _, panel := range panels {
		for _, held := range panel.nodeData {
			r.node = max(r.node, newAnnotation("", "("+held+")", "").width)
		}
		for _, b := range panel.bundles {
			r.message = max(r.message, newAnnotation("", b.label, "").width)
		}
	}
	return r
}

// nodesByLabel returns, for each label, the index of its node in the network.
func (f *Figure) nodesByLabel() []int {
	if f.Machine.Placement != nil {
		return f.Machine.Placement
	}
	return topo.Integers(f.P)
}
