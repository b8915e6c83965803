package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Bad input is exit code 2 and one line, with root and iproute2 or without.
func TestBadClusters(t *testing.T) {
	const name = `name "../x", want up to 16 lower-case letters and digits`
	for args, want := range map[string]string{
		"cluster up ../x ring:4":                       name,
		"cluster down ../x":                            name,
		"cluster run ../x -- true":                     name,
		"cluster up x pentagon:5":                      "want ring:P",
		"cluster up x ring:4@fast":                     "want 8kbit to 200gbit",
		"cluster up x star:4 --slots 0":                "0 slots on each of 4 hosts",
		"cluster up x star:4 --slots=-1":               "-1 slots on each of 4 hosts",
		"cluster up x star:4,slots=2 --slots 1000":     "1000 slots on each of 4 hosts",
		"cluster up x star:4 --slots many":             "--slots",
		"cluster up x torus:4294967296x4294967296":     "want at most 250 hosts",
		"cluster down nosuchcluster":                   `no cluster "nosuchcluster" is up`,
		"cluster run nosuchcluster -- true":            `no cluster "nosuchcluster" is up`,
		"cluster run nosuchcluster --map-by x -- true": `--map-by must be one of "slot","node"`,
	} {
		code, stdout, stderr := command(strings.Fields(args)...)
		assert.Equal(t, exitUsage, code, args)
		assert.Contains(t, stderr, want, args)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		assert.Empty(t, stdout)
	}
}
