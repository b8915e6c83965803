package results

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// LaunchDir returns the folder of one launch, counted from 1, in the folder of a run with several.
func LaunchDir(dir string, number int) string {
	return filepath.Join(dir, "launch-"+strconv.Itoa(number))
}

// ClearLaunches removes the files that an earlier run left in its launch folders, and the folders if they are then
// empty. A symbolic link with the name of such a folder is removed; its target is not touched.
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

// Remove deletes the files of a result.
func Remove(dir string) {
	for _, name := range []string{JSONName, CSVName, PageName} {
		Clear(filepath.Join(dir, name))
		os.Remove(filepath.Join(dir, name))
	}
}
