package signature

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
)

func TestDifference(t *testing.T) {
	call := func(root int, refusal error) Signature {
		return Of(comm.Call{Name: "mpi: Bcast", Type: "float64", Root: root, Length: 7}, refusal)
	}
	for want, all := range map[string][]Signature{
		"": {call(0, nil), call(0, nil)},
		"mpi: Bcast: root differs: 0 on ranks 0,1; 2 on rank 2": {call(0, nil), call(0,
			nil), call(2, nil)},
		"mpi: Bcast: root differs: 1 on ranks 0,1,3-5,7; 0 on ranks 2,6": {call(1, nil), call(1,
			nil), call(0, nil), call(1, nil), call(1, nil), call(1, nil), call(0, nil), call(1, nil)},
		"mpi: Bcast: bad x, on rank 1": {call(0, nil), call(1,
			errors.New("mpi: Bcast: bad x"))},
		"mpi: Bcast: bad x, on rank 0; bad; root, on ranks 1,2": {call(0,
			errors.New("bad x")), call(1, errors.New("bad\nroot")), call(1, errors.New("bad\nroot")), call(1,
			nil)},
		"mpi: operation differs: Bcast on rank 0; Dup on rank 1; coll: Scan on rank 2": {call(0, nil),
			Of(comm.Call{Name: "mpi: Dup"}, nil), Of(comm.Call{Name: "coll: Scan"}, nil)},
	} {
		assert.Equal(t, want, difference("mpi", all, nil))
	}
	assert.Empty(t,
		difference("mpi", []Signature{call(0, errors.New("bad x")), call(1, errors.New("bad root"))}, nil),
		"each rank returns its own error")
	many := []Signature{}
	for root := range 20 {
		many = append(many, call(root, nil))
	}
	assert.True(t, strings.HasSuffix(difference("mpi", many, nil), "; 7 on rank 7; 12 more values"),
		difference("mpi", many, nil))
}

// An error lists the ranks that were passed to Compare, in ascending order.
func TestMismatchOfAPart(t *testing.T) {
	call := func(length int) Signature { return Of(comm.Call{Name: "coll: Scan", Length: length}, nil) }
	mismatch := Compare("coll", []Signature{call(3), call(4), call(3), call(3)}, []int{9, 4, 3, 8}, 2)
	assert.EqualError(t, mismatch, "coll: Scan: length differs: 3 on ranks 3,8,9; 4 on rank 4")
	assert.True(t, mismatch.Lowest, "rank 3")
	assert.ErrorIs(t, mismatch, comm.ErrArgument)
	assert.Nil(t, Compare("coll", []Signature{call(3), call(3)}, []int{1, 5}, 0))
}

// Calls whose texts differ only after the end of the room differ nevertheless.
func TestLongTextsDiffer(t *testing.T) {
	var all []Signature
	for _, last := range []string{"31", "32"} {
		ranks := strings.Repeat("10 ", 100) + last
		s, encoded := Of(comm.Call{Name: "mpi: Sub", Ranks: ranks}, nil), make([]byte, Bytes)
		s.Encode(encoded)
		all = append(all, Decode(encoded))
	}
	assert.ErrorContains(t, Compare("mpi", all, nil, 0), "mpi: Sub: list of ranks differs: 10 10")
	assert.Nil(t, Compare("mpi", []Signature{all[1], all[1]}, nil, 0))
}

// Encoding preserves a signature, but shortens texts that are too long.
func TestSignatureIsEncoded(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, call := range []comm.Call{{}, {Name: "mpi: Bcast", Type: "uint8", Root: -3, Length: 1 << 40},
		{Name: long, Type: long, Op: long, Counts: long}} {
		for _, refusal := range []error{nil, errors.New("bad"), errors.New(long)} {
			s, encoded := Of(call, refusal), make([]byte, Bytes)
			s.Encode(encoded)
			got := Decode(encoded)
			for i := range s {
				if got[i] != s[i] {
					begin, _, shortened := strings.Cut(got[i], "... (hash ")
					assert.True(t, shortened && begin != "" && strings.HasPrefix(s[i], begin), got[i])
					assert.GreaterOrEqual(t, len(got[i]), attributeBytes-1)
				}
			}
		}
	}
}
