package bench

import (
	"io"
	"time"

	"github.com/alecthomas/kong"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
)

// AfterApply completes the flags after kong has read them, and executes --dump-config.
func (b *Command) AfterApply(ctx *kong.Context, out io.Writer) error {
	b.Op, b.Ops = append(b.Op, b.Ops...), nil
	b.applyPreset(givenBefore(ctx, "preset"))
	b.applyPlans(givenBefore(ctx, "plan"))
	if !b.DumpConfig {
		return nil
	}
	if _, err := b.job(); err != nil {
		return err
	}
	err := option.DumpConfig(out, ctx)
	ctx.Exit(exit.OK)
	return err
}

// applyPreset sets the flags that the preset implies and that were not given.
func (b *Command) applyPreset(given func(name string) bool) {
	size, longest := b.Size, b.Time
	switch b.Preset {
	case "quick":
		size, longest = "8:1M:x64", 200*time.Millisecond
	case "full":
		size, longest = "8:4M", 3*time.Second
		if !given("algo") {
			b.Algo, b.likely = append(catalog.Topologies(), "native:*", "gompi"), true
		}
	}
	if _, launched := launcher.Rank(); b.Preset != "" && !given("launches") && !launched && !b.pingPong() {
		b.Launches = 3
	}
	if !given("size") {
		b.Size = size
	}
	if !given("time") {
		b.Time = longest
	}
}

// givenBefore returns a function that reports whether a flag overrides the value that another flag implies.
// Flags on the command line do. Flags in a file do so unless the other flag is on the command line.
func givenBefore(ctx *kong.Context, other string) func(name string) bool {
	has := func(name string, resolved bool) bool {
		for _, at := range ctx.Path {
			if at.Flag != nil && at.Flag.Name == name && at.Resolved == resolved {
				return true
			}
		}
		return false
	}
	return func(name string) bool { return has(name, false) || has(name, true) && !has(other, false) }
}
