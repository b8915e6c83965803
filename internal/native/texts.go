//go:build cgo

package native

import (
	"encoding/binary"
	"strings"

	"topocoll/mpi"
)

// Texts gathers one string from each rank, and returns all strings on every rank.
func Texts(port *mpi.Port[uint8], mine string) ([]string, error) {
	lengths := make([]uint8, 8*port.Size())
	if err := mpi.Allgather(port, binary.BigEndian.AppendUint64(nil, uint64(len(mine))), lengths); err != nil {
		return nil, err
	}
	maxBytes := 0
	for rank := range port.Size() {
		maxBytes = max(maxBytes, int(binary.BigEndian.Uint64(lengths[8*rank:])))
	}
	one, all := make([]uint8, maxBytes), make([]uint8, maxBytes*port.Size())
	copy(one, mine)
	if err := mpi.Allgather(port, one, all); err != nil {
		return nil, err
	}
	texts := make([]string, port.Size())
	for rank := range texts {
		texts[rank] = strings.TrimRight(string(all[rank*maxBytes:(rank+1)*maxBytes]), "\x00")
	}
	return texts, nil
}

// Agree returns the first string in rank order that is not empty, or "". All ranks get the same result.
func Agree(port *mpi.Port[uint8], text string) (string, error) {
	mine, some := []uint8{uint8(min(1, len(text)))}, make([]uint8, 1)
	if err := mpi.Allreduce(port, mpi.Max[uint8](), mine, some); err != nil || some[0] == 0 {
		return "", err
	}
	all, err := Texts(port, text)
	for _, text := range all {
		if text != "" {
			return text, err
		}
	}
	return "", err
}
