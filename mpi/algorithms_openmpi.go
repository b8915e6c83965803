//go:build cgo

package mpi

// #include <mpi.h>
// #include <stdlib.h>
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"topocoll/comm"
)

// Open MPI's component tuned has its algorithms in variables with an enumeration of names.

func tunedVariable(op string) string { return fmt.Sprintf("coll_tuned_%s_algorithm", op) }

// tuned lists the component's algorithms for op. It leaves gatherv and scatterv to others, and of allgatherv Open MPI 4.1 lets none be forced
// while the program runs.
func (w *World) tuned(op string) ([]Algorithm, error) {
	if op == "gatherv" || op == "scatterv" {
		return nil, nil
	}
	variable := tunedVariable(op)
	if v, err := find(variable); err != nil || v.fixed() {
		return nil, err
	}
	choices, err := w.choices(variable)
	var list []Algorithm
	for _, c := range choices {
		if c.value != 0 {
			list = append(list, Algorithm{Name: c.name, component: "tuned", variable: variable, value: c.value})
		}
	}
	return list, err
}

// openAlgorithms are those of tuned and han that can be used.
func (w *World) openAlgorithms(op string) ([]Algorithm, error) {
	list, err := w.tuned(op)
	if err != nil {
		return nil, err
	}
	if w.Size != 2 { // two_proc answers MPI_ERR_ARG
		list = slices.DeleteFunc(list, func(a Algorithm) bool { return a.Name == "two_proc" })
	}
	han, err := w.hanAlgorithm(op)
	return append(list, han...), err
}

// hanAlgorithm is Open MPI's component han: an operation within each host, and between the hosts. It has those operations for
// which there is such a variable, on several hosts with several processes on one of them; elsewhere it passes calls on. A
// priority below 0 turns it off.
func (w *World) hanAlgorithm(op string) ([]Algorithm, error) {
	if priority, err := w.Variable("coll_han_priority"); err != nil || strings.HasPrefix(priority, "-") {
		return nil, nil
	}
	if _, err := w.Variable("coll_han_" + op + "_dynamic_global_communicator_module"); err != nil {
		return nil, nil
	}
	most, err := w.onOneHost()
	if err != nil || most == 1 || most == w.Size {
		return nil, err
	}
	return []Algorithm{{Name: "han", component: "han"}}, nil
}

// onOneHost is how many processes are on the host that has most of them.
func (w *World) onOneHost() (int, error) {
	var host C.MPI_Comm
	if err := failed("MPI_Comm_split_type", C.MPI_Comm_split_type(w.comm, C.MPI_COMM_TYPE_SHARED, 0, C.MPI_Info(C.MPI_INFO_NULL), &host)); err != nil {
		return 0, err
	}
	defer C.MPI_Comm_free(&host)
	here, most := []int32{0}, []int32{0}
	C.MPI_Comm_size(host, (*C.int)(&here[0]))
	port := NewPort[int32](w)
	defer port.Free()
	err := Allreduce(port, Max[int32](), here, most)
	return int(most[0]), err
}

// openForced makes a communicator that prefers the algorithm's component, while the variable has the value: tuned reads
// it then. Afterwards it is 0, the library's own choice, again.
func (w *World) openForced(a Algorithm) (*World, error) {
	set := func(value int) error {
		if a.variable == "" {
			return nil
		}
		return w.SetVariable(a.variable, value)
	}
	if err := set(a.value); err != nil {
		return nil, err
	}
	forced, err := w.preferring(a.component)
	return forced, errors.Join(err, set(0))
}

// preferring is Dup with the operations of one component before those of all others, whatever their priorities are. From
// Open MPI 5 on, han goes before tuned on several hosts.
func (w *World) preferring(component string) (*World, error) {
	if err := w.agrees(comm.Call{Name: "mpi: Forced"}, w.live("mpi: Forced")); err != nil {
		return nil, err
	}
	key, name := C.CString("ompi_comm_coll_preference"), C.CString(component)
	defer C.free(unsafe.Pointer(key))
	defer C.free(unsafe.Pointer(name))
	var info C.MPI_Info
	if err := failed("MPI_Info_create", C.MPI_Info_create(&info)); err != nil {
		return nil, err
	}
	defer C.MPI_Info_free(&info)
	C.MPI_Info_set(info, key, name)
	var preferred C.MPI_Comm
	if err := failed("MPI_Comm_dup_with_info", C.MPI_Comm_dup_with_info(w.comm, info, &preferred)); err != nil {
		return nil, err
	}
	return w.derived(preferred)
}
