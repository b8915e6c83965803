package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"topocoll/internal/wrap"
)

// MaxFileBytes is the maximum length of a bench.json, and of the decompressed lines of a samples file. It is
// four times the length of a bench.json with all samples of --preset full and four rank counts.
const MaxFileBytes = 1 << 30

// Load reads a bench.json and the samples beside it. Both may come from an untrusted source. Without a
// samples file, the cells have no samples. Load checks every value against the limits in
// docs/reference/bench-json.md, and removes control characters from every string. If the run ended before its
// cells got verdicts, Load adds the verdicts.
func Load(path string) (*Result, error) {
	r, err := load(path)
	if err != nil {
		return nil, errors.New(wrap.Plain(err.Error()))
	}
	if slices.ContainsFunc(r.Cells,
		func(c Cell) bool { return c.Algo == Native && c.Verdict == Inconclusive }) {
		Judge(r.Cells, false)
	}
	return r, nil
}

func load(path string) (*Result, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if kind := info.Mode().Type(); kind != 0 && kind != fs.ModeNamedPipe {
		what := "a device"
		if info.IsDir() {
			what = "a folder"
		}
		return nil, fmt.Errorf("%s is %s, not a bench.json", path, what)
	}
	limited := &io.LimitedReader{R: file, N: MaxFileBytes + 1}
	if info.Size() > MaxFileBytes {
		limited.N = 0
	}
	r, err := read(limited)
	if limited.N == 0 {
		return nil, fmt.Errorf("%s: too large; a bench.json has at most %s bytes", path,
			FormatSize(MaxFileBytes))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !r.HasSamples() {
		return r, r.loadSamples(filepath.Dir(path))
	}
	return r, nil
}

// read decodes and checks a bench.json value by value, because a short invalid file could otherwise make it
// allocate much memory.
func read(in io.Reader) (*Result, error) {
	d := json.NewDecoder(in)
	if begin, err := d.Token(); err != nil {
		return nil, notAResult(err)
	} else if begin != json.Delim('{') {
		return nil, notAResult(errors.New("it is not an object"))
	}
	r, seen := &Result{}, map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, notAResult(err)
		}
		if err := r.readField(d, fmt.Sprint(name), seen); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, notAResult(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, notAResult(errors.New("text after the end of the object"))
	}
	if !seen["schema"] {
		return nil, fmt.Errorf("schema %d, want %d", r.Schema, Schema)
	}
	return r, checkTables(r.Cells)
}

// readField reads one field of r. It skips unknown fields, which later versions may have.
func (r *Result) readField(d *json.Decoder, name string, seen map[string]bool) (err error) {
	switch name {
	case "schema":
		if err = readValue(d, name, &r.Schema); err == nil && r.Schema != Schema {
			err = fmt.Errorf("schema %d, want %d", r.Schema, Schema)
		}
	case "env":
		if err = readValue(d, name, &r.Env); err == nil {
			err = r.Env.check()
		}
	case "messages":
		r.Messages, err = readList(d, name, maxMessages, (*Message).check)
	case "cells":
		r.Cells, err = readList(d, name, maxCells, (*Cell).check)
	case "skipped":
		err = readValue(d, name, &r.Skipped)
	case "status":
		err = readValue(d, name, &r.Status)
	default:
		if err := d.Decode(new(json.RawMessage)); err != nil {
			return notAResult(err)
		}
		return nil
	}
	if err == nil && seen[name] {
		err = notAResult(fmt.Errorf("%s appears twice", name))
	}
	seen[name] = true
	return err
}

// readList reads a list of at most `most` elements. It accepts null as an empty list.
func readList[T any](d *json.Decoder, name string, most int, check func(*T) error) ([]T, error) {
	switch begin, err := d.Token(); {
	case err != nil:
		return nil, notAResult(err)
	case begin == nil:
		return nil, nil
	case begin != json.Delim('['):
		return nil, notAResult(fmt.Errorf("%s %v, want a list", name, begin))
	}
	var all []T
	for d.More() {
		if len(all) == most {
			return nil, fmt.Errorf("more than %[1]d %s; at most %[1]d are allowed", most, name)
		}
		var one T
		at := fmt.Sprintf("%s[%d]", name, len(all))
		if err := readValue(d, at, &one); err != nil {
			return nil, err
		}
		if err := check(&one); err != nil {
			return nil, fmt.Errorf("%s.%w", at, err)
		}
		all = append(all, one)
	}
	if _, err := d.Token(); err != nil {
		return nil, notAResult(err)
	}
	return all, nil
}

// readValue reads a JSON value, makes its strings safe to display, and checks the ranges of its numbers. It
// counts objects before it decodes them, because a decoded empty object can need a hundred times as much
// memory as its text.
func readValue(d *json.Decoder, at string, value any) error {
	var text json.RawMessage
	err := d.Decode(&text)
	if n := bytes.Count(text, []byte("{")); n > 2*maxRanks {
		return fmt.Errorf("%s has %d objects; at most %d are allowed", at, n, 2*maxRanks)
	}
	if err == nil {
		err = json.Unmarshal(text, value)
	}
	if err != nil {
		return notAResult(fmt.Errorf("%s: %w", at, err))
	}
	return checkValue(at, value)
}

func notAResult(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it is incomplete")
	}
	return fmt.Errorf("not a bench.json: %.200s", err.Error())
}
