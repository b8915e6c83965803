package jobs

import (
	"fmt"
	"os"
	"path/filepath"
)

// wordVariable names the file in which the ranks leave word for this program: mpirun says the same of every code that is
// not 0, and it says its own where a rank or a host is gone.
const wordVariable = "TOPOCOLL_WORD"

// How far the ranks have come when they leave word.
const (
	Running = iota
	Over    // they end before their end
	Said    // so they do, and have said why
)

// A word is what the ranks make of their job.
type word struct {
	code  int // the exit code of the job should it end now and not well
	state int
	left  bool // there is one
}

// done reports whether all is there that the job was to bring, and its processes are only about to part.
func (w word) done() bool { return w.left && w.code == 0 && w.state == Running }

// Leave leaves word of the exit code that the job comes to, and how far the ranks are. It reports whether somebody will
// read that, so that a rank that has Said why need not exit with the code.
func Leave(code, state int) bool {
	name := os.Getenv(wordVariable)
	if name == "" || read(name).state > state {
		return false
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0) // it is there, or the reader is on another host
	if err != nil {
		return false
	}
	defer file.Close()
	_, err = fmt.Fprintf(file, "%3d %d\n", code, state) // always as long
	return err == nil
}

// newWord makes the file.
func newWord() (name string, err error) {
	file, err := os.CreateTemp("", "topocoll-*.word")
	if err != nil {
		return "", err
	}
	return filepath.Abs(file.Name())
}

// read returns the word in a file; none has the code 0.
func read(name string) (w word) {
	if text, err := os.ReadFile(name); err == nil {
		n, _ := fmt.Sscan(string(text), &w.code, &w.state)
		w.left = n == 2
	}
	return w
}
