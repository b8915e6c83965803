package run

import (
	"slices"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/dropin"
	"topocoll/internal/exit"
)

// algorithmFlags are the flags that override the choice of algorithms for whole operations.
type algorithmFlags struct {
	Force         []string `group:"Advanced" help:"Use these algorithms for all calls that they can execute, at most one per operation." env:"TOPOCOLL_FORCE" placeholder:"ID" predictor:"algo"`
	Deterministic bool     `group:"Advanced" help:"Combine values in an order that depends only on the number of ranks." env:"TOPOCOLL_DETERMINISTIC"`
	Off           []string `group:"Advanced" help:"Operations to leave to the MPI library, or all." env:"TOPOCOLL_OFF" placeholder:"OP" type:"op" predictor:"op"`
}

// check returns an error for invalid values of --force, and for values of --force and --off that contradict
// --deterministic.
func (f algorithmFlags) check() error {
	for _, id := range f.Force {
		info, err := option.TheRow(id)
		if err != nil {
			return err
		}
		if !dropin.Takes(info.Op) {
			return exit.Usagef("--force %s: MPI has no collective call for %s", info.ID, info.Op)
		}
		if f.Deterministic && info.Op.Reduces() {
			return exit.Usagef("--deterministic cannot be used with --force %s; use --force only for operations "+
				"that do not reduce", info.ID)
		}
	}
	for _, op := range f.Off {
		if f.Deterministic && (op == "all" || catalog.Collective(op).Reduces()) {
			return exit.Usagef("--deterministic cannot be used with --off %s; use --off only for operations that "+
				"do not reduce", op)
		}
	}
	return nil
}

// forced returns the algorithms that calls on communicators of p ranks must use.
func (f algorithmFlags) forced(p int) (ids []string) {
	for _, id := range f.Force {
		info, _ := option.TheRow(id)
		ids = append(ids, info.ID)
	}
	for _, op := range catalog.Collectives() {
		if f.Deterministic && op.Reduces() {
			ids = append(ids, catalog.Deterministic(op, p)[0])
		}
	}
	return ids
}

// allForced returns the forced algorithms for communicators of up to n ranks.
func (f algorithmFlags) allForced(n int) (ids []string) {
	for p := 2; p <= n; p++ {
		ids = append(ids, f.forced(p)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
