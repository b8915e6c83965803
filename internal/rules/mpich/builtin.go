package mpich

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
)

// BuiltIn returns the selection that is built into the MPICH of this process: the content of MPICH's
// generic.json, which is not installed as a file. It returns nil if no library of this process contains a
// selection.
func BuiltIn() []byte {
	maps, _ := os.ReadFile("/proc/self/maps")
	self, _ := os.Executable() // this program is not searched, because it contains similar strings
	seen := map[string]bool{self: true}
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line) // a line has an address, permissions, offset, device, inode, path
		if len(fields) < 6 || !strings.Contains(fields[1], "x") {
			continue
		}
		path := fields[5]
		if seen[path] || !strings.HasPrefix(path, "/") {
			continue
		}
		seen[path] = true
		file, _ := os.ReadFile(path)
		if found := findSelection(file); found != nil {
			return found
		}
	}
	return nil
}

// findSelection finds MPICH's selection of MPIR algorithms in the file of a library. The selection is a
// string that ends with a zero byte and names every operation. The library also has selections for lower
// levels, but these name no MPIR algorithms.
func findSelection(file []byte) []byte {
	const begins = `{"collective=`
	for at := bytes.Index(file, []byte(begins)); at >= 0; {
		if end := bytes.IndexByte(file[at:], 0); end >= 0 && isCompleteSelection(file[at:at+end]) {
			return bytes.Clone(file[at : at+end])
		}
		next := bytes.Index(file[at+1:], []byte(begins))
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return nil
}

func isCompleteSelection(text []byte) bool {
	if !bytes.Contains(text, []byte(`"algorithm=MPIR_`)) || !json.Valid(text) {
		return false
	}
	for op := range mpirAlgorithms {
		if !bytes.Contains(text, []byte(`"collective=`+op+`"`)) {
			return false
		}
	}
	return true
}
