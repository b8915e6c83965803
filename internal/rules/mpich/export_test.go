package mpich

// The writers of Files, one by one.
var (
	Variables = variables
	Selection = selection
)
