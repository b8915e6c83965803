package results

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// LaunchDir is the folder of one launch, counted from 1, in the folder of a run that has several.
func LaunchDir(dir string, number int) string {
	return filepath.Join(dir, "launch-"+strconv.Itoa(number))
}

// ClearLaunches takes away what an earlier run left in the folders of its launches, and those that are empty then. A
// link of such a name goes, not what it leads to.
func ClearLaunches(dir string) {
	folders, _ := os.ReadDir(dir)
	for _, folder := range folders {
		var number int
		if _, err := fmt.Sscanf(folder.Name(), "launch-%d", &number); err != nil || filepath.Join(dir, folder.Name()) != LaunchDir(dir, number) {
			continue
		}
		if folder.IsDir() {
			Remove(LaunchDir(dir, number))
		}
		if folder.IsDir() || folder.Type() == os.ModeSymlink {
			os.Remove(LaunchDir(dir, number))
		}
	}
}

// Remove takes away the files of a result.
func Remove(dir string) {
	for _, name := range []string{JSONName, CSVName, PageName} {
		Clear(filepath.Join(dir, name))
		os.Remove(filepath.Join(dir, name))
	}
}
