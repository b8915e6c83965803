package wrap

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"native:ring, 5 µs ≤ 7":  "native:ring, 5 µs ≤ 7",
		"漢字 é e\u0301":           "漢字 é e\u0301",
		"\x1b]0;owned\a":         "]0;owned",
		"\u009b31mred":           "31mred", // CSI in one character
		"a\x9bb\xff":             "ab",     // not UTF-8
		"a\ufffdb":               "ab",     // encoding/json reads the previous text as this one
		"two\nlines\r\tand more": "two lines  and more",
		"\u202egnirts\u2066":     "gnirts",
		"zero\u200bwidth\ufeff":  "zerowidth",
		"a\u2028b\u00a0c":        "a b c",
		"\x00\x7f\u0080":         "",
	} {
		assert.Equal(t, want, Plain(text), "%q", text)
	}
	assert.Equal(t, "one \ntwo", PlainLines("one\t\x1b\ntwo"))
}

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{"A_1=/x/y.z:1": "A_1=/x/y.z:1", "A=/a b": "'A=/a b'", "": "''",
		"it's $x": `'it'\''s $x'`} {
		assert.Equal(t, want, ShellWord(text))
		out, err := exec.Command("sh", "-c", "printf %s "+ShellWord(text)).Output()
		assert.NoError(t, err)
		assert.Equal(t, text, string(out))
	}
}
