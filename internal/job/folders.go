package job

import (
	"os"
	"path/filepath"
)

// sharedMemory is the folder in which the ranks of a host create shared memory.
var sharedMemory = "/dev/shm"

// Variables of Open MPI 4 and 5. One pair sets the folder for the files of mpirun and its daemons, the other
// the folder for the ranks' shared memory. Each version ignores the variables of the other version.
var (
	filesVariables  = []string{"OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base"}
	memoryVariables = []string{"OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory"}
)

// tempFolders holds the paths of a job's folders for temporary files. Removing these folders removes the
// files that a killed mpirun leaves behind, whatever their names are.
type tempFolders struct{ files, memory string }

// newFolders creates a job's folders. The path `memory` is "" if this process cannot create that folder.
func newFolders(job string) (tempFolders, error) {
	f := tempFolders{filepath.Join(os.TempDir(), "topocoll-"+job), filepath.Join(sharedMemory, "topocoll-"+job)}
	files, err := filepath.Abs(f.files)
	if err != nil {
		return tempFolders{}, err
	}
	f.files = files
	if os.Mkdir(f.memory, 0o700) != nil {
		f.memory = ""
	}
	if err := os.Mkdir(f.files, 0o700); err != nil {
		f.remove()
		return tempFolders{}, err
	}
	return f, nil
}

// environment returns the variables that make mpirun use the folders. It omits variables that the user has
// set.
func (f tempFolders) environment() (variables []string) {
	add := func(names []string, folder string) {
		for _, name := range names {
			if _, chosen := os.LookupEnv(name); !chosen && folder != "" {
				variables = append(variables, name+"="+folder)
			}
		}
	}
	add(filesVariables, f.files)
	add(memoryVariables, f.memory)
	return variables
}

// remove deletes the folders. All processes of the job must have ended.
func (f tempFolders) remove() {
	os.RemoveAll(f.files)
	if f.memory != "" {
		os.RemoveAll(f.memory)
	}
}
