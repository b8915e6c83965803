package pack

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// treesFile returns the content of the file of a network that has the trees of root 0.
func treesFile(t *testing.T, network topo.Network) []byte {
	n := Into(network)
	n.From(0)
	var file bytes.Buffer
	require.NoError(t, n.Write(&file))
	return file.Bytes()
}

func linksOf(t *testing.T, lines string) topo.Network {
	n, err := topo.ReadNetwork("links", strings.NewReader(strings.ReplaceAll(lines, "/", "\n")))
	require.NoError(t, err)
	return n
}

// Read returns an error for the file of a different network, even if both networks have the same number of
// nodes, the same links with different rates, or the same links with the nodes in different places.
func TestFileOfAnotherNetwork(t *testing.T) {
	file := treesFile(t, linksOf(t, "h0 h1 1gbit/h1 h2 1gbit"))
	assert.NoError(t, Into(linksOf(t, "h0 h1 10mbit/h1 h2 10mbit")).Read(bytes.NewReader(file)),
		"the same links relative to each other")
	moved, err := topo.NewPlaced(topo.NewRing(5), []int{1, 0, 2, 3, 4})
	require.NoError(t, err)
	for _, other := range []topo.Network{linksOf(t, "h0 h1 1gbit/h1 h2 2gbit"),
		linksOf(t, "h0 h2 1gbit/h1 h2 1gbit"), topo.NewRing(3)} {
		assert.ErrorContains(t, Into(other).Read(bytes.NewReader(file)),
			"pack: Read: the file has trees for links:h0-h1=1gbit,h1-h2=1gbit, want trees for "+other.String())
	}
	assert.ErrorContains(t, Into(moved).Read(bytes.NewReader(treesFile(t, topo.NewRing(5)))),
		"pack: Read: the file has trees for ring:5, want")
}

// If a byte of a file is changed or missing, Read adds nothing. The test skips the first ten bytes, gzip's
// header, because it contains a time.
func TestDamagedFile(t *testing.T) {
	network := topo.NewRing(4)
	file := treesFile(t, network)
	for at := range file {
		if at >= 10 {
			bad := bytes.Clone(file)
			bad[at] ^= 1
			isRefused(t, network, bad)
		}
		isRefused(t, network, file[:at])
	}
	isRefused(t, network, append(bytes.Clone(file), 0))
	assert.Error(t, PartOf(network, 1).Write(&bytes.Buffer{}), "a part is not the whole")
}

// Read returns an error if a file has a correct checksum but impossible trees or routes. FuzzRead found these
// cases.
func TestForgedFile(t *testing.T) {
	network := topo.NewRing(4)
	forest := func(
		parent ...int) *Forest {
		return &Forest{Shares: 1, Trees: []Tree{{Share: 1, Parent: parent}}}
	}
	routes := func(path ...int) *Routes {
		return &Routes{Steps: 2, Passing: make([]int, 4),
			Of: []Route{{From: 0, To: 1, Path: path, Passing: make([]int, len(path))}}}
	}
	read := func(p part) error {
		var file bytes.Buffer
		zipped := gzip.NewWriter(&file)
		to := gob.NewEncoder(zipped)
		require.NoError(t, to.Encode(head{schema, "", digest(network)}))
		require.NoError(t, to.Encode(p))
		require.NoError(t, zipped.Close())
		return Into(network).Read(&file)
	}
	assert.NoError(t,
		read(part{From: map[int]*Forest{0: forest(-1, 0, 1, 0)}, Between: routes(0, 1),
			Order: []int{3, 1, 0, 2}}))
	for name, p := range map[string]part{
		"a root":            {From: map[int]*Forest{4: forest(-1, 0, 1, 0)}},
		"a parent":          {To: map[int]*Forest{0: forest(-1, 0, 1, 4)}},
		"no parent":         {FromAll: forest(-1, 0, 1, -1)},
		"a circle":          {ToAll: forest(-1, 0, 3, 2)},
		"a node is missing": {ToAll: forest(-1, 0, 1)},
		"shares": {ToAll: &Forest{Shares: 1,
			Trees: []Tree{{Share: 2, Parent: []int{-1, 0, 1, 0}}}}},
		"links": {ToAll: &Forest{Shares: 1, In: make([][][]Link, 1)}},
		"extents": {ToAll: &Forest{Shares: 1, Shifts: &Shifts{Extents: topo.Mesh{2, 3}},
			Trees: []Tree{{Share: 1, Parent: []int{-1, 0, 1, 0}}}}},
		"a path":           {Between: routes(0, 5, 1)},
		"an end of a path": {Between: routes(0, 2)},
		"an order":         {Order: []int{0, 1, 2, 2}},
	} {
		assert.ErrorContains(t, read(p),
			"pack: Read: damaged file: some trees or routes do not fit the network's nodes", name)
	}
}

func isRefused(t *testing.T, network topo.Network, file []byte) {
	n := Into(network)
	require.ErrorContains(t, n.Read(bytes.NewReader(file)), "pack: Read: ")
	assert.Empty(t, n.away.treesByRoot)
}
