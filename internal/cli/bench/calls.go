package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
)

// callFlags are the flags for the element type, the operator, the counts and the root of all calls.
type callFlags struct {
	Type     string `group:"What to measure" help:"Type of the words: float64, float32, int64, int32 or uint8 (default: float64)." placeholder:"TYPE" predictor:"wordtype"`
	Operator string `group:"What to measure" help:"Operator of the reductions, such as sum, max or bxor (default: sum)." placeholder:"OP" predictor:"operator"`
	option.CountsFlag
	Root string `group:"What to measure" help:"Root of every call: a rank, or rotate for every rank in turn (default: ${default})." default:"rotate" placeholder:"RANK"`
}

// set checks the flags and copies them to cfg. The operations and sizes of cfg must already be set.
func (f callFlags) set(cfg *bench.Config) error {
	if err := f.setType(cfg); err != nil {
		return err
	}
	if err := f.setOperator(cfg); err != nil { // after setType, because setOperator reads cfg.Type
		return err
	}
	if f.Root == "rotate" || f.Root == "" {
		return nil
	}
	root, err := strconv.Atoi(f.Root)
	if err != nil || root < 0 || root >= launcher.MaxRanks {
		return exit.Usagef("--root %q, want a rank, or rotate", f.Root)
	}
	cfg.Root = &root
	return refuseWithoutEffect(cfg.Ops(), catalog.Collective.Rooted, "--root "+f.Root, "has a root")
}

// setType sets the element type. Sizes must be multiples of the element size.
func (f callFlags) setType(cfg *bench.Config) error {
	if f.Type == "" {
		return nil
	}
	words, err := results.ParseType(f.Type)
	if err != nil {
		return exit.Usagef("--type: %v", err)
	}
	for _, bytes := range cfg.Sizes {
		if bytes%words.Bytes != 0 {
			return exit.Usagef("--type %s --size %s, want multiples of %d bytes", f.Type,
				results.FormatSize(bytes), words.Bytes)
		}
	}
	cfg.Type = words.Name
	return refuseWithoutEffect(cfg.Ops(), func(c catalog.Collective) bool { return c != catalog.Barrier },
		"--type "+f.Type,
		"has words")
}

func (f callFlags) setOperator(cfg *bench.Config) error {
	if f.Operator == "" {
		return nil
	}
	name := strings.TrimPrefix(strings.ToLower(f.Operator), "mpi_")
	switch {
	case !slices.Contains(words.Operators(), name):
		return exit.Usagef("--operator %q, want %s", f.Operator, strings.Join(words.Operators(), ", "))
	case words.IntegersOnly(name) && (cfg.Type == "" || strings.HasPrefix(cfg.Type, "float")):
		return exit.Usagef(
			"--operator %s needs words that are integers; use --type int64, int32 or uint8", f.Operator)
	}
	cfg.Operator = name
	return refuseWithoutEffect(cfg.Ops(), catalog.Collective.Reduces, "--operator "+f.Operator,
		"combines words")
}

// refuseWithoutEffect returns an error if a flag has no effect on any of the operations.
func refuseWithoutEffect(ops []catalog.Collective, hasEffect func(catalog.Collective) bool, flag,
	what string) error {
	if slices.ContainsFunc(ops, hasEffect) {
		return nil
	}
	named := "pingpong"
	if len(ops) > 0 {
		named = strings.Join(strings.Fields(strings.Trim(fmt.Sprint(ops), "[]")), ",")
	}
	return exit.Usagef("%s: no operation in --op %s %s", flag, named, what)
}
