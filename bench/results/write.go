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

// A File is bench.json and bench.csv as they grow during a run. Both are complete files at any time, so a reader never
// sees half of one, and what was measured survives whatever ends the program.
type File struct {
	dir       string
	json, csv *growing
	n         int // cells
}

// Create begins the files in dir, which it makes if necessary, with everything in r except the cells.
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
		json: &growing{path: filepath.Join(dir, JSONName), end: `],"status":"partial"}` + "\n"},
		csv:  &growing{path: filepath.Join(dir, CSVName)},
	}
	if err := f.json.add(fmt.Sprintf(`{"schema":%d,"env":%s,"messages":%s,"cells":[`, Schema, env, messages)); err != nil {
		return nil, err
	}
	return f, f.csv.add(head.String())
}

// Append adds cells to both files. If it fails, no file is damaged.
func (f *File) Append(cells []Cell) error {
	var text, lines bytes.Buffer
	cells = slices.Clone(cells)
	for i := range cells {
		cells[i].Verdict = Inconclusive // until Judge can correct for the whole table
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
	if err := f.json.add(text.String()); err != nil {
		return err
	}
	f.n += len(cells)
	return f.csv.add(lines.String())
}

// Cells returns the number of cells in the files.
func (f *File) Cells() int { return f.n }

// Close rewrites the files with the verdicts of the whole table.
func (f *File) Close(r *Result) error { return Write(f.dir, r) }

// growing is a text file to which text is added before a closing text that stays at its end.
type growing struct {
	path string
	size int64 // without end
	end  string
}

// add writes a copy with the text added, and replaces the file by it.
func (g *growing) add(text string) error {
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
		_, err := io.WriteString(w, text+g.end)
		return err
	})
	if err == nil {
		g.size += int64(len(text))
	}
	return err
}

// Write writes bench.json and bench.csv in dir.
func Write(dir string, r *Result) error {
	err := Save(filepath.Join(dir, JSONName), func(w io.Writer) error { return json.NewEncoder(w).Encode(r) })
	if err != nil {
		return err
	}
	return Save(filepath.Join(dir, CSVName), func(w io.Writer) error { return WriteCSV(w, r.Cells) })
}

// The files of a result.
const (
	JSONName = "bench.json"
	CSVName  = "bench.csv"
	PageName = "report.html"
)

const unfinished = ".new" // suffix of a file that is being written

// Save writes a file under a temporary name and then renames it, so that the old file stays until the new one is
// complete. If path is a symbolic link, the link is replaced, not followed.
func Save(path string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			os.Remove(path + unfinished)
		}
		if errno := syscall.Errno(0); errors.As(err, &errno) {
			err = fmt.Errorf("%s: %w", path, errno) // without the temporary name
		}
	}()
	os.Remove(path + unfinished) // left by a program that was killed
	file, err := os.OpenFile(path+unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
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
	return os.Rename(path+unfinished, path)
}

// Clear removes unfinished copies of these files, which a program leaves if it is killed.
func Clear(paths ...string) {
	for _, path := range paths {
		os.Remove(path + unfinished)
	}
}

// csvHeader begins with columns that never change; new ones are added at the end.
var csvHeader = []string{"op", "algo", "p", "bytes", "n", "median_us", "native_us", "ratio",
	"ratio_lo", "ratio_hi", "q", "verdict", "rounds", "messages", "bytes_sent", "skew_p95_us", "stop", "q_margin", "q_same", "cut", "bound_us", "unlimited_us", "type", "alike", "overlap"}

// WriteCSV writes a header and one row for each cell.
func WriteCSV(w io.Writer, cells []Cell) error {
	return csv.NewWriter(w).WriteAll(append([][]string{csvHeader}, csvRows(cells)...))
}

func csvRows(cells []Cell) (rows [][]string) {
	for _, c := range cells {
		counted := []string{"", "", ""} // only our algorithms are counted
		if c.Counters != (Counters{}) {
			counted = []string{strconv.Itoa(c.Counters.Rounds), strconv.Itoa(c.Counters.Messages), strconv.Itoa(c.Counters.Bytes)}
		}
		rows = append(rows, slices.Concat([]string{c.Op, c.Algo, strconv.Itoa(c.P), strconv.Itoa(c.Bytes), strconv.Itoa(c.N),
			fmt.Sprintf("%.3f", c.Median/1000), fmt.Sprintf("%.3f", c.NativeMedian/1000), fmt.Sprintf("%.4f", c.Ratio),
			end(c.RatioRange.Lo), end(c.RatioRange.Hi), fmt.Sprintf("%.4g", c.QValue), c.Verdict}, counted, []string{
			fmt.Sprintf("%.3f", c.SkewP95/1000), c.Stop, fmt.Sprintf("%.4g", c.QMargin), fmt.Sprintf("%.4g", c.QSame),
			unless0("%.0f", float64(c.Segment)), unless0("%.3f", c.Bound/1000), unless0("%.3f", c.Unlimited/1000), c.Type, strings.Join(c.Alike, " "), end(c.Overlap)}))
	}
	return rows
}

// unless0 formats a number; 0 stands for one that is not known.
func unless0(format string, number float64) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf(format, number)
}

func end(value *float64) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *value)
}
