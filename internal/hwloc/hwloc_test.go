package hwloc

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two packages of two caches of two cores are eight hosts below seven switches. The file is the output of
//
//	lstopo-no-graphics -i 'pack:2 l3:2 core:2 pu:2' --of xml
func TestNetworkOfPackages(t *testing.T) {
	got, err := Network("testdata/packages.xml")
	require.NoError(t, err)
	assert.Equal(t, "links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s2,s1-s2,h4-s3,h5-s3,h6-s4,h7-s4,s3-s5,s4-s5,s2-s6,s5-s6",
		got.String())
	assert.Equal(t, 8, got.Nodes())
	assert.Len(t, got.Route(nil, 0, 7), 6, "links to cache, package, machine, package, cache and core")
}

// A level with one part becomes no switch, and parts without cores are left out.
func TestNetworkOfOneCache(t *testing.T) {
	got, err := Read("text", strings.NewReader(`<topology version="2.0"><object type="Machine">
		<object type="NUMANode"/><object type="Package"><object type="L3Cache">
		<object type="L2Cache"><object type="Core"><object type="PU"/><object type="PU"/></object></object>
		<object type="L2Cache"><object type="Core"/></object><object type="L2Cache"><object type="Core"/></object>
		</object></object></object></topology>`))
	require.NoError(t, err)
	assert.Equal(t, "links:h0-s0,h1-s0,h2-s0", got.String())
}

func TestNetworkRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"hosts": 2}`: "text: EOF; use the output of lstopo --of xml",
		`<hosts/>`: "text: expected element type <topology> but have <hosts>; use the output of lstopo " +
			"--of xml",
		`<topology><object type="Machine"><object type="Core"/></object></topology>`: "text: number of " +
			"cores 1, want at least two for a network",
		`<topology/>`: "text: number of cores 0, want at least two for a network",
	} {
		_, err := Read("text", strings.NewReader(text))
		assert.EqualError(t, err, want)
	}
	_, err := Network("testdata/missing.xml")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// The network of this host has one host for each core that lstopo prints.
func TestNetworkOfThisHost(t *testing.T) {
	if _, err := exec.LookPath(lstopoCommand[0]); err != nil {
		t.Skip("lstopo is not on the PATH")
	}
	text, err := exec.Command(lstopoCommand[0], "--no-io", "--only", "core").Output()
	require.NoError(t, err)
	cores := strings.Count(string(text), "Core")
	got, err := Network("")
	if cores < 2 {
		assert.ErrorContains(t, err, "want at least two")
		return
	}
	require.NoError(t, err)
	assert.Equal(t, cores, got.Nodes())
}
