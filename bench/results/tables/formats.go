package tables

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"topocoll/bench/results"
)

// WriteOSU prints a table for each operation and contender in the format of the OSU micro-benchmarks with -f,
// for programs that parse this format. A line has the mean, the minimum and the maximum of the ranks' mean
// times.
func WriteOSU(w io.Writer, r *results.Result) {
	for _, cells := range results.GroupBy(r.Cells,
		func(c results.Cell) results.Key { return c.Case().Table().Key(c.Algo) }) {
		fmt.Fprintf(w, "\n# OSU MPI %s Latency Test\n# %s, %d ranks\n", osuName(cells[0].Op), cells[0].Algo,
			cells[0].P)
		fmt.Fprintf(w, "%-10s%18s%18s%18s%12s\n", "# Size", "Avg Latency(us)", "Min Latency(us)",
			"Max Latency(us)", "Iterations")
		for _, c := range cells {
			mean, least, most := osuTimes(c)
			fmt.Fprintf(w, "%-10d%18.2f%18.2f%18.2f%12d\n", c.Bytes, mean/1000, least/1000, most/1000, c.N)
		}
	}
}

// osuTimes returns the mean, the minimum and the maximum of the ranks' mean times, in ns. If the cell has no
// mean times, all three are the median.
func osuTimes(c results.Cell) (mean, least, most float64) {
	if len(c.RankMean) == 0 {
		return c.Median, c.Median, c.Median
	}
	return stat.Mean(c.RankMean, nil), slices.Min(c.RankMean), slices.Max(c.RankMean)
}

func osuName(op string) string {
	switch op {
	case "reducescatter":
		return "Reduce_scatter"
	case "alltoall":
		return "All-to-All Personalized Exchange"
	}
	return strings.ToUpper(op[:1]) + op[1:]
}

// WriteGoBench prints every sample as a line of a Go benchmark, for benchstat. The command benchstat -col
// /algo FILE compares the contenders.
func WriteGoBench(w io.Writer, r *results.Result) {
	fmt.Fprintf(w, "mpi: %s\npkg: topocoll\n", r.Env.MPI)
	for _, c := range r.Cells {
		name := fmt.Sprintf("Benchmark%s/algo=%s/p=%d/bytes=%d", strings.ToUpper(c.Op[:1])+c.Op[1:],
			strings.ReplaceAll(c.Algo, "/", "_"), c.P, c.Bytes)
		for _, ns := range c.Samples {
			fmt.Fprintf(w, "%s 1 %d ns/op\n", name, ns)
		}
	}
}
