package job

import (
	"encoding/json"
	"os"
	"time"
)

// Variable is the environment variable with the Context of the ranks, as JSON. It also marks every process of a job, so
// that remaining processes can be found.
const Variable = "TOPOCOLL_JOB"

// A Context is what a rank must know beyond its arguments.
type Context struct {
	Name     string        `json:"name"`               // Run sets it; the names of the job's folders end in it
	Report   string        `json:"report"`             // Run sets it: the file in which the ranks leave a report
	Started  bool          `json:"started,omitempty"`  // this program started mpirun; the ranks then ignore -n
	Parent   bool          `json:"parent,omitempty"`   // a process of this program waits for mpirun, and completes the run
	Terminal bool          `json:"terminal,omitempty"` // stderr of the parent is a terminal; stderr of the ranks is a pipe
	Launch   int           `json:"launch,omitempty"`   // the number of this launch, from 1; 0: there is only one launch
	Launches int           `json:"launches,omitempty"` // the number of launches
	Left     time.Duration `json:"left_ns,omitempty"`  // what is left of --limit when the launch begins; 0: all of it
}

// CurrentContext returns the context of this process. It is empty if no process of this program started the ranks.
func CurrentContext() (c Context) {
	if json.Unmarshal([]byte(os.Getenv(Variable)), &c) != nil {
		return Context{}
	}
	return c
}

// String returns the value of Variable.
func (c Context) String() string {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // no value of the struct leads here
	}
	return string(text)
}
