package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"topocoll/internal/host"
)

// WriteEnv prints the environment as comment lines.
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
	if calls := env.Calls(); calls != "" {
		WriteComment(w, "all calls: %s", calls)
	}
	if len(env.Labels) > 0 {
		WriteComment(w, "labels placed by --map %s", env.Map)
	}
	for _, line := range Crossings(env, env.P) {
		WriteComment(w, "%s", line)
	}
	how := fmt.Sprintf("sync=%s clock=%s%s", env.Sync, env.Clock, env.clockError())
	if env.Cache != "" {
		how += " cache=" + env.Cache
	}
	WriteComment(w, "%s, start skew p50 %s p95 %s", how, Micros(env.SkewP50), Micros(env.SkewP95))
	if env.TimeInC {
		WriteComment(w, "times of native calls, ours and plans are read in C, without the call from Go; those of go:ID and gompi from Go")
	}
	WriteComment(w, "empty sample %s, cgo call %.0f ns, clock reading %.0f ns", Micros(env.Overhead), env.CgoFloor, env.ClockCost)
	if env.MemoryRank > 0 {
		WriteComment(w, "memory: %s", MemoryText(env.MemoryRank, env.MemoryMachine))
	}
	if env.Launches > 1 {
		WriteComment(w, "%d launches, one after the other; n is their total", env.Launches)
	}
	if env.Oversubscribed {
		verdicts := "and the verdicts stay open"
		if env.CoresKnown {
			verdicts = "but verdicts allow for that: all calls are also timed on links without rates"
		}
		WriteComment(w, "more ranks than cores: the times measure the scheduler too, %s; the counters are valid", verdicts)
		if !strings.HasPrefix(env.MPI, "Open MPI") {
			WriteComment(w, "ranks of MPICH spin while they wait: a call may take 100 times as long as with a core for each rank")
		}
	}
}

// MemoryText says what a rank and all ranks of a machine take at most.
func MemoryText(rank, machine int) string {
	return fmt.Sprintf("at most %s a rank, %s all ranks of a machine",
		host.FormatMemory(int64(rank)), host.FormatMemory(int64(machine)))
}

// WriteTable prints all cells, in one table for each operation and process count.
func WriteTable(w io.Writer, r *Result) {
	var before []Cell
	for _, cells := range Cases(r.Cells) {
		if len(before) == 0 || before[0].Case().table() != cells[0].Case().table() {
			WriteHeader(w, r.Env, cells[0].Op, cells[0].P)
			before = nil
		}
		WriteCells(w, before, cells)
		before = cells
	}
}

// clockError says by how much the clocks of several hosts may differ.
func (e Env) clockError() string {
	if e.ClockError == 0 {
		return ""
	}
	return " known to " + Micros(e.ClockError)
}

// HostLines describes the hosts, with one line for adjacent hosts that are alike.
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

// many formats a count with its noun: "1 core", "2 cores".
func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// WriteHeader prints the header of an operation's table.
func WriteHeader(w io.Writer, env Env, op string, p int) {
	yardstick := "x 1-port"
	if env.LinksKnown(p) {
		yardstick = "x bound"
	}
	fmt.Fprintln(w)
	WriteComment(w, "%s, %s; bytes: one rank's block; sample: maximum over the ranks", op, many(p, "rank"))
	if env.Started != "" {
		yardstick = "overlap"
	}
	fmt.Fprintf(w, "#bytes algorithm                     median us  ratio 95 %%        %8s    n\n", yardstick)
}

// WriteCells prints the contenders of one size: native, ours, gompi, and the best of the forced native algorithms. If
// there are only native contenders, it prints all forced algorithms. Above them it says how they differ from those of the size
// before, nil for the first: in the type of the words, and in the rows that have the same plans.
func WriteCells(w io.Writer, before, cells []Cell) {
	writeType(w, before, cells)
	writeAlike(w, before, cells)
	best, _ := Lowest(cells, Cell.IsForced, func(c Cell) float64 { return c.Median })
	alone := !slices.ContainsFunc(cells, rival)
	for _, c := range cells {
		if c.IsForced() && c.Algo != best.Algo && !alone {
			continue
		}
		mark := ""
		if c.SkewP95 > 0.1*c.Median {
			mark = "~" // the start skew is more than a tenth of the time
		}
		ratio, interval := FormatRatio(c.Ratio), c.RatioRange.String()
		if c.Algo == Native {
			ratio, interval = "", ""
			if c.InCRatio > 0 {
				ratio, interval = "best", "in C "+FormatRatio(c.InCRatio)
			}
		}
		line := fmt.Sprintf("%6s %-29s %9s %6s %-12s %7s %4d%s", FormatSize(c.Bytes), fitted(c.Algo, 29), Us(c.Median), ratio, interval, c.besides(), c.N, mark)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// fitted shortens a name to width characters: MPICH has native:scatter_recursive_doubling_allgather.
func fitted(name string, width int) string {
	const end = 10
	if len(name) <= width {
		return name
	}
	return name[:width-end-2] + ".." + name[len(name)-end:]
}

// rival reports whether a cell is one of ours or gompi's, not the library's.
func rival(c Cell) bool { return c.Algo != Native && !c.IsForced() }

// besides is the overlap of a call that is started, and else timesYardstick.
func (c Cell) besides() string {
	if c.Overlap != nil {
		return fmt.Sprintf("%.0f %%", 100**c.Overlap)
	}
	return c.timesYardstick()
}

// timesYardstick is the median divided by the bound or, without one, by the one-port estimate.
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

// String formats the interval as in the table.
func (i Interval) String() string {
	if i.Lo == nil || i.Hi == nil {
		return "-"
	}
	return FormatRatio(*i.Lo) + ".." + FormatRatio(*i.Hi)
}

// significant formats a ratio below 10000 in at most five characters.
func FormatRatio(ratio float64) string {
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

// Us formats ns as microseconds, in at most eight characters up to 99 s.
func Us(ns float64) string {
	if ns >= 1e7 {
		return fmt.Sprintf("%.0f", ns/1000)
	}
	return fmt.Sprintf("%.2f", ns/1000)
}

// Multiple formats a multiple of something with three digits.
func Multiple(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

// Micros formats ns as microseconds with the unit.
func Micros(ns float64) string {
	if math.IsNaN(ns) {
		return "-"
	}
	return Us(ns) + " us"
}
