package results

import (
	"fmt"
	"io"
	"math"
)

// WriteEnv prints what the tables depend on, as comment lines.
func WriteEnv(w io.Writer, env Env) {
	fmt.Fprintf(w, "# %s\n# %s, %s\n", env.Tool, env.MPI, env.Go)
	for _, line := range env.HostLines() {
		fmt.Fprintln(w, "#", line)
	}
	if env.Network != "" {
		fmt.Fprintf(w, "# network %s\n", env.Network)
	}
	WriteMesh(w, env)
	if len(env.Labels) > 0 {
		fmt.Fprintf(w, "# labels placed by --map %s\n", env.Map)
	}
	for _, line := range CrossingText(Crossings(env, env.P)) {
		fmt.Fprintln(w, "#", line)
	}
	fmt.Fprintf(w, "# sync=%s clock=%s, start skew p50 %s p95 %s\n", env.Sync, env.Clock, Micros(env.SkewP50), Micros(env.SkewP95))
	fmt.Fprintf(w, "# a sample of nothing %s, a cgo call %.0f ns, the clock %.0f ns\n", Micros(env.Overhead), env.CgoFloor, env.ClockCost)
	if env.Oversubscribed {
		fmt.Fprintln(w, "# more ranks than cores: times measure the scheduler too, verdicts stay open; trust the counts")
	}
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
		lines = append(lines, fmt.Sprintf("%s: %d ranks on %d cores, %s, Linux %s", where, alike*h.Ranks, h.Cores, h.CPU, h.Kernel))
		at += alike
	}
	return lines
}

func (h Host) like(other Host) bool {
	return h.Ranks == other.Ranks && h.Cores == other.Cores && h.CPU == other.CPU && h.Kernel == other.Kernel
}

// WriteHeader begins the table of an operation.
func WriteHeader(w io.Writer, op string, p int) {
	fmt.Fprintf(w, "\n# %s, %d ranks; bytes are those of one rank's block, a sample is the longest rank's\n", op, p)
	fmt.Fprintf(w, "# %6s  %-29s %10s %10s %6s  %-14s %7s %5s\n", "bytes", "algorithm", "median us", "native us", "ratio", "95 %", "x bound", "n")
}

// WriteCells prints the contenders of one size: ours, gompi, and the best native algorithm of those that
// were forced. The time of native as it comes stands beside theirs.
func WriteCells(w io.Writer, cells []Cell) {
	best := bestForced(cells)
	for _, c := range cells {
		if c.Algo == Native || c.Forced() && c.Algo != best.Algo {
			continue
		}
		mark := ""
		if c.SkewP95 > 0.1*c.Median {
			mark = "~" // the start skew is more than a tenth of the time
		}
		fmt.Fprintf(w, "%8s  %-29s %10s %10s %6.3f  %-14s %7s %5d%s\n",
			FormatSize(c.Bytes), c.Algo, us(c.Median), us(c.NativeMedian), c.Ratio, c.RatioRange, c.timesBound(), c.N, mark)
	}
}

// bestForced is the native algorithm with the lowest median of those that were forced.
func bestForced(cells []Cell) (best Cell) {
	for _, c := range cells {
		if c.Forced() && (best.Algo == "" || c.Median < best.Median) {
			best = c
		}
	}
	return best
}

// timesBound is how far the cell is from what is possible.
func (c Cell) timesBound() string {
	if c.Bound == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", c.Median/c.Bound)
}

// String writes the interval as the table does.
func (i Interval) String() string {
	if i.Lo == nil || i.Hi == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f..%.3f", *i.Lo, *i.Hi)
}

func us(ns float64) string {
	if ns >= 1e8 {
		return fmt.Sprintf("%.0f", ns/1000)
	}
	return fmt.Sprintf("%.2f", ns/1000)
}

func Micros(ns float64) string {
	if math.IsNaN(ns) {
		return "-"
	}
	return us(ns) + " us"
}
