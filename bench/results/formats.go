package results

import (
	"fmt"
	"io"
	"strings"
)

// WriteOSU prints a table for each operation and contender in the format of the OSU micro-benchmarks, for parsers of
// that format.
func WriteOSU(w io.Writer, r *Result) {
	type table struct {
		op, algo string
		p        int
	}
	var order []table
	rows := map[table][]Cell{}
	for _, c := range r.Cells {
		key := table{c.Op, c.Algo, c.P}
		if rows[key] == nil {
			order = append(order, key)
		}
		rows[key] = append(rows[key], c)
	}
	for _, t := range order {
		fmt.Fprintf(w, "\n# OSU MPI %s Latency Test\n# %s, %d ranks\n# Size       Avg Latency(us)\n", osuName(t.op), t.algo, t.p)
		for _, c := range rows[t] {
			fmt.Fprintf(w, "%-10d%*.2f\n", c.Bytes, 18, c.Median/1000)
		}
	}
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

// WriteGoBench prints every sample as a line of a Go benchmark, for benchstat: benchstat -col /algo FILE compares the
// contenders.
func WriteGoBench(w io.Writer, r *Result) {
	fmt.Fprintf(w, "mpi: %s\npkg: topocoll\n", r.Env.MPI)
	for _, c := range r.Cells {
		name := fmt.Sprintf("Benchmark%s/algo=%s/p=%d/bytes=%d", strings.ToUpper(c.Op[:1])+c.Op[1:], strings.ReplaceAll(c.Algo, "/", "_"), c.P, c.Bytes)
		for _, ns := range c.Samples {
			fmt.Fprintf(w, "%s 1 %d ns/op\n", name, ns)
		}
	}
}
