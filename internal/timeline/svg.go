package timeline

import (
	"fmt"
	"io"
	"strings"

	"topocoll/internal/figure"
	"topocoll/plan"
)

const style = `.in { text-anchor: middle; } .node { text-anchor: end; }
.in { font-size: 10px; pointer-events: none; paint-order: stroke; stroke-width: 3px; stroke-linejoin: round; }
.in.send { fill: inherit; stroke: #5fa3ee; } .in.recv { fill: inherit; stroke: #62bb82; }
.line { fill: #f3f5f7; } .grid { stroke: #d8dee4; } .wait { fill: url(#wait); }
.send { fill: #b5d6fa; } .send.start { fill: #5fa3ee; } .recv { fill: #bfe6ca; }
.recv.start { fill: #62bb82; } .combine { fill: #e9a04f; } .copy { fill: #8b949e; }
.way { stroke: #24292f; stroke-opacity: 0.45; fill: none; marker-end: url(#head); }
.head { fill: #24292f; fill-opacity: 0.7; } .hatch { stroke: #c4cad1; }
` + figure.Dark + `.line { fill: #161b22; } .grid { stroke: #30363d; }
.send { fill: #1d4573; } .send.start { fill: #2b6cb0; } .recv { fill: #1c5231; }
.recv.start { fill: #2a7a48; }
.in, .in.send, .in.recv { fill: #ffffff; } .in.send { stroke: #1d4573; } .in.recv { stroke: #1c5231; }
.way { stroke: #e6edf3; } .head { fill: #ffffff; } .hatch { stroke: #484f58; }
}
`

// Lengths in the picture, in pixels.
const (
	leftSpace, rightSpace = 76, 30 // space beside the rows
	plotWidth             = 1120   // width of the rows
	figureWidth           = leftSpace + plotWidth + rightSpace
	laneHeight            = 15
	rowGap                = 12 // space between two rows
)

// SVG writes the figure. A message is a bar at both nodes, with an arrow from its start at the sender to its
// end at the receiver. The start-up is the darker part of a bar.
func (f *Figure) SVG(w io.Writer) error {
	text, _ := f.draw()
	_, err := io.WriteString(w, text)
	return err
}

// Stack writes figures one below the other. All figures have the same time scale.
func Stack(w io.Writer, figures ...*Figure) error {
	finish, high := 0.0, 0.0
	for _, f := range figures {
		finish = max(finish, f.Schedule.Finish)
	}
	var all strings.Builder
	for _, f := range figures {
		schedule := *f.Schedule
		schedule.Finish = finish
		scaled := *f
		scaled.Schedule = &schedule
		text, height := scaled.draw()
		all.WriteString(strings.Replace(text, "<svg ", fmt.Sprintf(`<svg y="%.0f" `, high), 1))
		high += height
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" width="%d" `+
		"height=\"%.0f\">\n%s</svg>\n", figureWidth, high, figureWidth, high, all.String())
	return err
}

// draw returns the figure as SVG, and its height in pixels.
func (f *Figure) draw() (svg string, height float64) {
	rows := f.rows()
	tops := make([]float64, len(rows)+1)
	tops[0] = figure.HeadHigh(f.Head) + 42
	for rank, row := range rows {
		tops[rank+1] = tops[rank] + float64(row.lanes*laneHeight+rowGap)
	}
	d := drawing{Figure: f, rows: rows, tops: tops, scale: plotWidth}
	height = tops[len(rows)] + 46
	d.Canvas = figure.Begin(f.Head, figureWidth, height, style)
	d.Add(`<defs><pattern id="wait" width="6" height="6" patternUnits="userSpaceOnUse" ` +
		`patternTransform="rotate(45)"><path class="hatch" d="M0,0 V6"/></pattern></defs>`)
	if f.Schedule.Finish > 0 {
		d.scale = plotWidth / f.Schedule.Finish
	}
	d.drawLegend(figure.HeadHigh(f.Head) - 2)
	d.drawAxis()
	for rank := range rows {
		d.drawRow(rank)
	}
	d.drawMessages()
	d.drawPeerLabels()
	return d.Finish(), height
}

// A drawing is a figure that is being written as SVG.
type drawing struct {
	*Figure
	*figure.Canvas
	rows  []row
	tops  []float64 // upper edge of each row; last: lower edge of the last row
	scale float64   // pixels per unit of time
}

func (d *drawing) x(time float64) float64 { return leftSpace + time*d.scale }

func (d *drawing) y(rank, number int) float64 { return d.tops[rank] + float64(number*laneHeight) }

func (d *drawing) drawRow(rank int) {
	row := d.rows[rank]
	high := float64(row.lanes * laneHeight)
	d.Add(`<text class="node" x="%d" y="%.1f">node %d</text>`, leftSpace-10, d.y(rank, 0)+high/2+4, rank)
	d.Add(`<rect class="line" x="%d" y="%.1f" width="%d" height="%.1f"/>`, leftSpace, d.y(rank, 0), plotWidth,
		high)
	for _, gap := range row.idleTimes() {
		d.Add(`<rect class="wait" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>node %d waits from `+
			`%.6g to %.6g µs</title></rect>`,
			d.x(gap[0]), d.y(rank, 0), (gap[1]-gap[0])*d.scale, high, rank, gap[0], gap[1])
	}
	for _, b := range row.bars {
		x, y, width := d.x(b.begin), d.y(rank, b.lane), (b.end-b.begin)*d.scale
		gap := min(1, width/4)
		d.Add(`<g><title>%s</title><rect class="%v" x="%.2f" y="%.1f" width="%.2f" height="%d"/>`,
			tooltip(rank, b), b.step.Kind, x, y+1, width-gap, laneHeight-2)
		if start := min(d.Machine.Ts*d.scale, width-gap); b.step.Message() && start > 0 {
			d.Add(`<rect class="%v start" x="%.2f" y="%.1f" width="%.2f" height="%d"/>`, b.step.Kind, x, y+1,
				start, laneHeight-2)
		}
		d.Add("</g>")
	}
	for _, m := range row.instants {
		d.drawInstantSteps(m.kind, d.x(m.at), d.y(rank, row.lanes)+rowGap/2.0,
			fmt.Sprintf("node %d: %d × %v at %.6g µs", rank, m.count, m.kind, m.at))
	}
}

// drawInstantSteps draws local steps that take no time: a diamond for combinations, a dot for copies. Both
// may be at the same position.
func (d *drawing) drawInstantSteps(kind plan.Kind, x, y float64, tells string) {
	if kind == plan.Copy {
		d.Add(`<circle class="copy" cx="%.1f" cy="%.1f" r="2.5"><title>%s</title></circle>`, x, y, tells)
		return
	}
	d.Add(`<path class="combine" d="M%.1f,%.1f l4.5,4.5 l-4.5,4.5 l-4.5,-4.5 Z"><title>%s</title></path>`, x,
		y-4.5, tells)
}

func (d *drawing) drawMessages() {
	type point struct{ x, y float64 }
	arrives := map[[3]int]point{} // end of the receiver's bar, by sender, receiver and message number
	for rank, row := range d.rows {
		for _, b := range row.bars {
			if b.step.Kind == plan.Recv {
				arrives[[3]int{b.step.Peer, rank, b.step.Number}] =
					point{d.x(b.end), d.y(rank, b.lane) + laneHeight/2.0}
			}
		}
	}
	for rank, row := range d.rows {
		for _, b := range row.bars {
			if b.step.Kind == plan.Send {
				end := arrives[[3]int{rank, b.step.Peer, b.step.Number}]
				d.Add(`<path class="way" d="M%.1f,%.1f L%.1f,%.1f"/>`, d.x(b.begin),
					d.y(rank, b.lane)+laneHeight/2.0, end.x, end.y)
			}
		}
	}
}

// drawPeerLabels writes the number of the peer node into each bar that is wide enough.
func (d *drawing) drawPeerLabels() {
	for rank, row := range d.rows {
		for _, b := range row.bars {
			text := map[plan.Kind]string{plan.Send: "to %d", plan.Recv: "from %d"}[b.step.Kind]
			if text == "" {
				continue
			}
			text = fmt.Sprintf(text, b.step.Peer)
			if width := (b.end - b.begin) * d.scale; width > 6+figure.Width(text, 10) {
				d.Add(`<text class="in %s" x="%.1f" y="%.1f">%s</text>`, b.step.Kind, d.x((b.begin+b.end)/2),
					d.y(rank, b.lane)+laneHeight-4, text)
			}
		}
	}
}

func (d *drawing) drawLegend(y float64) {
	x, sends, start := 14.0, "sends", ""
	if d.Machine.Ts > 0 {
		sends, start = "sends: start-up (ts), then data (tw per word)", " start"
	}
	for _, entry := range [...]struct{ class, text string }{
		{"send", sends}, {"recv", "receives"}, {"combine", "combines"},
		{"copy", "copies"}, {"wait", "waits"},
	} {
		switch entry.class {
		case "send", "recv":
			d.Add(`<rect class="%s" x="%.1f" y="%.1f" width="9" height="11"/><rect class="%s" `+
				`x="%.1f" y="%.1f" width="15" height="11"/>`,
				entry.class+start, x, y, entry.class, x+9, y)
		case "copy":
			d.drawInstantSteps(plan.Copy, x+18, y+5.5, "copies take no time")
		case "combine":
			d.drawInstantSteps(plan.Combine, x+4, y+5.5, "no time")
			fallthrough
		default:
			d.Add(`<rect class="%s" x="%.1f" y="%.1f" width="14" height="11"/>`, entry.class, x+10, y)
		}
		d.Add(`<text class="note" x="%.1f" y="%.1f">%s</text>`, x+30, y+10, entry.text)
		x += 48 + figure.Room(entry.text, 11)
	}
	d.Add(`<path class="way" d="M%.1f,%.1f l26,8"/><text class="note" x="%.1f" y="%.1f">message</text>`, x,
		y+2, x+32, y+10)
}

func (d *drawing) drawAxis() {
	bottom := d.tops[len(d.rows)]
	for _, tick := range figure.LinearTicks(d.Schedule.Finish) {
		x := d.x(tick.Value)
		d.Add(`<path class="grid" d="M%.1f,%.1f V%.1f"/><text class="at" x="%.1f" y="%.1f">%s</text>`, x,
			d.tops[0]-8, bottom+4, x, bottom+18, tick.Label)
	}
	d.Add(`<text class="at note" x="%d" y="%.1f">time, µs</text>`, leftSpace+plotWidth/2, bottom+36)
}
