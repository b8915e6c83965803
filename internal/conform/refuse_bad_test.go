package conform

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/comm"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// blockWords is m of every call.
const blockWords = 2

// A bad is one bad argument, for the procedures that have the parameter or the requirement.
type bad struct {
	param string
	says  string // what was got and what is wanted
	make  func(a *arguments)
}

func bads(p int) []bad {
	label := func(got int) string { return fmt.Sprintf(" %d, want 0..%d", got, p-1) }
	number := func(got int) string { return fmt.Sprintf(": %d blocks, want %d", got, p) }
	fills := func(g string) string { return fmt.Sprintf("%d processes do not form a %s mesh", p, g) }
	counts := func(n int) comm.Blocks { return comm.CountBlocks(slices.Repeat([]int{blockWords}, n)) }
	negative := slices.Repeat([]int{blockWords}, p)
	negative[p-1] = -3
	return []bad{
		{"root", "root" + label(-1), func(a *arguments) { a.root = -1 }},
		{"root", "root" + label(p), func(a *arguments) { a.root = p }},
		{"root", "root" + label(9), func(a *arguments) { a.root = 9 }},
		{"from", "from" + label(-1), func(a *arguments) { a.from = -1 }},
		{"to", "to" + label(p), func(a *arguments) { a.to = p }},
		{"segment", "a segment of -1 words, want 1 or more", func(a *arguments) { a.segment = -1 }},
		{"m", "-1 words for each node, want 0 or more", func(a *arguments) { a.m = -1 }},
		{"gather", "a nil function, want both", func(a *arguments) { a.gather = nil }},
		{"place", "a nil function, want both", func(a *arguments) { a.place = nil }},
		{"op", `op "" has no function to apply, want one`, func(a *arguments) { a.op = comm.Op[string]{} }},
		{"commutes", `op "concat" does not commute, want one that does`, func(a *arguments) { a.op = comm.Concat() }},
		{"g", fmt.Sprintf("a mesh without extents, want one of %d nodes", p), func(a *arguments) { a.g = nil }},
		{"g", fmt.Sprintf("a mesh without extents, want one of %d nodes", p), func(a *arguments) { a.g = topo.Mesh{} }},
		{"g", fills(fmt.Sprintf("%dx2", p)), func(a *arguments) { a.g = topo.Mesh{p, 2} }},
		{"g", fills(fmt.Sprintf("%dx0", p)), func(a *arguments) { a.g = topo.Mesh{p, 0} }},
		{"g", fills(fmt.Sprintf("-1x%d", -p)), func(a *arguments) { a.g = topo.Mesh{-1, -p} }},
		{"plane", fmt.Sprintf("a %d mesh, want two dimensions", p), func(a *arguments) { a.g = topo.Mesh{p} }},
		{"plane", fmt.Sprintf("a 1x1x%d mesh, want two dimensions", p), func(a *arguments) { a.g = topo.Mesh{1, 1, p} }},
		{"n", fmt.Sprintf("no network, want one of %d nodes", p), func(a *arguments) { a.n = nil }},
		{"n", fmt.Sprintf("%d processes on ring:%d, want %d", p, p+1, p+1), func(a *arguments) { a.n = pack.Into(topo.NewRing(p + 1)) }},
		{"blocks", number(0), func(a *arguments) { a.blocks = comm.Blocks{} }},
		{"blocks", number(p - 1), func(a *arguments) { a.blocks = counts(p - 1) }},
		{"blocks", number(p + 1), func(a *arguments) { a.blocks = counts(p + 1) }},
		{"blocks", number(0), func(a *arguments) { a.blocks = comm.SplitBlocks(0, 7) }},
		{"blocks", "a block of -3 words, want 0 or more", func(a *arguments) { a.blocks = comm.CountBlocks(negative) }},
		{"blocks", "a block of -1 words, want 0 or more", func(a *arguments) { a.blocks = comm.EqualBlocks(p, -1) }},
		{"blocks", " words, want ", func(a *arguments) { a.blocks = comm.EqualBlocks(p, blockWords-1) }},
		{"blocks", " words, want ", func(a *arguments) { a.blocks = comm.EqualBlocks(p, blockWords+1) }},
		{"mine", " words, want ", func(a *arguments) { a.mine = nil }},
		{"mine", " words, want ", func(a *arguments) { a.mine = shorter(a.mine) }},
		{"mine", " words, want ", func(a *arguments) { a.mine = longer(a.mine) }},
		{"all", " words, want ", func(a *arguments) { a.all = shorter(a.all) }},
		{"all", " words, want ", func(a *arguments) { a.all = longer(a.all) }},
		{"result", " words, want ", func(a *arguments) { a.result = shorter(a.result) }},
		{"result", " words, want ", func(a *arguments) { a.result = longer(a.result) }},
	}
}

func shorter(x []string) []string { return x[:len(x)-1] }
func longer(x []string) []string  { return append(slices.Clone(x), "") }

// badsOf returns the bad arguments for proc on p nodes.
func badsOf(proc procedure, params []string, p int) []bad {
	if proc.asks == "cube" && !topo.IsPowerOfTwo(p) {
		return []bad{{"cube", fmt.Sprintf("%d processes, want a power of two", p), func(*arguments) {}}}
	}
	return slices.DeleteFunc(bads(p), func(b bad) bool {
		return !slices.Contains(strings.Fields(proc.asks), b.param) && !slices.Contains(params, b.param)
	})
}
