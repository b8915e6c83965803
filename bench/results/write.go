package results

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A File writes the files of a result, which grow during a run: bench.json, bench.csv and the samples.
// bench.json and bench.csv are complete at all times. The samples file contains the samples of every cell in
// bench.json, even if the program ends early. It may also contain samples of further cells. The last of these
// cells may be incomplete.
type File struct {
	dir       string
	json, csv *growingFile
	samples   samplesFile
	n         int // number of cells in the files
}

// Create creates the folder `dir` with the files bench.json and bench.csv, which contain everything in r
// except the cells.
func Create(dir string, r *Result) (*File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	env, err := json.Marshal(r.Env)
	if err != nil {
		return nil, err
	}
	messages, err := json.Marshal(r.Messages)
	if err != nil {
		return nil, err
	}
	var head bytes.Buffer
	if err := WriteCSV(&head, nil); err != nil {
		return nil, err
	}
	f := &File{
		dir:  dir,
		json: &growingFile{path: filepath.Join(dir, JSONName), suffix: `],"status":"partial"}` + "\n"},
		csv:  &growingFile{path: filepath.Join(dir, CSVName)},

		samples: samplesFile{path: filepath.Join(dir, SamplesName), start: r.Env.Start},
	}
	if err := f.json.add(fmt.Sprintf(`{"schema":%d,"env":%s,"messages":%s,"cells":[`, Schema, env,
		messages)); err != nil {
		return nil, err
	}
	return f, f.csv.add(head.String())
}

// Append adds cells to the files. If it cannot write bench.json or the samples, neither of them has the new
// cells. If only bench.csv cannot be written, both of them have the new cells.
func (f *File) Append(cells []Cell) error {
	var text, lines bytes.Buffer
	samples := cells
	cells = withoutSamples(cells)
	for i := range cells {
		cells[i].Verdict = Inconclusive // Judge needs the whole table, so the verdicts come at the end
		cell, err := json.Marshal(cells[i])
		if err != nil {
			return err
		}
		if f.n+i > 0 {
			text.WriteString(",\n")
		}
		text.Write(cell)
	}
	if err := csv.NewWriter(&lines).WriteAll(csvRows(cells)); err != nil {
		return err
	}
	before := f.samples.size
	if err := f.samples.add(samples); err != nil {
		return err
	}
	if err := f.json.add(text.String()); err != nil {
		f.samples.truncate(before)
		return err
	}
	f.n += len(cells)
	return f.csv.add(lines.String())
}

// CellCount returns the number of cells in the files.
func (f *File) CellCount() int { return f.n }

// Close rewrites the files with the verdicts of the whole table.
func (f *File) Close(r *Result) error { return Write(f.dir, r) }

// A growingFile is a text file with a fixed end. New text is inserted before the end.
type growingFile struct {
	path   string
	size   int64 // length of the file in bytes, without the suffix
	suffix string
}

// add writes a copy with the text added, and replaces the file with the copy.
func (g *growingFile) add(text string) error {
	err := Save(g.path, func(w io.Writer) error {
		if g.size > 0 {
			before, err := os.Open(g.path)
			if err != nil {
				return err
			}
			defer before.Close()
			if _, err := io.CopyN(w, before, g.size); err != nil {
				return err
			}
		}
		_, err := io.WriteString(w, text+g.suffix)
		return err
	})
	if err == nil {
		g.size += int64(len(text))
	}
	return err
}

// Write writes bench.json, bench.csv and the samples in dir.
func Write(dir string, r *Result) error {
	if err := writeSamples(dir, r); err != nil {
		return err
	}
	err := Save(filepath.Join(dir, JSONName), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(r.WithoutSamples())
	})
	if err != nil {
		return err
	}
	return Save(filepath.Join(dir, CSVName), func(w io.Writer) error { return WriteCSV(w, r.Cells) })
}

// Names of the files that make up a result.
const (
	JSONName    = "bench.json"
	SamplesName = "bench-samples.jsonl.gz"
	CSVName     = "bench.csv"
	PageName    = "report.html"
)

// FileNames returns the names of all files of a result.
func FileNames() []string { return []string{JSONName, SamplesName, CSVName, PageName} }

const unfinishedSuffix = ".new" // suffix of unfinished files

// Save writes a file under a temporary name and then renames it, so the old file remains until the new file
// is complete. If `path` is a symbolic link, Save replaces the link and does not follow it.
func Save(path string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			os.Remove(path + unfinishedSuffix)
		}
		err = withPath(path, err)
	}()
	os.Remove(path + unfinishedSuffix) // a killed program may have left this file
	file, err := os.OpenFile(path+unfinishedSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(path+unfinishedSuffix, path)
}

// withPath returns the error with `path` as the file name, if it is an error of a system call. The original
// error would contain a temporary name. withPath returns any other error unchanged.
func withPath(path string, err error) error {
	if errno := syscall.Errno(0); errors.As(err, &errno) {
		return fmt.Errorf("%s: %w", path, errno)
	}
	return err
}

// RemoveUnfinished removes unfinished copies of files, which Save leaves if the program is killed.
func RemoveUnfinished(paths ...string) {
	for _, path := range paths {
		os.Remove(path + unfinishedSuffix)
	}
}

// csvHeader holds the names of the columns, which docs/reference/bench-json.md describes.
var csvHeader = []string{"operation", "algorithm", "p", "bytes", "n", "median_us", "native_us", "ratio",
	"ratio_lo", "ratio_hi", "q", "verdict", "rounds", "messages", "bytes_sent", "start_skew_p95_us", "stop",
	"q_margin", "q_same", "segment_bytes", "bound_us", "unlimited_us", "type", "same_plans", "overlap"}

// WriteCSV writes a header and one row for each cell.
func WriteCSV(w io.Writer, cells []Cell) error {
	return csv.NewWriter(w).WriteAll(append([][]string{csvHeader}, csvRows(cells)...))
}

func csvRows(cells []Cell) (rows [][]string) {
	for _, c := range cells {
		counted := []string{"", "", ""} // only our algorithms have counters
		if c.Counters != (Counters{}) {
			counted = []string{strconv.Itoa(c.Counters.Rounds), strconv.Itoa(c.Counters.Messages),
				strconv.Itoa(c.Counters.Bytes)}
		}
		rows = append(rows, slices.Concat([]string{c.Op, c.Algo, strconv.Itoa(c.P), strconv.Itoa(c.Bytes),
			strconv.Itoa(c.N),
			fmt.Sprintf("%.3f", c.Median/1000), fmt.Sprintf("%.3f", c.NativeMedian/1000),
			fmt.Sprintf("%.4f", c.Ratio),
			formatEnd(c.RatioRange.Lo), formatEnd(c.RatioRange.Hi), fmt.Sprintf("%.4g", c.QValue), c.Verdict},
			counted, []string{
				fmt.Sprintf("%.3f", c.SkewP95/1000), c.Stop, fmt.Sprintf("%.4g", c.QMargin),
				fmt.Sprintf("%.4g", c.QSame),
				formatUnless0("%.0f", float64(c.Segment)), formatUnless0("%.3f", c.Bound/1000),
				formatUnless0("%.3f",
					c.Unlimited/1000), c.Type, strings.Join(c.Alike, " "), formatEnd(c.Overlap)}))
	}
	return rows
}

// formatUnless0 formats a number. It returns "" for 0, which means unknown.
func formatUnless0(format string, number float64) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf(format, number)
}

func formatEnd(value *float64) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *value)
}
