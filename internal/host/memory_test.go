package host

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFreeMemory(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string // below sys/fs/cgroup
		want  int64
	}{
		"no /proc/meminfo": {nil, 0},
		"no limit": {map[string]string{"memory.max": "max\n", "memory.current": "1000"},
			4000 << 10},
		"a limit": {map[string]string{"memory.max": "1000000\n",
			"memory.current": "300000\n"}, 700000},
		"a full cache": {map[string]string{"memory.max": "1000000", "memory.current": "999999",
			"memory.stat": "anon 9\ninactive_file 600000\n"}, 600001},
		"used up": {map[string]string{"memory.max": "1000000",
			"memory.current": "1000001"}, 1},
		"a high limit": {map[string]string{"memory.max": "1000000000"}, 4000 << 10},
		"cgroup 1": {map[string]string{"memory/memory.limit_in_bytes": "500000",
			"memory/memory.usage_in_bytes": "100000", "memory/memory.stat": "total_inactive_file 1"}, 400001},
		"a job's group": {map[string]string{"../../../proc/self/cgroup": "0::/slurm/job_7\n",
			"slurm/memory.max": "900000", "slurm/memory.current": "0", "slurm/job_7/memory.max": "600000",
			"slurm/job_7/memory.current": "100000"}, 500000},
		"cgroup 1, a job's group": {map[string]string{
			"../../../proc/self/cgroup":          "5:memory:/slurm/job_7\n1:name=systemd:/init\n",
			"memory/slurm/memory.limit_in_bytes": "300000", "memory/slurm/memory.usage_in_bytes": "1",
			"memory/slurm/job_7/memory.limit_in_bytes": "400000"}, 299999},
		"a group that is not mounted": {map[string]string{"../../../proc/self/cgroup": "0::/elsewhere\n",
			"memory.max": "200000"}, 200000},
		"an empty file": {map[string]string{"memory.max": ""}, 4000 << 10},
	} {
		files := map[string]string{}
		if c.files != nil {
			files["proc/meminfo"] = "MemTotal:  8000 kB\nMemAvailable:  4000 kB\n"
		}
		for file, text := range c.files {
			files["sys/fs/cgroup/"+file] = text
		}
		assert.Equal(t, c.want, freeMemoryBelow(rootWith(t, files)), name)
	}
}

func TestFormatMemory(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 MiB", 1 << 19: "0.5 MiB", 100 << 20: "100 MiB",
		3 << 29: "1.5 GiB", 94 << 30: "94 GiB", 1 << 62: "4096 PiB"} {
		assert.Equal(t, want, FormatMemory(bytes))
	}
}

// Memory that a process has mapped for itself counts after the process writes to it. A mapped file does not
// count.
func TestOwnMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip(err)
	}
	const size = 64 << 20
	mapped, err :=
		syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	before := OwnMemory()
	assert.Positive(t, before)
	for i := 0; i < size; i += 4096 {
		mapped[i] = 1
	}
	assert.InDelta(t, size, OwnMemory()-before, size/4)
	require.NoError(t, syscall.Munmap(mapped))
	assert.Less(t, OwnMemory()-before, int64(size/4))
}
