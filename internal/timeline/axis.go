package timeline

import (
	"topocoll/internal/figure"
	"topocoll/plan"
)

// legend explains the colours.
func (d *drawing) legend(y float64) {
	x, sends, start := 14.0, "sends", ""
	if d.Machine.Ts > 0 {
		sends, start = "sends: start-up ts, words tw", " start"
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
			d.mark(plan.Copy, x+18, y+5.5, "copies take no time")
		case "combine":
			d.mark(plan.Combine, x+4, y+5.5, "no time")
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

// axis draws the time axis.
func (d *drawing) axis() {
	bottom := d.tops[len(d.rows)]
	for _, tick := range figure.LinearTicks(d.Schedule.Finish) {
		x := d.x(tick.Value)
		d.Add(`<path class="grid" d="M%.1f,%.1f V%.1f"/><text class="at" x="%.1f" y="%.1f">%s</text>`, x,
			d.tops[0]-8, bottom+4, x, bottom+18, tick.Label)
	}
	d.Add(`<text class="at note" x="%d" y="%.1f">time, %s</text>`, left+wide/2, bottom+36, d.Unit)
}
