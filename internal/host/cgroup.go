package host

import (
	"os"
	"path"
	"slices"
	"strings"
)

// cgroupFolders returns the folders of this process's cgroups and of all enclosing cgroups, because a batch
// system may limit a job in an outer cgroup. In a container, the outermost cgroup is the container's. The
// folders belong to cgroup 2 and to a controller of cgroup 1, such as "memory". The files of the machine are
// below `root`.
func cgroupFolders(root, controller string) (folders []string) {
	text, _ := os.ReadFile(root + "proc/self/cgroup")
	unified, own := "/", "/"
	for line := range strings.Lines(string(text)) { // lines such as 5:cpu,cpuacct:/path and 0::/path
		switch parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3); {
		case len(parts) < 3:
		case parts[1] == "":
			unified = parts[2]
		case slices.Contains(strings.Split(parts[1], ","), controller):
			own = parts[2]
		}
	}
	return append(enclosingFolders(root+"sys/fs/cgroup/", unified),
		enclosingFolders(root+"sys/fs/cgroup/"+controller+"/", own)...)
}

// enclosingFolders returns the folder of a cgroup, and the folders of the cgroups that contain it. `top` is
// the folder of the outermost cgroup.
func enclosingFolders(top, cgroup string) (folders []string) {
	for at := path.Clean("/" + cgroup); ; at = path.Dir(at) {
		folders = append(folders, top+strings.TrimPrefix(at+"/", "/"))
		if at == "/" {
			return folders
		}
	}
}
