package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The numbers of cores are plausible on any machine.
func TestCores(t *testing.T) {
	assert.GreaterOrEqual(t, Cores(), 1)
	assert.GreaterOrEqual(t, UsableCores(), 1)
	if onlineCPUs := len(onlineCPUs()); onlineCPUs > 0 {
		assert.LessOrEqual(t, Cores(), onlineCPUs)
		assert.LessOrEqual(t, UsableCores(), onlineCPUs)
	}
}

// The limit of every cgroup that contains the process applies.
func TestQuota(t *testing.T) {
	root := t.TempDir() + "/"
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(root+name), 0o777))
		require.NoError(t, os.WriteFile(root+name, []byte(text+"\n"), 0o666))
	}
	assert.Empty(t, quotaBelow(root))
	write("sys/fs/cgroup/cpu.max", "max 100000")
	assert.Equal(t, "max 100000", quotaBelow(root), "a container may not see its own cgroup")
	write("proc/self/cgroup", "0::/slurm/job 7/step")
	write("sys/fs/cgroup/slurm/cpu.max", "150000 100000")
	write("sys/fs/cgroup/slurm/other/cpu.max", "100 100000")
	write("sys/fs/cgroup/slurm/job 7/step/cpu.max", "max 100000")
	assert.Equal(t, "150000 100000", quotaBelow(root))
	write("sys/fs/cgroup/slurm/job 7/step/cpu.max", "50000 100000")
	assert.Equal(t, "50000 100000", quotaBelow(root))

	root = t.TempDir() + "/"
	write("proc/self/cgroup", "4:memory:/\n3:cpu,cpuacct:/docker")
	write("sys/fs/cgroup/cpu/docker/cpu.cfs_quota_us", "20000")
	write("sys/fs/cgroup/cpu/docker/cpu.cfs_period_us", "100000")
	assert.Equal(t, "20000 100000", quotaBelow(root))
	write("sys/fs/cgroup/cpu/docker/cpu.cfs_quota_us", "-1")
	assert.Equal(t, "max 100000", quotaBelow(root))
}

func TestCPUs(t *testing.T) {
	assert.Equal(t, []int{0, 1, 2, 8}, CPUs("0-2,8"))
	assert.Empty(t, CPUs(""))
}
