package mpi

// #include <mpi.h>
import "C"

// LibraryVersion is what the MPI library says of itself.
func LibraryVersion() string {
	text := make([]byte, C.MPI_MAX_LIBRARY_VERSION_STRING+1)
	var length C.int
	C.MPI_Get_library_version((*C.char)(pointer(text)), &length)
	return cString(text)
}

// ProcessorName is the host of this process, as MPI names it.
func (w *World) ProcessorName() (string, error) {
	if err := w.live("mpi: ProcessorName"); err != nil {
		return "", err
	}
	text := make([]byte, C.MPI_MAX_PROCESSOR_NAME+1)
	var length C.int
	err := failed("MPI_Get_processor_name", C.MPI_Get_processor_name((*C.char)(pointer(text)), &length))
	return cString(text), err
}
