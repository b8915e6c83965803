package watchdog

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

// A Key is the secret that the watchdogs of one job share. They ignore packets that were sealed with another
// key.
type Key [32]byte

// NewKey returns a random key.
func NewKey() (k Key) {
	rand.Read(k[:]) // rand.Read never fails
	return k
}

// A packetKind is the purpose of a packet.
type packetKind uint8

const (
	question packetKind = iota
	reply               // contains an answer
	farewell            // contains the reason for a stall; all ranks then end
)

// A packet is a message from one watchdog to another. The seal covers all fields, so every watchdog rejects a
// replayed packet.
type packet struct {
	kind     packetKind
	from, to int // ranks
	// starts at 1 and increases with every packet of a sender; a reply has the number of its question
	number uint64
	body   []byte // at most maxBodySize
}

// A packet on the wire consists of the seal, kind, from, to, number and body, in this order.
const (
	sealSize      = sha256.Size
	headerSize    = 1 + 4 + 4 + 8
	maxPacketSize = 1200 // maximum bytes of a packet, which fits in an Ethernet frame
	maxBodySize   = maxPacketSize - sealSize - headerSize
)

// seal encodes a packet for the network, with its seal.
func (k Key) seal(p packet) []byte {
	raw := append(make([]byte, sealSize, maxPacketSize), byte(p.kind))
	raw = binary.BigEndian.AppendUint32(raw, uint32(p.from))
	raw = binary.BigEndian.AppendUint32(raw, uint32(p.to))
	raw = binary.BigEndian.AppendUint64(raw, p.number)
	raw = append(raw, p.body...)
	copy(raw, k.sum(raw[sealSize:]))
	return raw
}

// open decodes a packet. The result `ok` reports whether the packet was sealed with the same key. The
// packet's body shares the memory of `raw`.
func (k Key) open(raw []byte) (p packet, ok bool) {
	if len(raw) < sealSize+headerSize || len(raw) > maxPacketSize ||
		!hmac.Equal(raw[:sealSize], k.sum(raw[sealSize:])) {
		return packet{}, false
	}
	head, body := raw[sealSize:sealSize+headerSize], raw[sealSize+headerSize:]
	return packet{
		kind:   packetKind(head[0]),
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
