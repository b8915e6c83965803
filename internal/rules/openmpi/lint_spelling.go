package openmpi

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// spelling finds numbers that the library reads in another way than people do.
func (r *classicRules) spelling(report *rules.Report, file []byte) {
	for i := 0; i < len(r.numbers); {
		word, begin, end := wordAt(file, r.numbers[i].begin)
		var read []string
		line := r.numbers[i].line
		for ; i < len(r.numbers) && r.numbers[i].begin < end; i++ {
			n := r.numbers[i]
			read = append(read, fmt.Sprint(n.value))
			if n.value == math.MaxInt64 {
				report.AddWrong(line, "%s is more than the library can read", n.text)
			}
		}
		switch plain := strings.Trim(word, ",;:"); {
		case plain == read[0]:
		case octal(plain):
			report.AddWrong(line, "%s begins with 0, and is read as octal: %s", plain, strings.Join(read, " and "))
		case strings.HasPrefix(strings.ToLower(plain), "0x"):
			report.AddNote(line, "%s is read as hexadecimal: %s", plain, read[0])
		case strings.TrimLeft(plain, "+0") == strings.TrimLeft(read[0], "0"):
		default:
			report.AddWrong(line, "%s is read as %s: the library knows only whole numbers", word, strings.Join(read,
				" and "))
		}
		if before := commented(file, begin); before != "" {
			report.AddWrong(line, "%s does not begin a comment, # does: the numbers after it are read", before)
		}
	}
	if at := bytes.Index(file, []byte("#"+second)); at >= 0 && versioned(r.Version) {
		report.AddNote((&numbers{file: file}).line(at), "%s2 in a comment: the file is of the first version",
			second)
	}
}

// octal reports whether a word of digits means another number with a 0 before it.
func octal(word string) bool {
	if len(word) < 2 || word[0] != '0' || strings.Trim(word, "0123456789") != "" {
		return false
	}
	decimal, _ := strconv.ParseInt(word, 10, 64)
	value, err := strconv.ParseInt(word, 8, 64)
	return err != nil || value != decimal
}

// wordAt is the word around a byte, up to white space or a comment.
func wordAt(file []byte, at int) (word string, begin, end int) {
	begin = bytes.LastIndexAny(file[:at], " \t\n\v\f\r") + 1
	end = len(file)
	if length := bytes.IndexAny(file[at:], " \t\n\v\f\r#"); length >= 0 {
		end = at + length
	}
	return string(file[begin:end]), begin, end
}

// commented is what begins a comment in other languages, in the same line before a byte.
func commented(file []byte, at int) string {
	const far = 200 // bytes, in a file that is one line
	line := string(file[max(at-far, bytes.LastIndexByte(file[:at], '\n')+1):at])
	for _, word := range strings.Fields(line) {
		for _, mark := range []string{"//", "/*", ";", "!", "%", "--"} {
			if strings.HasPrefix(word, mark) {
				return mark
			}
		}
	}
	return ""
}

// unread finds what the library has not read, or has forgotten.
func (r *classicRules) unread(report *rules.Report, file []byte) {
	rest := numbers{file: file, at: r.end}
	count, line := 0, 0
	for n, ok := rest.next(); ok; n, ok = rest.next() {
		if count++; count == 1 {
			line = n.line
		}
	}
	if count > 0 {
		report.AddWrong(line, "from here on, nothing is read (%d numbers): the counts before are smaller", count)
	}
	for _, n := range r.lost {
		report.AddWrong(n.line, "the rules for %s before this line are forgotten: it comes again",
			operations[n.value].name)
	}
	if !r.second {
		r.fives(report, file)
	}
	for _, n := range r.cut {
		report.AddWrong(n.line, "%s does not fit, and is read as %d", n.text, int32(n.value))
	}
}

// fives finds lines of five numbers that begin like a rule.
func (r *classicRules) fives(report *rules.Report, file []byte) {
	lines := bytes.Split(file, []byte("\n"))
	for _, table := range r.tables {
		for _, c := range table {
			for _, rule := range c.rules {
				line, _, _ := bytes.Cut(lines[rule.Line-1], []byte("#"))
				if len(bytes.Fields(line)) == 5 {
					report.AddWrong(rule.Line, "a rule of five numbers: MAXREQ is read only after %s2, here it is taken for the next message size", second)
					return
				}
			}
		}
	}
}
