package mpich

// These are the separate writers of Library.Write and the reader of Library.Read.
var (
	WriteVariables = writeVariables
	WriteSelection = writeSelection
	ReadSelection  = readSelection
)

var HierarchyOnOneHost = hierarchyOnOneHost

type Call = mpiCall

func (t selectionTree) Choose(c Call) string { return t.selectAlgorithm(c) }
