package results

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A File is bench.json and bench.csv while they grow: both are whole after every cell, so what was
// measured stays, whatever ends the program.
type File struct {
	dir  string
	json *os.File
	csv  *os.File
	end  int64 // of the last cell in json
	n    int
}

// Create begins the files in dir, which is made if need be, with what r has but cells.
func Create(dir string, r *Result) (*File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f := &File{dir: dir}
	var err error
	if f.json, err = os.Create(filepath.Join(dir, "bench.json")); err != nil {
		return nil, err
	}
	if f.csv, err = os.Create(filepath.Join(dir, "bench.csv")); err != nil {
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
	if err := f.write(fmt.Sprintf(`{"schema":%d,"env":%s,"messages":%s,"cells":[`, Schema, env, messages)); err != nil {
		return nil, err
	}
	return f, WriteCSV(f.csv, nil)
}

// Append adds cells to both files.
func (f *File) Append(cells []Cell) error {
	rows := csv.NewWriter(f.csv)
	for _, c := range cells {
		c.Verdict = Open // until the whole table is there to correct for
		text, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if f.n > 0 {
			text = append([]byte(",\n"), text...)
		}
		f.n++
		if err := f.write(string(text)); err != nil {
			return err
		}
		if err := rows.Write(csvRow(c)); err != nil {
			return err
		}
	}
	rows.Flush()
	return rows.Error()
}

// write puts text after the last cell, and after it what closes the document.
func (f *File) write(text string) error {
	n, err := f.json.WriteAt([]byte(text+`],"status":"partial"}`+"\n"), f.end)
	if err != nil {
		return err
	}
	f.end += int64(len(text))
	return f.json.Truncate(f.end + int64(n-len(text)))
}

// Close writes the files once more with the verdicts of the whole table.
func (f *File) Close(r *Result) error {
	f.json.Close()
	f.csv.Close()
	return Write(f.dir, r)
}

// Write makes bench.json and bench.csv in dir.
func Write(dir string, r *Result) error {
	err := Save(filepath.Join(dir, "bench.json"), func(w io.Writer) error { return json.NewEncoder(w).Encode(r) })
	if err != nil {
		return err
	}
	return Save(filepath.Join(dir, "bench.csv"), func(w io.Writer) error { return WriteCSV(w, r.Cells) })
}

// Save writes a file under another name first, so that the old one is there until the new one is whole.
func Save(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
