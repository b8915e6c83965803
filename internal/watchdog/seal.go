package watchdog

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

// A Key is what the dogs of one job share. Who does not have it can neither ask them nor tell them anything.
type Key [32]byte

// NewKey draws a key.
func NewKey() (k Key) {
	rand.Read(k[:]) // never fails
	return k
}

// A kind is what a packet is for.
type kind uint8

const (
	question kind = iota
	reply         // with an answer
	farewell      // and why: a rank has found out, and all may end
)

// A packet is what one dog sends another. All of it is sealed: it is worth nothing to another rank, nor sent back, nor
// a second time.
type packet struct {
	kind     kind
	from, to int    // ranks
	number   uint64 // from 1, higher in every packet of a sender; that of a reply is the question's
	body     []byte // at most bodyRoom
}

// On the wire: the seal, kind, from, to, number, body.
const (
	sealSize = sha256.Size
	headSize = 1 + 4 + 4 + 8
	longest  = 1200 // bytes of a packet: it fits a frame of an Ethernet
	bodyRoom = longest - sealSize - headSize
)

// seal is a packet as it is sent.
func (k Key) seal(p packet) []byte {
	raw := append(make([]byte, sealSize, longest), byte(p.kind))
	raw = binary.BigEndian.AppendUint32(raw, uint32(p.from))
	raw = binary.BigEndian.AppendUint32(raw, uint32(p.to))
	raw = binary.BigEndian.AppendUint64(raw, p.number)
	raw = append(raw, p.body...)
	copy(raw, k.sum(raw[sealSize:]))
	return raw
}

// open is a packet as it was sealed with the same key; not ok if it was not. The body is a part of raw.
func (k Key) open(raw []byte) (p packet, ok bool) {
	if len(raw) < sealSize+headSize || len(raw) > longest || !hmac.Equal(raw[:sealSize], k.sum(raw[sealSize:])) {
		return packet{}, false
	}
	head, body := raw[sealSize:sealSize+headSize], raw[sealSize+headSize:]
	return packet{
		kind:   kind(head[0]),
		from:   int(binary.BigEndian.Uint32(head[1:])),
		to:     int(binary.BigEndian.Uint32(head[5:])),
		number: binary.BigEndian.Uint64(head[9:]),
		body:   body,
	}, true
}

func (k Key) sum(sealed []byte) []byte {
	mac := hmac.New(sha256.New, k[:])
	mac.Write(sealed)
	return mac.Sum(nil)
}
