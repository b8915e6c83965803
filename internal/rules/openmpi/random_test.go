package openmpi_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// randomRules returns a random classic file.
func randomRules(r *rand.Rand) []byte {
	var b bytes.Buffer
	say := func(n int) { fmt.Fprintf(&b, "%s ", spell(r, n)) }
	if r.IntN(15) == 0 {
		b.WriteString("rule-file-version-2\n")
	}
	ids := r.Perm(22)[:8+r.IntN(14)]
	if r.IntN(4) == 0 {
		ids = append(ids[:10:10], ids[0]) // the last rules for an operation replace earlier ones
	}
	collectives := len(ids)
	if r.IntN(6) == 0 {
		collectives += r.IntN(5) - 2
	}
	say(max(0, collectives))
	for _, id := range ids {
		fmt.Fprintf(&b, "\n%s %s# an operation\n", spell(r, id), strings.Repeat("word ", r.IntN(2)))
		entries := r.IntN(4)
		say(entries)
		ranks := r.IntN(4)
		for range entries {
			count, size := 1+r.IntN(4), 0
			if r.IntN(20) == 0 {
				count = 0
			}
			b.WriteString("\n ")
			say(ranks)
			say(count)
			for range count {
				b.WriteString("\n  ")
				say(size)
				say([]int{99, 99, 0, 1}[r.IntN(4)])
				say(0)
				say(0)
				size = max(1, size+r.IntN(200)-30) // sometimes sizes do not ascend
			}
			ranks = max(0, ranks+r.IntN(4)-1)
		}
	}
	if r.IntN(10) == 0 {
		b.WriteString("\n7 1 0 1 0 99 0 0")
	}
	return b.Bytes()
}

// spell formats a number, sometimes in a way that the library does not expect.
func spell(r *rand.Rand, n int) string {
	switch r.IntN(150) {
	case 0:
		return fmt.Sprintf("0%d", n)
	case 1:
		return fmt.Sprintf("0x%x", n)
	case 2:
		return fmt.Sprintf("%dK", n)
	case 3:
		return fmt.Sprintf("+%d,", n)
	case 4:
		return fmt.Sprintf("0%o #%d", n, n)
	}
	return strconv.Itoa(n)
}
