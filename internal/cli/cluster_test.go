package cli

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	clibench "topocoll/internal/cli/bench"
	"topocoll/internal/exit"
)

// Bad input causes exit code 2 and one line, even without root or iproute2.
func TestBadClusters(t *testing.T) {
	const name = `name "../x", want up to 16 lower-case letters and digits`
	table := map[string]string{
		"cluster up ../x ring:4":        name,
		"cluster down ../x":             name,
		"cluster enter 3 true":          `host "3", want the name of an emulated host, such as h0`,
		"cluster run ../x -- true":      name,
		"cluster up x ring:4@fast":      "want 8kbit to 100000gbit",
		"cluster up x ring:4@400gbit":   "a link of 400gbit; an emulated link has at most 200gbit",
		"cluster up x star:4 --slots 0": "0 slots on each of 4 hosts",
		"cluster up x star:4,slots=2 --slots 257": "network star:4,slots=257 has 4 hosts and 1028 " +
			"ranks; an emulated network has at most 250 hosts and 1024 ranks",
		"cluster up x torus:16x16": "network torus:16x16 has 256 hosts and 256 ranks; " +
			"an emulated network has at most 250 hosts",
		"cluster up x torus:65x64":                 "want at most 4096 hosts",
		"cluster up x star:4 --slots many":         "--slots",
		"cluster up x torus:4294967296x4294967296": "want at most 2147483647 nodes",
		"cluster up x ring": `network "ring" lacks the number of hosts; use, for ` +
			`example, ring:8`,
		"cluster up x cluster_test.go@1gbit": `"cluster_test.go" is a file; use ` +
			`file:cluster_test.go`,
		"bench --network foo":                          `network "foo", want ring:P`,
		"cluster down nosuchcluster":                   `no cluster "nosuchcluster" is up`,
		"cluster run nosuchcluster -- true":            `no cluster "nosuchcluster" is up`,
		"cluster run nosuchcluster --map-by x -- true": `--map-by "x", want slot or node`,
	}
	if _, err := exec.LookPath("ip"); err != nil || os.Geteuid() != 0 { // down checks root and ip first
		maps.DeleteFunc(table, func(args, _ string) bool { return strings.HasPrefix(args, "cluster down") })
	}
	refuses(t, "", table)
	refusesWith(t, exit.BadInput, "--all cannot be used with names of networks (lab)",
		"cluster", "down", "lab", "--all")
}

// "cluster run" parses the bench command before the ranks start. Unless --network is given, bench uses the
// network of the cluster.
func TestBenchOnACluster(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	for network, flags := range map[string][]string{"ring:3@100mbit": nil,
		"star:3": {"--network", "star:3"}} {
		b, is := findMeasurement(
			slices.Concat([]string{self, "bench", "--op", "bcast", "--packed", "trees.gz"}, flags),
			"ring:3@100mbit").(*clibench.Command)
		require.True(t, is)
		assert.Equal(t, network, b.Network.String())
	}
}

// "cluster run" starts the ranks of tune, and of a bench on collectives, once per launch. It starts all
// other programs once.
func TestKeptOnACluster(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	for args, kept := range map[string]bool{
		"bench": true, "tune": true, "tune check": true, "bench --dry-run": false,
		"bench --op pingpong": false, "tune -n 2": false,
		"tune check --size 8": false, "tune --help": false, "tune --nonsense": false, "verify": false,
	} {
		assert.Equal(t, kept,
			findMeasurement(append([]string{self}, strings.Fields(args)...), "ring:3") != nil,
			args)
	}
	assert.Nil(t, findMeasurement([]string{"sh", "bench"}, "ring:3"))
}
