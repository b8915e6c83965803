package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// WriteEnv prints what the tables depend on, as comment lines.
func WriteEnv(w io.Writer, env Env) {
	library, _, _ := strings.Cut(env.MPI, ", ident")
	WriteComment(w, "%s", env.Tool)
	WriteComment(w, "%s, %s", library, env.Go)
	for _, line := range env.HostLines() {
		WriteComment(w, "%s", line)
	}
	if env.Network != "" {
		WriteComment(w, "network %s", env.Network)
	}
	WriteMesh(w, env)
	if len(env.Labels) > 0 {
		WriteComment(w, "labels placed by --map %s", env.Map)
	}
	for _, line := range CrossingText(Crossings(env, env.P)) {
		WriteComment(w, "%s", line)
	}
	how := fmt.Sprintf("sync=%s clock=%s%s", env.Sync, env.Clock, env.clockError())
	if env.Cache != "" {
		how += " cache=" + env.Cache
	}
	WriteComment(w, "%s, start skew p50 %s p95 %s", how, Micros(env.SkewP50), Micros(env.SkewP95))
	WriteComment(w, "a sample of nothing %s, a cgo call %.0f ns, the clock %.0f ns", Micros(env.Overhead), env.CgoFloor, env.ClockCost)
	if env.Launches > 1 {
		WriteComment(w, "%d launches, one after the other; n is of all together", env.Launches)
	}
	if env.Oversubscribed {
		WriteComment(w, "more ranks than cores: times measure the scheduler too, verdicts stay open; trust the counts")
	}
}

// WriteTable prints all cells, a table for each operation and process count.
func WriteTable(w io.Writer, r *Result) {
	cells := r.Cells
	for at := 0; at < len(cells); {
		first, n := cells[at], 1
		for at+n < len(cells) && cells[at+n].sitting() == first.sitting() {
			n++
		}
		if at == 0 || first.Op != cells[at-1].Op || first.P != cells[at-1].P {
			WriteHeader(w, r.Env, first.Op, first.P)
		}
		WriteCells(w, cells[at:at+n])
		at += n
	}
}

// clockError is what the clocks of several hosts may be off by.
func (e Env) clockError() string {
	if e.ClockError == 0 {
		return ""
	}
	return " known to " + Micros(e.ClockError)
}

// HostLines describes the hosts, those that are alike together.
func (e Env) HostLines() []string {
	var lines []string
	for at := 0; at < len(e.Hosts); {
		h, alike := e.Hosts[at], 1
		for at+alike < len(e.Hosts) && e.Hosts[at+alike].like(h) {
			alike++
		}
		where := h.Name
		if alike > 1 {
			where = fmt.Sprintf("%s to %s (%d hosts", h.Name, e.Hosts[at+alike-1].Name, alike)
			if h.Boot != "" && h.Boot == e.Hosts[at+1].Boot {
				where += " on one machine"
			}
			where += ")"
		}
		lines = append(lines, fmt.Sprintf("%s: %s on %s, %s, Linux %s", where, many(alike*h.Ranks, "rank"), many(h.Cores, "core"), h.CPU, h.Kernel))
		at += alike
	}
	return lines
}

func (h Host) like(other Host) bool {
	return h.Ranks == other.Ranks && h.Cores == other.Cores && h.CPU == other.CPU && h.Kernel == other.Kernel
}

// many is n of something: "1 core", "2 cores".
func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// WriteHeader begins the table of an operation.
func WriteHeader(w io.Writer, env Env, op string, p int) {
	yardstick := "x 1-port"
	if env.LinksKnown(p) {
		yardstick = "x bound"
	}
	fmt.Fprintln(w)
	WriteComment(w, "%s, %s; bytes are those of one rank's block, a sample is the longest rank's", op, many(p, "rank"))
	fmt.Fprintf(w, "#bytes algorithm                     median us  ratio 95 %%        %8s    n\n", yardstick)
}

// WriteCells prints the contenders of one size: native, ours, gompi, and the best native algorithm of those that
// were forced; all of these where there is nobody else.
func WriteCells(w io.Writer, cells []Cell) {
	best, alone := bestForced(cells), !slices.ContainsFunc(cells, rival)
	for _, c := range cells {
		if c.Forced() && c.Algo != best.Algo && !alone {
			continue
		}
		mark := ""
		if c.SkewP95 > 0.1*c.Median {
			mark = "~" // the start skew is more than a tenth of the time
		}
		ratio, interval := significant(c.Ratio), c.RatioRange.String()
		if c.Algo == Native {
			ratio, interval = "", ""
		}
		line := fmt.Sprintf("%6s %-29s %9s %6s %-12s %7s %4d%s", FormatSize(c.Bytes), c.Algo, Us(c.Median), ratio, interval, c.timesYardstick(), c.N, mark)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// rival reports whether a cell is of ours or gompi, not of the library itself.
func rival(c Cell) bool { return c.Algo != Native && !c.Forced() }

// bestForced is the native algorithm with the lowest median of those that were forced.
func bestForced(cells []Cell) (best Cell) {
	for _, c := range cells {
		if c.Forced() && (best.Algo == "" || c.Median < best.Median) {
			best = c
		}
	}
	return best
}

// timesYardstick is how many times its bound, or its one-port estimate, the cell took.
func (c Cell) timesYardstick() string {
	yardstick := c.Yardstick()
	if yardstick == 0 {
		return "-"
	}
	if times := c.Median / yardstick; times < 1000 {
		return fmt.Sprintf("%.2f", times)
	}
	return fmt.Sprintf("%.0f", c.Median/yardstick)
}

// String writes the interval as the table does.
func (i Interval) String() string {
	if i.Lo == nil || i.Hi == nil {
		return "-"
	}
	return significant(*i.Lo) + ".." + significant(*i.Hi)
}

// significant writes a ratio in five characters, if it is below 10000.
func significant(ratio float64) string {
	switch {
	case ratio < 9.9995:
		return fmt.Sprintf("%.3f", ratio)
	case ratio < 99.995:
		return fmt.Sprintf("%.2f", ratio)
	case ratio < 999.95:
		return fmt.Sprintf("%.1f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}

// Us writes ns as microseconds, in eight characters or fewer up to 99 s.
func Us(ns float64) string {
	if ns >= 1e7 {
		return fmt.Sprintf("%.0f", ns/1000)
	}
	return fmt.Sprintf("%.2f", ns/1000)
}

// Micros is Us with the unit.
func Micros(ns float64) string {
	if math.IsNaN(ns) {
		return "-"
	}
	return Us(ns) + " us"
}
