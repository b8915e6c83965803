package manpage

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"--op":      `\-\-op`,
		".5 us":     `\&.5 us`,
		`'a\b'`:     `\(aqa\eb\(aq`,
		"2² µs":     `2\[u00B2] \[u00B5]s`,
		`say "~^" `: `say \(dq\(ti\(ha\(dq `,
	} {
		assert.Equal(t, want, escape(text), text)
	}
}

func TestProse(t *testing.T) {
	var out bytes.Buffer
	r := &roff{out: &out}
	r.heading("SH", "A")
	r.prose("One.\n\n  do\n    it\n\nTwo.")
	assert.Equal(t, ".SH \"A\"\nOne.\n.PP\n.EX\ndo\n  it\n.EE\n.PP\nTwo.\n", out.String())
}
