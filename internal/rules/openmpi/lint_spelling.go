package openmpi

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// lintSpelling finds numbers that the library reads differently from a person.
func (r *classicRules) lintSpelling(report *rules.Report) {
	for i := 0; i < len(r.numbers); {
		word, begin, end := wordAt(r.file, r.numbers[i].begin)
		var read []string
		line := r.numbers[i].line
		for ; i < len(r.numbers) && r.numbers[i].begin < end; i++ {
			n := r.numbers[i]
			read = append(read, fmt.Sprint(n.value))
			if n.value == math.MaxInt64 {
				report.AddWrong(line, "%s is larger than the library can read", n.text)
			}
		}
		switch plain := strings.Trim(word, ",;:"); {
		case plain == read[0]:
		case isMisreadOctal(plain):
			report.AddWrong(line, "%s begins with 0, so it is read as octal: %s", plain,
				strings.Join(read, " and "))
		case strings.HasPrefix(strings.ToLower(plain), "0x"):
			report.AddNote(line, "%s is read as hexadecimal: %s", plain, read[0])
		case strings.TrimLeft(plain, "+0") == strings.TrimLeft(read[0], "0"):
		default:
			report.AddWrong(line, "%s is read as %s: the library reads only whole numbers", word,
				strings.Join(read,
					" and "))
		}
		if before := foreignComment(r.file, begin); before != "" {
			report.AddWrong(line,
				"%s does not begin a comment (use #): the library reads the numbers after it",
				before)
		}
	}
	if at := bytes.Index(r.file, []byte("#"+version2Mark)); at >= 0 && supportsVersion2(r.Version) {
		report.AddNote(r.lineAt(at),
			"%s2 is in a comment, so the library reads the first version of the format",
			version2Mark)
	}
}

// isMisreadOctal reports whether a word is a number with a leading 0 whose octal value differs from its
// decimal value.
func isMisreadOctal(word string) bool {
	if len(word) < 2 || word[0] != '0' || strings.Trim(word, "0123456789") != "" {
		return false
	}
	decimal, _ := strconv.ParseInt(word, 10, 64)
	value, err := strconv.ParseInt(word, 8, 64)
	return err != nil || value != decimal
}

// wordAt returns the word around an offset, and where it begins and ends. A word ends at white space or #.
func wordAt(file []byte, at int) (word string, begin, end int) {
	begin = bytes.LastIndexAny(file[:at], " \t\n\v\f\r") + 1
	end = len(file)
	if length := bytes.IndexAny(file[at:], " \t\n\v\f\r#"); length >= 0 {
		end = at + length
	}
	return string(file[begin:end]), begin, end
}

// foreignComment returns a comment mark of another language, such as //, in the line before the offset `at`.
// It returns "" if there is no such mark.
func foreignComment(file []byte, at int) string {
	const far = 200 // bytes to search, because the file may be a single long line
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

// lintUnread finds text that the library does not read, and rules that later rules replace.
func (r *classicRules) lintUnread(report *rules.Report) {
	rest := numberScanner{file: r.file, offset: r.endOffset}
	count, line := 0, 0
	for n, ok := rest.next(); ok; n, ok = rest.next() {
		if count++; count == 1 {
			line = n.line
		}
	}
	if count > 0 {
		report.AddWrong(line,
			"the library does not read the rest of the file (%d numbers): the counts before it are too small",
			count)
	}
	for _, n := range r.repeatedIDs {
		report.AddWrong(n.line,
			"the rules for %s before this line have no effect: the rules that begin here replace them",
			operations[n.value].name)
	}
	if !r.isVersion2 {
		r.lintFiveNumbers(report)
	}
	for _, n := range r.truncated {
		report.AddWrong(n.line, "%s does not fit in an int, and is read as %d", n.text, int32(n.value))
	}
}

// lintFiveNumbers finds rules with five numbers in a file of the first version.
func (r *classicRules) lintFiveNumbers(report *rules.Report) {
	lines := bytes.Split(r.file, []byte("\n"))
	for _, table := range r.tables {
		for _, c := range table {
			for _, rule := range c.rules {
				line, _, _ := bytes.Cut(lines[rule.Line-1], []byte("#"))
				if len(bytes.Fields(line)) == 5 {
					report.AddWrong(rule.Line,
						"this rule has five numbers, but the library reads MAXREQ only after %s2; here it reads "+
							"the fifth number as the next message size", version2Mark)
					return
				}
			}
		}
	}
}
