package job

import (
	"encoding/json"
	"os"
	"time"
)

// Variable is the environment variable that holds the Context of the ranks, as JSON. It also marks every
// process of a job, so that remaining processes can be found.
const Variable = "TOPOCOLL_JOB"

// A Context holds the information that a rank needs in addition to its arguments.
type Context struct {
	// suffix of the names of the job's folders; set by Run
	Name string `json:"name"`
	// path of the report; set by Run
	Report string `json:"report"`
	// this program started mpirun; the ranks then ignore -n
	Started bool `json:"started,omitempty"`
	// a process of this program waits for mpirun, and completes the run
	Parent bool `json:"parent,omitempty"`
	// stderr of the parent is a terminal, although stderr of the ranks is a pipe
	Terminal bool `json:"terminal,omitempty"`
	// the number of this launch, from 1; 0: there is only one launch
	Launch   int `json:"launch,omitempty"`
	Launches int `json:"launches,omitempty"` // the number of launches
	// the time left of --limit when the launch begins; 0: the whole limit
	Left time.Duration `json:"left_ns,omitempty"`
	// the emulated network whose hosts execute the ranks; "": none, or the network of the current context
	Cluster string `json:"cluster,omitempty"`
}

// CurrentContext returns the context of this process. The context is empty if no process of this program
// started the ranks.
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
		panic(err) // JSON can encode every value of the struct
	}
	return string(text)
}
