package check

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
)

type point struct{ X, Y float64 }

type person struct {
	Age  int
	Home struct {
		At   point
		Name string
	}
}

func TestWords(t *testing.T) {
	for _, err := range []error{Words[bool]("test"), Words[uintptr]("test"), Words[complex64]("test"),
		Words[[3]int16]("test"), Words[[2]point]("test"), Words[struct {
			_ [0]int
			a uint8
		}]("test")} {
		assert.NoError(t, err)
	}
	const refused = "; use a type without pointers"
	for want, err := range map[string]error{
		"type string contains pointers" + refused:         Words[string]("test"),
		"type unsafe.Pointer contains pointers" + refused: Words[unsafe.Pointer]("test"),
		"type [2][]int contains pointers" + refused:       Words[[2][]int]("test"),

		"type check.person has field Home.Name of type string" + refused:    Words[person]("test"),
		"type [4]check.person has field Home.Name of type string" + refused: Words[[4]person]("test"),

		"type struct { A int; F [1]func() } has field F of type [1]func()" + refused: Words[struct {
			A int
			F [1]func()
		}]("test"),
		"type struct {} has no bytes; use a type of at least 1 byte": Words[struct{}]("test"),
		"type [0]int has no bytes; use a type of at least 1 byte":    Words[[0]int]("test"),
	} {
		assert.EqualError(t, err, "test: "+want)
		assert.ErrorIs(t, err, comm.ErrArgument)
	}
}
