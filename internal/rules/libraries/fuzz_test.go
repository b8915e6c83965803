package libraries_test

import (
	"slices"
	"testing"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/tuned"
)

// Lint accepts any file, for every version, and returns a non-empty report.
func FuzzLint(f *testing.F) {
	for _, text := range []string{
		"1\n7 1\n0 2\n0 6 0 0\n64K 1 0 0\n", "rule-file-version-2\n1\n3 1 0 1\n0 4 0 0 8\n",
		"1\n7 1\n0 1\n0 9223372036854775807 99999999999999999999 0\n", "0x", "1 // -", "#",
		"+-08 0x 9999999999999999999999",
		"1\nallreduce 1\ninter_node 2\n1 1\n0 basic\n8 2\n0 han @simple [1]\n65536 tuned\n",
		`{"collectives":{"allreduce":[{"comm_size_min":2,"rules":[{"msg_size_max":9,"alg":"ring",` +
			`"seg_size":8}]},1,null]}}`,
		`{"collective=bcast":{"comm_type=intra":{"comm_size<8":{"algorithm=MPIR_Bcast_intra_tree":{"k=4":{` +
			`}}},"avg_msg_size=any":{}}}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		format := libraries.FormatOf(file)
		for _, c := range rules.Classes(format.Library) {
			if format.Lint(file, c.Version).Text() == "" {
				t.Error("nothing")
			}
		}
	})
}

// For any file that Read accepts, Select (for every operation) and Control do not panic.
func FuzzObey(f *testing.F) {
	f.Add([]byte("1\n7 1\n0 2\n0 6 0 0\n64 1 9223372036854775807 0\n"))
	f.Add([]byte("1\nallreduce 1\n2 2\n1 1\n0 basic\n8 2\n0 han @simple [1]\n65536 tuned\n"))
	f.Add([]byte(
		`{"collectives":{"allreduce":[{"comm_size_min":2,"rules":[{"msg_size_max":9,"alg":"ring",` +
			`"seg_size":8}]}]}}`))
	f.Add([]byte(
		`{"collective=bcast":{"comm_type=intra":{"comm_size<8":{"algorithm=MPIR_Bcast_intra_tree":{"k=4":{` +
			`}}},"avg_msg_size=any":{}}}}`))
	f.Add([]byte("MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, c := range slices.Concat(rules.Classes(rules.OpenMPI), rules.Classes(rules.MPICH)) {
			for _, name := range append(libraries.Names(), "any") {
				file := rules.File{Name: name, Text: text}
				selected, err := libraries.Read([]rules.File{file}, c.Version, nil)
				if err != nil {
					continue
				}
				for _, op := range catalog.Collectives() {
					for _, job := range []tuned.Job{{Ranks: 1, Hosts: 1, Slots: 1},
						{Ranks: 8, Hosts: 2, Slots: 4}} {
						for _, size := range []int{0, 64, 1 << 40} {
							selected.Select(op, job, size)
						}
					}
				}
				libraries.New(c.Version, nil).Control(file, c.Version)
			}
		}
	})
}
