package comm

// A Call describes a collective call by what all processes must pass alike. A field that the operation does not have is zero.
type Call struct {
	Name     string // the function, such as "mpi: Bcast"
	Type     string // of an element
	Op       string // the name of the operator
	Root     int
	Length   int    // words of a block
	Distance int    // of a shift
	Counts   string // the lengths of all blocks, where they differ
	Size     int    // of a new communicator
}

// A Checker is a Port that can compare a collective call with the calls of the other processes before it begins.
type Checker interface {
	// Checked reports whether the calls of this port are compared.
	Checked() bool
	// Agree waits until all processes have described their next collective call, and returns the same error on all of them if the
	// descriptions differ. refusal is the error with which this process refuses its own arguments, or nil. If all processes refuse
	// theirs, each of them gets its own refusal back.
	Agree(call Call, refusal error) error
}
