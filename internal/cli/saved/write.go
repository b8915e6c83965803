package saved

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/exit"
	"topocoll/internal/page"
)

// Writable returns an error if the folder cannot be written.
func Writable(out string) error {
	if err := results.CheckWritable(out); err != nil {
		return exit.Usagef("--out %q, want a folder that can be written: %w", out, err)
	}
	return nil
}

// KeepEarlier moves the result in a folder to a subfolder, and prints the name of the subfolder. It does not
// move the entries in the list `stay`.
func KeepEarlier(dir string, stay ...string) error {
	to, err := results.KeepEarlierRun(dir, stay...)
	if to != "" {
		fmt.Fprintf(os.Stderr, "kept: the earlier result in %s was moved to %s\n", dir, to)
	}
	return err
}

// WriteFile writes a file that the user named. The old file remains until the new one is complete. A symbolic
// link is followed. A pipe or a device, such as /dev/stdout, is not replaced but written.
func WriteFile(name string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() || info.IsDir() {
		return results.Save(name, write)
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// WriteJSON writes a value as indented JSON.
func WriteJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// WriteJoined prints the table of several launches, because the ranks print no table. Then it calls
// WriteReport.
func WriteJoined(out io.Writer, dir, format string, r *results.Result) error {
	if format == "table" {
		tables.WriteEnv(out, r.Env)
		tables.WriteTable(out, r)
	}
	return WriteReport(out, dir, format, r)
}

// WriteReport writes the report page of a run whose result files exist, and prints the verdicts and the
// summary.
func WriteReport(out io.Writer, dir, format string, r *results.Result) error {
	written := "bench.json and bench.csv"
	if len(r.Cells) > 0 {
		if err := results.Save(filepath.Join(dir, results.PageName),
			func(w io.Writer) error { return page.Write(w, r) }); err != nil {
			return err
		}
		written = "bench.json, bench.csv and report.html"
		if r.HasSamples() {
			written = "bench.json with " + results.SamplesName + ", bench.csv and report.html"
		}
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
		writeNativeAlgorithms(out, r)
		if last := results.LatestRunDir(dir); last != "" {
			written += " written; the earlier run is in " + last
		} else {
			written += " written"
		}
		fmt.Fprintf(out, "\n%s: %s\n", dir, written)
	}
	return nil
}
