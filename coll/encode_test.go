package coll

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Words of every type without pointers, and strings, can hold bytes. Other types are refused. A World of each
// of these types would prove the same, but it compiles all algorithms once more for each type.
func TestEncode(t *testing.T) {
	type pixel struct {
		Color [3]uint8
		On    bool
	}
	type name string
	encodes[uint8](t)
	encodes[float32](t)
	encodes[complex128](t)
	encodes[name](t)
	encodes[pixel](t)
	encodes[[100]int64](t)
	refuses[struct{}](t, "struct {}")
	refuses[*int](t, "*int")
	refuses[[]int](t, "[]int")
	refuses[struct{ at *int }](t, "struct { at *int }")
}

func encodes[T any](t *testing.T) {
	t.Helper()
	assert.NoError(t, checkEncodable[T]("coll: Split"))
	for n := 1; n <= 20; n++ {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(200 + 3*i)
		}
		assert.Equal(t, data, decodeBytes(encodeBytes[T](data), n))
	}
}

func refuses[T any](t *testing.T, typ string) {
	t.Helper()
	assert.EqualError(t, checkEncodable[T]("coll: Split"),
		"coll: Split: words of type "+typ+", want strings or words without pointers")
}
