package watchdog

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSealedPacketsOpenWithTheSameKey(t *testing.T) {
	key := NewKey()
	for _, p := range []packet{
		{question, 0, 1, 1, []byte{}},
		{reply, 1, 0, 1<<64 - 1, []byte(`{"Beats":7}`)},
		{farewell, 1<<31 - 1, 5, 9, bytes.Repeat([]byte("x"), maxBodySize)},
	} {
		raw := key.seal(p)
		assert.LessOrEqual(t, len(raw), maxPacketSize)
		got, ok := key.open(raw)
		require.True(t, ok)
		assert.Equal(t, p, got)
		_, ok = NewKey().open(raw)
		assert.False(t, ok, "another key opens it")
	}
}

func TestNothingButTheWholePacketOpens(t *testing.T) {
	key := NewKey()
	raw := key.seal(packet{farewell, 1, 0, 7, []byte("why")})
	for bit := range 8 * len(raw) {
		raw[bit/8] ^= 1 << (bit % 8)
		_, ok := key.open(raw)
		assert.False(t, ok, "bit %d is flipped", bit)
		raw[bit/8] ^= 1 << (bit % 8)
	}
	for n := range raw {
		_, ok := key.open(raw[:n])
		assert.False(t, ok, "%d bytes of %d", n, len(raw))
	}
	_, ok := key.open(append(raw, 0))
	assert.False(t, ok, "a byte more")
	_, ok = key.open(key.seal(packet{farewell, 1, 0, 7, make([]byte, maxBodySize+1)}))
	assert.False(t, ok, "longer than any that is sent")
	short := make([]byte, headerSize-1)
	_, ok = key.open(append(key.sum(short), short...))
	assert.False(t, ok, "no whole head")
}

// open rejects a packet without a valid seal; every sealed packet opens unchanged.
func FuzzOpen(f *testing.F) {
	key := Key{1, 2, 3}
	f.Add([]byte(nil))
	f.Add([]byte("topocoll?"))
	f.Add([]byte("topocoll.whatever"))
	f.Add(key.seal(packet{question, 0, 1, 1, nil}))
	f.Add(key.seal(packet{reply, 1, 0, 1, []byte(`{"Beats":7,"Unsent":{"Bytes":5,"To":"10.0.0.1"}}`)}))
	f.Add(key.seal(packet{farewell, 2, 0, 3, []byte("why")})[:60])
	f.Add(make([]byte, headerSize))
	f.Add(make([]byte, maxPacketSize+1))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, raw := range [][]byte{bytes.Clone(raw), append(key.sum(raw), raw...)} {
			if p, ok := key.open(raw); ok {
				assert.Equal(t, raw, key.seal(p))
				raw[len(raw)/2] ^= 1
				_, ok = key.open(raw)
				assert.False(t, ok)
			}
		}
		fits := len(raw) >= headerSize && len(raw) <= headerSize+maxBodySize
		_, ok := key.open(append(key.sum(raw), raw...))
		assert.Equal(t, fits, ok)
	})
}
