package pack

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// If a file has a correct checksum, either Read returns an error, or the trees and routes of the network are
// usable.
func FuzzRead(f *testing.F) {
	links, err := topo.ReadNetwork("links", strings.NewReader("h0 h1\nh1 h2\nh0 s0\nh2 s0"))
	require.NoError(f, err)
	networks := []topo.Network{topo.NewRing(4), links, topo.NewTorus(topo.Mesh{2, 3})}
	for i, network := range networks {
		n := Into(network)
		requestAll(n)
		var file bytes.Buffer
		require.NoError(f, n.Write(&file))
		zipped, err := gzip.NewReader(&file)
		require.NoError(f, err)
		plain, err := io.ReadAll(zipped)
		require.NoError(f, err)
		f.Add(uint(i), plain)
		require.NoError(f, Into(network).Read(zippedOf(plain)))
	}
	f.Add(uint(0), []byte{})
	f.Fuzz(func(t *testing.T, which uint, plain []byte) {
		late := time.AfterFunc(20*time.Second, func() { panic("20 seconds, and not done") })
		defer late.Stop()
		network := networks[which%uint(len(networks))]
		n := Into(network)
		if n.Read(zippedOf(plain)) == nil {
			requestAll(n)
		}
	})
}

func zippedOf(plain []byte) io.Reader {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	w.Write(plain)
	w.Close()
	return &file
}

// requestAll requests trees and routes of every kind.
func requestAll(n *Network) {
	n.From(0)
	n.ToAll()
	n.Scatter(0)
	n.Between()
	n.Order()
	n.Bounds()
	n.Part(1)
}
