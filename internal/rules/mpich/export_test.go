package mpich

// The writers that Library.Write calls, and the reader that Library.Read calls.
var (
	WriteVariables = writeVariables
	WriteSelection = writeSelection
	ReadSelection  = readSelection
)

var HierarchyOnOneHost = hierarchyOnOneHost

type Call = mpiCall

func (t selectionTree) Choose(c Call) string { return t.selectAlgorithm(c) }
