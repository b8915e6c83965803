package saved

import (
	"fmt"
	"io"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/page"
)

// WriteJoined prints the table of several launches, which the ranks do not print, and then calls WriteReport.
func WriteJoined(out io.Writer, dir, format string, r *results.Result) error {
	if format == "table" {
		tables.WriteEnv(out, r.Env)
		tables.WriteTable(out, r)
	}
	return WriteReport(out, dir, format, r)
}

// WriteReport writes the page of a run whose files are written, and prints the verdicts and the summary.
func WriteReport(out io.Writer, dir, format string, r *results.Result) error {
	written := "bench.json and bench.csv"
	if len(r.Cells) > 0 {
		if err := results.Save(filepath.Join(dir, results.PageName),
			func(w io.Writer) error { return page.Write(w, r) }); err != nil {
			return err
		}
		written = "bench.json, bench.csv and report.html"
	}
	switch format {
	case "csv":
		return results.WriteCSV(out, r.Cells)
	case "osu":
		tables.WriteOSU(out, r)
	case "go":
		tables.WriteGoBench(out, r)
	default:
		tables.WriteConclusion(out, r)
		tables.WriteBusiest(out, r)
		tables.WriteVerdicts(out, r)
		tables.WriteSummary(out, r)
		if last := results.LatestRunDir(dir); last != "" {
			written += " written; the earlier run is in " + last
		} else {
			written += " written"
		}
		fmt.Fprintf(out, "\n%s: %s\n", dir, written)
	}
	return nil
}
