package openmpi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"topocoll/internal/rules"
)

// Control implements rules.Library.
func (l Library) Control(f rules.File, v rules.Version) (text []byte, err error) {
	switch format, _ := FormatOf(f.Text); format.Name {
	case openJSON.Name:
		text, err = controlOpenJSON(f.Text)
	case hanFile.Name:
		text = controlHAN(readHAN(f.Text, v), v)
	default:
		text = controlClassic(readClassic(f.Text, v))
	}
	if err == nil {
		_, err = l.Read([]rules.File{{Name: f.Name, Text: text}}, v)
	}
	return text, err
}

const controlHead = "# topocoll tune check uses this file in place of the tuning file. " +
	"With it, the library makes its own choices.\n"

func controlClassic(r *classicRules) []byte {
	var b bytes.Buffer
	read := 0
	for id, table := range r.tables {
		if table == nil {
			continue
		}
		read++
		fmt.Fprintf(&b, "%d %d\n", id, len(table))
		writeEntries(&b, table, "0 0 0")
	}
	return slices.Concat(fmt.Appendf(nil, "%s%d\n", controlHead, read), b.Bytes())
}

// writeEntries writes entries to a control file. Every rule has the choice `own`, the library's own choice.
func writeEntries(b *bytes.Buffer, entries []commSizeEntry, own string) {
	for _, entry := range entries {
		fmt.Fprintf(b, "%d %d\n", entry.ranks, len(entry.rules))
		for _, rule := range entry.rules {
			fmt.Fprintf(b, "  %d %s\n", rule.Size, own)
		}
	}
}

func controlOpenJSON(text []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var all any
	if err := d.Decode(&all); err != nil {
		return nil, err
	}
	ignoreRules(all)
	return json.MarshalIndent(all, "", " ")
}

// ignoreRules sets the algorithm of every rule to the value that leaves the choice to the library.
func ignoreRules(part any) {
	switch x := part.(type) {
	case []any:
		for _, one := range x {
			ignoreRules(one)
		}
	case map[string]any:
		for _, one := range x {
			ignoreRules(one)
		}
		if _, rule := x["alg"]; rule {
			x["alg"], x["faninout"], x["seg_size"], x["reqs"] = "ignore", 0, 0, 0
		}
	}
}

// controlHAN returns a rules file that makes HAN execute all calls itself. The file has rules only for the
// communicator of the program's call, because tune writes no other rules.
func controlHAN(r *hanReader, v rules.Version) []byte {
	last := len(hanLevels) - 1
	name := hanLevels[last]
	if !v.Since(5, 0, 0) {
		name = fmt.Sprint(last)
	}
	var b bytes.Buffer
	read := 0
	for _, l := range r.levels {
		if l.level != last {
			continue
		}
		read++
		fmt.Fprintf(&b, "%s 1\n%s %d\n", l.op, name, len(l.entries))
		writeEntries(&b, l.entries, hanTargets[0])
	}
	return slices.Concat(fmt.Appendf(nil, "%s%d\n", controlHead, read), b.Bytes())
}
