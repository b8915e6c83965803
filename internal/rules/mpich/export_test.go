package mpich

// The writers of Library.Write and the reader of Library.Read, one by one.
var (
	WriteVariables = writeVariables
	WriteSelection = writeSelection
	ReadSelection  = readSelection
)

type Call = mpiCall

func (t selectionTree) Choose(c Call) string { return t.choose(c) }
