package results

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A sampleLine is a line of the samples file: the samples of one cell. The lines are in the order of the
// cells in bench.json. If a run was killed, lines of cells that are not in bench.json may follow. The last of
// these lines may be cut off.
type sampleLine struct {
	// Start time of the run, from `env`. It identifies the bench.json to which the line belongs.
	Start string `json:"start_time"`
	// Operation, as in the cell.
	Op string `json:"operation"`
	// Contender, as in the cell.
	Algo string `json:"algorithm"`
	// Number of ranks, as in the cell.
	P int `json:"p"`
	// Size, as in the cell.
	Bytes int `json:"bytes"`
	SampleLists
}

func newSampleLine(start string, c *Cell) sampleLine {
	return sampleLine{start, c.Op, c.Algo, c.P, c.Bytes, c.SampleLists}
}

// WithoutSamples returns a copy of the result without samples.
func (r *Result) WithoutSamples() *Result {
	slim := *r
	slim.Cells = withoutSamples(r.Cells)
	return &slim
}

func withoutSamples(cells []Cell) (slim []Cell) {
	for _, c := range cells {
		c.SampleLists = SampleLists{}
		slim = append(slim, c)
	}
	return slim
}

// HasSamples reports whether any cell has samples.
func (r *Result) HasSamples() bool {
	for i := range r.Cells {
		if len(r.Cells[i].Samples) > 0 {
			return true
		}
	}
	return false
}

// packSamples returns samples as lines of JSON, compressed with gzip. Several results can be concatenated.
func packSamples(start string, cells []Cell) ([]byte, error) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	lines := json.NewEncoder(zip)
	for i := range cells {
		if err := lines.Encode(newSampleLine(start, &cells[i])); err != nil {
			return nil, err
		}
	}
	err := zip.Close()
	return packed.Bytes(), err
}

// A samplesFile is the samples file of a run in progress.
type samplesFile struct {
	path, start string
	size        int64
}

// add appends the samples of cells. If it returns an error, the file has no new samples.
func (s *samplesFile) add(cells []Cell) error {
	packed, err := packSamples(s.start, cells)
	if err != nil {
		return err
	}
	if s.size == 0 {
		err = Save(s.path, func(w io.Writer) error { return writeAll(w, packed) })
	} else {
		err = s.append(packed)
	}
	if err != nil {
		s.truncate(s.size)
		return err
	}
	s.size += int64(len(packed))
	return nil
}

func (s *samplesFile) append(packed []byte) error {
	file, err := os.OpenFile(s.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err = file.Truncate(s.size); err == nil { // Truncate removes the remains of a failed call
		_, err = file.WriteAt(packed, s.size)
	}
	return withPath(s.path, errors.Join(err, file.Close()))
}

// truncate shortens the file to `size` bytes. It ignores errors, because the next call of add truncates or
// replaces the file.
func (s *samplesFile) truncate(size int64) {
	if s.size = size; size == 0 {
		os.Remove(s.path)
	} else {
		os.Truncate(s.path, size)
	}
}

func writeAll(w io.Writer, text []byte) error {
	_, err := w.Write(text)
	return err
}

// writeSamples writes the samples file of a whole result. If the result has no samples, an existing samples
// file is not changed, because Load may have read the result without that file.
func writeSamples(dir string, r *Result) error {
	if !r.HasSamples() {
		return nil
	}
	packed, err := packSamples(r.Env.Start, r.Cells)
	if err != nil {
		return err
	}
	return Save(filepath.Join(dir, SamplesName), func(w io.Writer) error { return writeAll(w, packed) })
}

// loadSamples adds the samples from the samples file in a folder, if the file belongs to this result.
func (r *Result) loadSamples(dir string) error {
	path := filepath.Join(dir, SamplesName)
	file, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil // the samples file is optional, because the cells contain their statistics
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file; the samples of a bench.json must be in a regular file", path)
	}
	zip, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	// These limits on the decompressed size ensure that a small file (a decompression bomb) cannot fill the
	// memory.
	const slack, ratio = 64 << 20, 64
	lines := io.LimitReader(zip, min(MaxFileBytes, slack+ratio*info.Size()))
	if err := r.readSamples(json.NewDecoder(lines)); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (r *Result) readSamples(lines *json.Decoder) error {
	for i := range r.Cells {
		var line sampleLine
		c, at := &r.Cells[i], fmt.Sprintf("line %d", i+1)
		if err := lines.Decode(&line); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		if i == 0 && (line.Start != r.Env.Start || len(line.Samples) != c.N) {
			return nil // the file belongs to a different bench.json, or to one with more launches
		}
		if err := checkValue(at, &line); err != nil {
			return err
		}
		if want := newSampleLine(r.Env.Start, c); !line.isSameCell(want) {
			return fmt.Errorf("%s is for %s of %s with p = %d and %d bytes, but the cell is for %s of %s with "+
				"p = %d and %d bytes",
				at, line.Algo, line.Op, line.P, line.Bytes, want.Algo, want.Op, want.P, want.Bytes)
		}
		c.SampleLists = line.SampleLists
		if err := c.checkLaunches(); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

func (l sampleLine) isSameCell(other sampleLine) bool {
	return l.Start == other.Start && l.Op == other.Op && l.Algo == other.Algo && l.P == other.P &&
		l.Bytes == other.Bytes
}
