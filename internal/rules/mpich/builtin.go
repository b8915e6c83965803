package mpich

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// BuiltIn returns the selection that is built into the MPICH of this process: the content of MPICH's
// generic.json, which is not installed as a file.
func BuiltIn() ([]byte, error) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return nil, err
	}
	self, _ := os.Executable() // not searched, because this program contains similar strings
	seen := map[string]bool{self: true}
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line) // address, permissions, offset, device, inode, path
		if len(fields) < 6 || !strings.Contains(fields[1], "x") {
			continue
		}
		path := fields[5]
		if seen[path] || !strings.HasPrefix(path, "/") {
			continue
		}
		seen[path] = true
		file, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if found := findSelection(file); found != nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf(
		"rules: the libraries of this program contain no built-in selection of algorithms; use MPICH 4")
}

// findSelection finds MPICH's selection of MPIR algorithms in the file of a library: a string that ends with
// a zero byte and names every operation. The library also has selections for lower levels, which name no such
// algorithms.
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
