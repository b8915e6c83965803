package infiniband

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The text has two leaf switches and a spine. n1 has two adapters, and n10 is on the second leaf. The
// aggregation node and the router are not hosts, and the spare switch leads to no host.
const text = `#
# Topology file: generated on Tue Nov 24 10:00:00 2026
#
vendid=0x2c9
switchguid=0xe1(e1)
Switch	36 "S-e1"		# "MF0;leaf1:SB7700/U1" enhanced port 0 lid 3 lmc 0
[1]	"H-a1"[1](a1) 		# "n1 mlx5_0" lid 11 4xEDR
[2]	"H-a2"[1](a2) 		# "n2 HCA-1" lid 12 4xEDR
[35]	"S-e3"[1]		# "MF0;spine1" lid 5 4xEDR
[36]	"S-e3"[2]		# "MF0;spine1" lid 5 4xEDR

Switch	36 "S-e2"		# "MF0;leaf2:SB7700/U1" enhanced port 0 lid 4 lmc 0
[1]	"H-a3"[1](a3) 		# "n1 mlx5_1" lid 13 4xEDR
[2]	"H-a10"[1](aa) 		# "n10 HCA-1" lid 14 4xHDR
[35]	"S-e3"[3]		# "MF0;spine1" lid 5 4xEDR

Switch	36 "S-e3"		# "MF0;spine1" enhanced port 0 lid 5 lmc 0
[1]	"S-e1"[35]		# "MF0;leaf1:SB7700/U1" lid 3 4xEDR
[2]	"S-e1"[36]		# "MF0;leaf1:SB7700/U1" lid 3 4xEDR
[3]	"S-e2"[35]		# "MF0;leaf2:SB7700/U1" lid 4 4xEDR
[34]	"S-e9"[1]		# "spare" lid 6 4xEDR
[36]	"H-99"[1](99) 		# "Mellanox Technologies Aggregation Node" lid 9 4xEDR

Ca	1 "H-99"		# "Mellanox Technologies Aggregation Node"
[1](99) 	"S-e3"[36]		# lid 9 lmc 0 "MF0;spine1" lid 5 4xEDR

Switch	36 "S-e9"		# "spare" base port 0 lid 6 lmc 0
[1]	"S-e3"[34]		# "MF0;spine1" lid 5 4xEDR
[2]	"R-77"[1]		# "router" lid 8 4xEDR

Rt	1 "R-77"		# "router"
[1](77) 	"S-e9"[2]		# lid 8 lmc 0 "spare" lid 6 4xEDR

Ca	1 "H-a1"		# "n1 mlx5_0"
[1](a1) 	"S-e1"[1]		# lid 11 lmc 0 "MF0;leaf1:SB7700/U1" lid 3 4xEDR

Ca	1 "H-a2"		# "n2 HCA-1"
[1](a2) 	"S-e1"[2]		# lid 12 lmc 0 "MF0;leaf1:SB7700/U1" lid 3 4xEDR

Ca	1 "H-a3"		# "n1 mlx5_1"
[1](a3) 	"S-e2"[1]		# lid 13 lmc 0 "MF0;leaf2:SB7700/U1" lid 4 4xEDR

Ca	1 "H-a10"		# "n10 HCA-1"
[1](aa) 	"S-e2"[2]		# lid 14 lmc 0 "MF0;leaf2:SB7700/U1" lid 4 4xHDR
`

func TestBetween(t *testing.T) {
	for hosts, want := range map[string]string{
		"": "links:h0-s0=100000mbit,h0-s1=100000mbit,h1-s0=100000mbit,h2-s1=200000mbit," +
			"s0-s2=200000mbit,s1-s2=100000mbit",
		"n10 n2": "links:h0-s0=200000mbit,h1-s1=100000mbit,s1-s2=200000mbit,s0-s2=100000mbit",
		"n2 n1":  "links:h0-s0=100000mbit,h1-s0=100000mbit,h1-s1=100000mbit,s0-s2=200000mbit,s1-s2=100000mbit",
	} {
		n, err := Between("net", strings.NewReader(text), strings.Fields(hosts))
		require.NoError(t, err, hosts)
		assert.ElementsMatch(t, strings.Split(strings.TrimPrefix(want, "links:"), ","),
			strings.Split(strings.TrimPrefix(n.String(), "links:"), ","), hosts)
	}
}

// Cables that connect hosts directly are read at every speed. A line may name the external port of a chassis.
func TestSpeeds(t *testing.T) {
	for speed, want := range map[string]string{"1xSDR": "2000", "4xDDR": "16000", "4xQDR": "32000",
		"4xFDR10": "40000", "4xFDR": "54560", "4xEDR": "100000", "2xHDR": "100000", "4xNDR": "400000",
		"8xXDR": "1600000"} {
		n, err := Between("net", strings.NewReader(`Ca	2 "H-1"		# "a HCA-1"
[1](1)[ext 3] 	"H-2"[1]		# lid 1 lmc 0 "b HCA-1" lid 2 `+speed+"\n"), nil)
		assert.ErrorContains(t, err, "want a link that ends with its width and speed")
		assert.Nil(t, n)
		n, err = Between("net", strings.NewReader(`Ca	2 "H-1"		# "a HCA-1"
[1][ext 3](1) 	"H-2"[1](2)		# lid 1 lmc 0 "b HCA-1" lid 2 `+speed+`
Ca	2 "H-2"		# "b HCA-1"
`), nil)
		require.NoError(t, err, speed)
		assert.Equal(t, "links:h0-h1="+want+"mbit", n.String())
	}
}

// An adapter whose description names no host counts as a separate host.
func TestHostName(t *testing.T) {
	for description, want := range map[string]string{"n1 HCA-1": "n1", "n1 mlx5_0": "n1", "n1": "n1",
		"MT23108 InfiniHost Mellanox Technologies": "H-1", "": "H-1", "n1.site hfi1_0": "n1.site"} {
		assert.Equal(t, want, hostName("H-1", description), description)
	}
}

func TestRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "net: no links found; use the output of ibnetdiscover",
		"[1]\t\"S-1\"[2] # 4xEDR": "net:1: speed 4xEDR, want at most 64 lanes of SDR to XDR",
		"Ca 1 \"H-1\" # \"a\"\n[1](1) \"H-2\"[2] # 4xZDR": "net:2: speed 4xZDR, want at most 64 lanes",
		"Ca 1 \"H-1\" # \"a\"\n[1](1) \"H-2\"[2]":         "net:2: \"[1](1) \\\"H-2\\\"[2]\", want a link",
		"Ca 1 \"H-1\" # \"a\"\n[1](1) \"H-2\"[2] # 4xEDR": "net: no links",
	} {
		_, err := Between("net", strings.NewReader(in), nil)
		assert.ErrorContains(t, err, want, in)
	}
	_, err := Between("net", strings.NewReader(text), []string{"n1", "n3"})
	assert.ErrorContains(t, err, `net: no adapter belongs to node n3 of the job; the description of an `+
		`adapter must have a form such as "n3 HCA-1"`)
	_, err = Between("net", strings.NewReader(text), []string{"n1"})
	assert.ErrorContains(t, err, "1 hosts, want at least two")
	_, err = Network("/does/not/exist")
	assert.ErrorContains(t, err, "no such file")
}
