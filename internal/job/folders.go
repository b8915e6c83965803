package job

import (
	"os"
	"path/filepath"
)

// sharedMemory is where the folder is in which ranks on a host make the memory that they share.
var sharedMemory = "/dev/shm"

// The variables that name the folders for the files of an mpirun and its daemons, and for the memory that ranks share, by
// the libraries that have them: Open MPI 4 and 5. A library ignores those of another.
var (
	filesVariables  = []string{"OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base"}
	memoryVariables = []string{"OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory"}
)

// The folders of a job. All files that it makes outside of its own working folder are in them, so what a killed mpirun
// leaves can be removed without knowing its names.
type folders struct{ files, memory string }

// newFolders makes the folders of a job with this name. Without shared memory, or without leave to write there, memory is "".
func newFolders(job string) (folders, error) {
	f := folders{filepath.Join(os.TempDir(), "topocoll-"+job), filepath.Join(sharedMemory, "topocoll-"+job)}
	files, err := filepath.Abs(f.files)
	if err != nil {
		return folders{}, err
	}
	f.files = files
	if os.Mkdir(f.memory, 0o700) != nil {
		f.memory = ""
	}
	if err := os.Mkdir(f.files, 0o700); err != nil {
		f.remove()
		return folders{}, err
	}
	return f, nil
}

// environment returns the variables for mpirun. Those that the user has set are left as they are.
func (f folders) environment() (variables []string) {
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

// remove removes the folders with all that is left in them, after all processes of the job have ended.
func (f folders) remove() {
	os.RemoveAll(f.files)
	if f.memory != "" {
		os.RemoveAll(f.memory)
	}
}
