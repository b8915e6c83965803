package rules

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// BuiltIn is the selection that the MPICH in this process has built in: its own generic.json, which is a text in the library, and not among
// the files that are installed with it.
func BuiltIn() ([]byte, error) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line) // address, permissions, offset, device, inode, path
		if len(fields) < 6 || !strings.Contains(fields[1], "x") || seen[fields[5]] || !strings.HasPrefix(fields[5], "/") {
			continue
		}
		seen[fields[5]] = true
		file, err := os.ReadFile(fields[5])
		if err != nil {
			continue
		}
		if found := selectionIn(file); found != nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf("rules: no selection of algorithms is built into the libraries of this program, want MPICH 4")
}

// selectionIn finds the selection of MPICH's upper level in a library: that of the levels below has no algorithms of its own.
func selectionIn(file []byte) []byte {
	for at := 0; ; {
		begin := bytes.Index(file[at:], []byte(`{"collective=`))
		if begin < 0 {
			return nil
		}
		at += begin
		end := bytes.IndexByte(file[at:], 0)
		if end < 0 {
			return nil
		}
		if text := file[at : at+end]; bytes.Contains(text, []byte(`"algorithm=MPIR_`)) {
			return bytes.Clone(text)
		}
		at += end
	}
}
