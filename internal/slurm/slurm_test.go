package slurm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExpand(t *testing.T) {
	for list, want := range map[string]string{
		"": "", "tux7": "tux7", "n[1-3,5],m7": "n1 n2 n3 n5 m7", "n[08-11]": "n08 n09 n10 n11",
		"r[0-1]n[1,2]": "r0n1 r0n2 r1n1 r1n2", "a,b": "a b",
	} {
		names, err := Expand(list)
		require.NoError(t, err, list)
		assert.Equal(t, want, strings.Join(names, " "), list)
	}
	for _, list := range []string{"n[1-3", "n[3-1]", "n[x]", "n[0-99999]"} {
		_, err := Expand(list)
		assert.ErrorContains(t, err, "host list ", list)
	}
}

const conf = `# two levels
SwitchName=leaf0 Nodes=n[0-2]
SwitchName=leaf1 \
  Nodes=n[3-4]
SwitchName=top Switches=leaf[0-1]
`

// The scontrol commands of Slurm 22.05 and 23.11 print this text for the file conf. Upper switches also list
// all nodes below them.
const shown = `SwitchName=leaf0 Level=0 LinkSpeed=1 Nodes=n[0-2]
SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=n[3-4]
SwitchName=top Level=1 LinkSpeed=1 Nodes=n[0-4] Switches=leaf[0-1]
`

const blocks = "BlockName=b1 BlockIndex=0 Nodes=n[0-1] BlockSize=2\nBlockName=b2 Nodes=n[2-3]\n"

// Between returns the network between the nodes of a job, in the job's order. It omits switches that are on
// no route between these nodes.
func TestBetween(t *testing.T) {
	for _, c := range []struct{ text, hosts, want string }{
		{conf, "", "links:h0-s0,h1-s0,h2-s0,h3-s1,h4-s1,s0-s2,s1-s2"},
		{shown, "", "links:h0-s0,h1-s0,h2-s0,h3-s1,h4-s1,s0-s2,s1-s2"},
		{conf, "n[3,0,1]", "links:h0-s1,h1-s0,h2-s0,s0-s1"},
		{conf, "n4,n1", "links:h0-s0,h1-s0"},
		{conf, "n[1-2]", "links:h0-s0,h1-s0"},
		{blocks, "", "links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s2,s1-s2"},
	} {
		hosts, err := Expand(c.hosts)
		require.NoError(t, err)
		network, err := Between("topology.conf", strings.NewReader(c.text), hosts)
		if assert.NoError(t, err, c.hosts) {
			assert.Equal(t, c.want, network.String(), c.hosts)
		}
	}
	_, err := Between("F", strings.NewReader(conf), []string{"m1"})
	assert.EqualError(t, err, "F: no switch is linked to node m1 of the job; add a line that lists the node")
	_, err = Between("F", strings.NewReader("TopologyPlugin=topology/tree\n"), nil)
	assert.EqualError(t, err, "F: no line lists nodes; use lines such as SwitchName=s0 Nodes=node[0-15]")
	_, err = Between("F", strings.NewReader("SwitchName=a Nodes=n[1-\n"), nil)
	assert.ErrorContains(t, err, "F: line 1: host list")
	_, err = Between("F", strings.NewReader(conf+"SwitchName=a Switches=b\nSwitchName=b Switches=a\n"), nil)
	assert.EqualError(t, err, "F: the switches above switch a form a cycle, but must form a tree")
	_, err = Between("F", strings.NewReader("SwitchName=a Nodes=n1\nSwitchName=b Nodes=n2\n"), nil)
	assert.EqualError(t, err, "F: no path from node n1 to node n2; all switches must form one tree")
	_, err = Between("F", strings.NewReader(conf), []string{"n1"})
	assert.EqualError(t, err, "F: the job has only one node, n1; a network needs at least two")
}

// The nodes of the job come from Slurm's environment variable, and the switches come from a file or from
// scontrol.
func TestNetwork(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "topology.conf")
	require.NoError(t, os.WriteFile(file, []byte(conf), 0o600))
	t.Setenv(nodeListVariable, "n[2-3]")
	network, err := Network(file)
	require.NoError(t, err)
	assert.Equal(t, "links:h0-s0,h1-s0", network.String())

	script := "#!/bin/sh\n[ \"$*\" = 'show topology' ] && cat <<'E'\n" + shown + "E\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "scontrol"), []byte(script), 0o700))
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	t.Setenv(nodeListVariable, "")
	network, err = Network("")
	require.NoError(t, err)
	assert.Equal(t, 5, network.Nodes())

	t.Setenv("PATH", t.TempDir())
	_, err = Network("")
	assert.ErrorContains(t, err, "run this on a Slurm cluster, or use slurm:FILE")
}
