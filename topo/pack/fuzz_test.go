package pack

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// Whatever is in a file of trees, whose sum is right: it is refused, or its trees can be used.
func FuzzRead(f *testing.F) {
	network := topo.NewRing(4)
	n := Into(network)
	use(n)
	var file bytes.Buffer
	require.NoError(f, n.Write(&file))
	zipped, err := gzip.NewReader(&file)
	require.NoError(f, err)
	plain, err := io.ReadAll(zipped)
	require.NoError(f, err)
	f.Add(plain)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, plain []byte) {
		var file bytes.Buffer
		w := gzip.NewWriter(&file)
		w.Write(plain)
		w.Close()
		n := Into(network)
		if n.Read(&file) == nil {
			use(n)
		}
	})
}

// use asks for trees and routes of every kind.
func use(n *Network) {
	n.From(0)
	n.ToAll()
	n.Scatter(0)
	n.Between()
	n.Order()
	n.Bounds()
	n.Part(1)
}
