package option

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// netFile writes a list of links to a file, and returns its name for --network. A slash in lines stands for
// a line break.
func netFile(t *testing.T, lines string) string {
	return "file:" + write(t, "net.txt", strings.ReplaceAll(lines, "/", "\n"))
}

// networkOf parses a network.
func networkOf(t *testing.T, text string) (n Network) {
	require.NoError(t, n.UnmarshalText([]byte(text)), text)
	return n
}

// The text of a network from a file contains its links, and the suffix after the file's name, such as a
// rate.
func TestNetworkOfAFile(t *testing.T) {
	plain, rated := netFile(t, "h0 h1 # a cable"), netFile(t, "h0 > h1 1gbit/h1 h2 8kbit/h2>h0 1gbit")
	for text, want := range map[string]string{
		plain:                    "links:h0-h1",
		plain + "@1gbit":         "links:h0-h1@1gbit",
		plain + "@1gbit,slots=2": "links:h0-h1@1gbit,slots=2",
		rated + ",slots=2":       "links:h0>h1=1gbit,h1-h2=8kbit,h2>h0=1gbit,slots=2",
		"ring:8@1gbit":           "ring:8@1gbit",
		"torus@1gbit":            "torus@1gbit",
		"star:4@1gbit,slots=1":   "star:4@1gbit",
		"":                       "",
	} {
		assert.Equal(t, want, networkOf(t, text).String())
	}
	var n Network
	assert.ErrorContains(t, n.UnmarshalText([]byte(rated+"@1gbit")),
		"is not possible, because each link has its own rate")
	assert.ErrorContains(t, n.UnmarshalText([]byte(plain+",slots=0")), "0 slots")
	assert.ErrorContains(t, n.UnmarshalText([]byte("file:")), "no such file")
	assert.ErrorContains(t, n.UnmarshalText([]byte("probe")), "that topocoll probe prints")
}

// An @ in the path of a file, or in its name, does not begin a rate.
func TestNetworkOfAFileWithAnAt(t *testing.T) {
	for _, name := range []string{"me@site/net.txt", "net@home.txt"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("h0 h1"), 0o644))
		assert.Equal(t, "links:h0-h1", networkOf(t, "file:"+path).String())
		assert.Equal(t, "links:h0-h1@1gbit,slots=2", networkOf(t, "file:"+path+"@1gbit,slots=2").String())
	}
	var n Network
	assert.ErrorContains(t, n.UnmarshalText([]byte("file:/me@site/net.txt")), "open /me@site/net.txt: ")
}

// hwloc:FILE is the network of the cores in a file that lstopo has written. A rate and slots may follow the
// name.
func TestNetworkOfHwloc(t *testing.T) {
	name := write(t, "host.xml", `<topology version="2.0"><object type="Machine"><object type="L3Cache">
		<object type="Core"/><object type="Core"/></object><object type="Core"/></object></topology>`)
	assert.Equal(t, "links:h0-s0,h1-s0,s0-s1,h2-s1", networkOf(t, "hwloc:"+name).String())
	assert.Equal(t, "links:h0-s0,h1-s0,s0-s1,h2-s1@1gbit,slots=2",
		networkOf(t, "hwloc:"+name+"@1gbit,slots=2").String())
	var n Network
	assert.ErrorContains(t, n.UnmarshalText([]byte("hwloc:/dev/null")), "use the output of lstopo --of xml")
}

// "slurm" is the network that scontrol prints, and slurm:FILE is the network of a topology.conf.
func TestNetworkOfSlurm(t *testing.T) {
	t.Setenv("SLURM_JOB_NODELIST", "")
	name := write(t, "topology.conf",
		"SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[2-3]\nSwitchName=c Switches=a,b\n")
	assert.Equal(t, "links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s2,s1-s2@1gbit,slots=2",
		networkOf(t, "slurm:"+name+"@1gbit,slots=2").String())
	t.Setenv("PATH", t.TempDir())
	var n Network
	assert.ErrorContains(t, n.UnmarshalText([]byte("slurm")), "run this on a Slurm cluster, or use slurm:FILE")
}
