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

// Open MPI's component "tuned" has control variables that select its algorithms. The values of these
// variables have names.

func tunedVariable(op string) string { return fmt.Sprintf("coll_tuned_%s_algorithm", op) }

// tunedAlgorithms lists the algorithms of Open MPI's component "tuned" for op. Open MPI 4.1 cannot force an
// algorithm of allgatherv while the program runs.
func (w *World) tunedAlgorithms(op string) ([]Algorithm, error) {
	if op == "gatherv" || op == "scatterv" { // tuned implements neither
		return nil, nil
	}
	variable := tunedVariable(op)
	if v, err := findVariable(variable); err != nil || v.fixed() {
		return nil, err
	}
	choices, err := w.enumValues(variable)
	var list []Algorithm
	for _, c := range choices {
		if c.value != 0 {
			list = append(list, Algorithm{Name: c.name, component: "tuned", variable: variable,
				value: c.value})
		}
	}
	return list, err
}

// openMPIAlgorithms lists the algorithms of the components "tuned" and "han" that can be used on w.
func (w *World) openMPIAlgorithms(op string) ([]Algorithm, error) {
	list, err := w.tunedAlgorithms(op)
	if err != nil {
		return nil, err
	}
	if w.Size != 2 { // two_proc needs two processes; otherwise it returns MPI_ERR_ARG
		list = slices.DeleteFunc(list, func(a Algorithm) bool { return a.Name == "two_proc" })
	}
	han, err := w.hanAlgorithms(op)
	return append(list, han...), err
}

// hanAlgorithms returns Open MPI's component "han" if it implements op on w.
//
// The component combines an operation within each host with one between the hosts. It implements an operation
// if the control variable coll_han_<op>_dynamic_global_communicator_module exists. It needs several hosts, at
// least one of them with several processes. On other communicators it passes calls on to other components. A
// negative priority turns it off.
func (w *World) hanAlgorithms(op string) ([]Algorithm, error) {
	if priority, err := w.Variable("coll_han_priority"); err != nil || strings.HasPrefix(priority, "-") {
		return nil, nil
	}
	if _, err := w.Variable("coll_han_" + op + "_dynamic_global_communicator_module"); err != nil {
		return nil, nil
	}
	most, err := w.mostRanksPerHost()
	if err != nil || most == 1 || most == w.Size {
		return nil, err
	}
	return []Algorithm{{Name: "han", component: "han"}}, nil
}

func (w *World) mostRanksPerHost() (int, error) {
	var host C.MPI_Comm
	if err := mpiError("MPI_Comm_split_type", C.MPI_Comm_split_type(w.comm, C.MPI_COMM_TYPE_SHARED, 0,
		C.MPI_Info(C.MPI_INFO_NULL), &host)); err != nil {
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

// openMPIForced creates a communicator that prefers the algorithm's component. The component "tuned" reads
// the control variable when a communicator is created. Therefore openMPIForced sets the variable to the
// algorithm's value, creates the communicator, and resets the variable to 0, which lets the library choose.
func (w *World) openMPIForced(a Algorithm) (*World, error) {
	set := func(value int) error {
		if a.variable == "" {
			return nil
		}
		return w.SetVariable(a.variable, value)
	}
	if err := set(a.value); err != nil {
		return nil, err
	}
	forced, err := w.dupPreferring(a.component)
	return forced, errors.Join(err, set(0))
}

// dupPreferring is like Dup, but the collectives of one component take precedence over all others. Without
// this preference, Open MPI 5 and later use han instead of tuned on several hosts.
func (w *World) dupPreferring(component string) (*World, error) {
	if err := w.compareIfChecked(comm.Call{Name: "mpi: Forced"}, w.checkLive("mpi: Forced")); err != nil {
		return nil, err
	}
	key, name := C.CString("ompi_comm_coll_preference"), C.CString(component)
	defer C.free(unsafe.Pointer(key))
	defer C.free(unsafe.Pointer(name))
	var info C.MPI_Info
	if err := mpiError("MPI_Info_create", C.MPI_Info_create(&info)); err != nil {
		return nil, err
	}
	defer C.MPI_Info_free(&info)
	C.MPI_Info_set(info, key, name)
	var preferred C.MPI_Comm
	if err := mpiError("MPI_Comm_dup_with_info", C.MPI_Comm_dup_with_info(w.comm, info,
		&preferred)); err != nil {
		return nil, err
	}
	return w.deriveWorld(preferred, w.hosts)
}
