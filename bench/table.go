package bench

import (
	"fmt"
	"io"
	"math"
)

// WriteEnv prints what the tables depend on, as comment lines.
func WriteEnv(w io.Writer, env Env) {
	fmt.Fprintf(w, "# %s, %s, %s\n", env.Tool, env.MPI, env.Go)
	for _, h := range env.Hosts {
		fmt.Fprintf(w, "# %s: %d ranks on %d cores, %s, Linux %s\n", h.Name, h.Ranks, h.Cores, h.CPU, h.Kernel)
	}
	if env.Network != "" {
		fmt.Fprintf(w, "# network %s\n", env.Network)
	}
	fmt.Fprintf(w, "# sync=%s clock=%s, start skew p50 %s p95 %s; a sample of nothing %s, a cgo call %.0f ns, the clock %.0f ns\n",
		env.Sync, env.Clock, micros(env.SkewP50), micros(env.SkewP95), micros(env.Overhead), env.CgoFloor, env.ClockCost)
	if env.Oversubscribed {
		fmt.Fprintln(w, "# more ranks than cores: these times measure the scheduler too, and verdicts stay open; trust the counts")
	}
}

// WriteHeader begins the table of an operation.
func WriteHeader(w io.Writer, op string, p int) {
	fmt.Fprintf(w, "\n# %s, %d ranks; bytes are those of one rank's block, a sample is the longest rank's\n", op, p)
	fmt.Fprintf(w, "# %8s  %-26s %12s %12s %7s  %-15s %-8s %6s\n", "bytes", "algorithm", "median us", "native us", "ratio", "95 %", "verdict", "n")
}

// WriteCells prints the contenders of one size, native left out: its time stands beside theirs.
func WriteCells(w io.Writer, cells []Cell) {
	for _, c := range cells {
		if c.Algo == nativeName {
			continue
		}
		verdict := c.Verdict
		if verdict == "" {
			verdict = "-" // not known before the whole table is
		}
		mark := ""
		if c.SkewP95 > 0.1*c.Median {
			mark = "~" // the start skew is more than a tenth of the time
		}
		fmt.Fprintf(w, "%10s  %-26s %12s %12s %7.3f  %-15s %-8s %6d%s\n",
			FormatSize(c.Bytes), c.Algo, us(c.Median), us(c.NativeMedian), c.Ratio, c.RatioRange, verdict, c.N, mark)
	}
}

// String writes the interval as the table does.
func (i Interval) String() string {
	if i.Lo == nil || i.Hi == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f .. %.3f", *i.Lo, *i.Hi)
}

func us(ns float64) string { return fmt.Sprintf("%.2f", ns/1000) }

func micros(ns float64) string {
	if math.IsNaN(ns) {
		return "-"
	}
	return us(ns) + " us"
}
