package timeline

import (
	"math"

	"topocoll/plan"
)

// legend says what the colours mean.
func (d *drawing) legend(y float64) {
	x := 14.0
	for _, entry := range [...]struct{ class, text string }{
		{"send", "sends: start-up ts, words tw"}, {"recv", "receives"}, {"combine", "combines"}, {"copy", "copies"}, {"wait", "waits"},
	} {
		switch entry.class {
		case "send", "recv":
			d.printf(`<rect class="%s start" x="%.1f" y="%.1f" width="9" height="11"/><rect class="%s" x="%.1f" y="%.1f" width="15" height="11"/>`,
				entry.class, x, y, entry.class, x+9, y)
		case "copy":
			d.mark(plan.Copy, x+18, y+5.5, "copies take no time")
		case "combine":
			d.mark(plan.Combine, x+4, y+5.5, "no time")
			fallthrough
		default:
			d.printf(`<rect class="%s" x="%.1f" y="%.1f" width="14" height="11"/>`, entry.class, x+10, y)
		}
		d.printf(`<text class="note" x="%.1f" y="%.1f">%s</text>`, x+30, y+10, entry.text)
		x += 52 + 6*float64(len(entry.text))
	}
	d.printf(`<path class="way" d="M%.1f,%.1f l26,8"/><text class="note" x="%.1f" y="%.1f">message</text>`, x, y+2, x+32, y+10)
}

// axis draws the times.
func (d *drawing) axis() {
	bottom := d.tops[len(d.rows)]
	step := tick(d.Schedule.Finish)
	for i := 0; float64(i)*step <= d.Schedule.Finish*(1+1e-9); i++ {
		x := d.x(float64(i) * step)
		d.printf(`<path class="grid" d="M%.1f,%.1f V%.1f"/><text class="at" x="%.1f" y="%.1f">%.6g</text>`, x, d.tops[0]-8, bottom+4, x, bottom+18, float64(i)*step)
	}
	d.printf(`<text class="at note" x="%d" y="%.1f">time, %s</text>`, left+wide/2, bottom+36, d.Unit)
}

// tick is the distance of the times on an axis: 1, 2 or 5 times a power of ten, for 6 to 15 of them until finish.
func tick(finish float64) float64 {
	if finish == 0 {
		return 1
	}
	most := finish / 6 * (1 + 1e-9)
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{5, 2} {
		if times*step <= most {
			return times * step
		}
	}
	return step
}
