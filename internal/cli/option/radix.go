package option

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/exit"
)

// RadixFlag is the radix of the algorithms that have one.
type RadixFlag struct {
	Radix RadixValue `group:"Advanced" help:"Radix of the algorithms that have one, such as tree/bcast-knomial." placeholder:"R"`
}

// RadixValue is a radix, or 0 for none.
type RadixValue int

func (r *RadixValue) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 2 || n > MaxCount {
		return fmt.Errorf("%q, want a whole number of at least 2", text)
	}
	*r = RadixValue(n)
	return nil
}

// MarshalText writes the text that UnmarshalText reads, or nothing for 0.
func (r RadixValue) MarshalText() ([]byte, error) {
	if r == 0 {
		return nil, nil
	}
	return strconv.AppendInt(nil, int64(r), 10), nil
}

// Apply sets the radix of the algorithms that have one, except for those whose name gives a radix.
func (f RadixFlag) Apply(infos []catalog.Info) error {
	if f.Radix == 0 {
		return nil
	}
	has := func(info catalog.Info) bool { return info.Radix > 0 }
	if !slices.ContainsFunc(infos, has) {
		return exit.Usagef(
			"--radix %d with %s, want it with an algorithm that has one, such as tree/bcast-knomial", f.Radix,
			SomeOf(IDs(infos)))
	}
	for i, info := range infos {
		if has(info) && !strings.Contains(info.ID, "=") {
			infos[i] = info.WithRadix(int(f.Radix))
		}
	}
	return nil
}

// A named is the meaning of a name on the command line.
type named struct {
	is    func(id string) bool
	radix RadixValue // 0: each algorithm's default
}

// namedBy reads a name such as hcube/bcast, 'tree/*' or tree/bcast-knomial=8, or refuses it.
func namedBy(name string, infos []catalog.Info) (result named, err error) {
	ids := IDs(infos)
	base, digits, given := strings.Cut(name, "=")
	result.is = catalog.Named(ids, base)
	found := slices.DeleteFunc(slices.Clone(infos),
		func(info catalog.Info) bool { return !result.is(info.ID) })
	if len(found) == 0 {
		return result, noAlgorithm(name, infos)
	}
	if !given {
		return result, nil
	}
	if err := result.radix.UnmarshalText([]byte(digits)); err != nil {
		return result, exit.Usagef("the radix of %s: %v", name, err)
	}
	return result, RadixFlag{result.radix}.Apply(found)
}
