package conform

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/network"
	"topocoll/ring"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// These tests check the documentation of comm.ErrArgument for every exported procedure. The row of the
// catalog determines which arguments can be refused.

// arguments holds the arguments of a call, which are valid until a mistake makes one of them wrong.
type arguments struct {
	catalog.Args[string]
	blocks comm.Blocks
}

// A mistake makes one argument wrong. The error contains the wrong value and the accepted values.
type mistake struct {
	says string
	make func(a *arguments)
}

// blockWords is the value of m in every call.
const blockWords = 2

// rightArguments returns valid arguments on p nodes. On every node the slices are as long as on the root.
func (f form) rightArguments(p int) arguments {
	root := p / 2
	return arguments{blocks: comm.EqualBlocks(p, blockWords), Args: catalog.Args[string]{
		Root: root, Shift: 3, Op: Strings().Counting.Op, Mesh: topo.NearSquare(p, 2),
		Network: pack.Into(topo.NewRing(p)),
		In:      make([]string, f.Op.In(p, blockWords, root, root)),
		Out:     slices.Repeat([]string{"unchanged"}, f.Op.Out(p, blockWords, root, root)),
	}}
}

// mistakes lists the possible mistakes of a call on p nodes.
func (f form) mistakes(p int) (list []mistake) {
	if !f.Takes(p) {
		return []mistake{{wrongP(f.Info, p), func(*arguments) {}}}
	}
	has := func(says string, make func(a *arguments)) { list = append(list, mistake{says, make}) }
	if f.Op.Rooted() {
		for _, root := range []int{-1, p, 9} {
			has(fmt.Sprintf("root %d, want 0..%d", root, p-1), func(a *arguments) { a.Root = root })
		}
	}
	if f.Pipelined() {
		has("a segment of -1 words, want 1 or more", func(a *arguments) { a.Segment = -1 })
	}
	if f.Radix > 0 {
		for _, radix := range []int{-1, 1} {
			has(fmt.Sprintf("a radix of %d, want 2 or more", radix), func(a *arguments) { a.Radix = radix })
		}
	}
	if f.Op.Reduces() {
		has("the operator is missing; pass one such as comm.Sum",
			func(a *arguments) { a.Op = comm.Op[string]{} })
	}
	if f.Commutative {
		has(`op "concat" does not commute, but this algorithm combines out of label order`,
			func(a *arguments) { a.Op = comm.Concat() })
	}
	if f.OnMesh() {
		has(fmt.Sprintf("the mesh has no extents, want extents with a product of %d", p),
			func(a *arguments) { a.Mesh = topo.Mesh{} })
		for _, g := range []topo.Mesh{{p, 2}, {p, 0}, {-1, -p}} {
			has(fmt.Sprintf("%d processes do not form a %v mesh", p, g), func(a *arguments) { a.Mesh = g })
		}
	}
	if f.Plane {
		for _, g := range []topo.Mesh{{p}, {1, 1, p}} {
			has(fmt.Sprintf("a %v mesh, want two dimensions", g), func(a *arguments) { a.Mesh = g })
		}
	}
	if f.Topology() == "network" {
		has(fmt.Sprintf("%d processes on ring:%d, want %d", p, p+1, p+1),
			func(a *arguments) { a.Network = pack.Into(topo.NewRing(p + 1)) })
	}
	if f.Op != catalog.Bcast && f.Op != catalog.Barrier { // a broadcast accepts every length
		for _, slice := range []func(a *arguments) *[]string{inputOf, outputOf} {
			has(" words, want ", func(a *arguments) { *slice(a) = (*slice(a))[1:] })
			has(" words, want ", func(a *arguments) { *slice(a) = append(*slice(a), "") })
		}
	}
	if f.blocks {
		counts := func(n, last int) comm.Blocks {
			return comm.CountBlocks(append(slices.Repeat([]int{blockWords}, n-1), last))
		}
		for says, blocks := range map[string][]comm.Blocks{
			fmt.Sprintf(": 0 blocks, want %d", p):       {{}, comm.SplitBlocks(0, 7)},
			fmt.Sprintf(": %d blocks, want %d", p+1, p): {counts(p+1, blockWords)},
			"a block of -3 words, want 0 or more":       {counts(p, -3)},
			"a block of -1 words, want 0 or more":       {comm.EqualBlocks(p, -1)},
			" words, want ": {comm.EqualBlocks(p, blockWords-1),
				comm.EqualBlocks(p, blockWords+1)},
		} {
			for _, bad := range blocks {
				has(says, func(a *arguments) { a.blocks = bad })
			}
		}
	}
	return list
}

// wrongP returns the expected error for a p that an algorithm does not accept.
func wrongP(info catalog.Info, p int) string {
	wants := map[catalog.Processes]string{catalog.CubeOnly: "a power of two",
		catalog.EvenOnly: "an even number"}[info.Accepts]
	return fmt.Sprintf("%d processes, want %s", p, wants)
}

func inputOf(a *arguments) *[]string { return &a.In }

func outputOf(a *arguments) *[]string { return &a.Out }

// Every procedure refuses every wrong argument with the same message on all nodes. The message contains the
// procedure's name, the value and the accepted values. The procedure sends nothing and changes nothing, and
// the communicator records no error.
func TestRefuses(t *testing.T) {
	for _, f := range procedures() {
		t.Run(f.ID, func(t *testing.T) {
			for _, p := range []int{1, 4, 6, 7} {
				for _, wrong := range f.mistakes(p) {
					said := map[string]bool{}
					for me := range p {
						said[f.refuses(t, wrong, me, p)] = true
					}
					assert.Len(t, said, 1, "the words of all nodes")
				}
			}
		})
	}
}

func (f form) refuses(t *testing.T, wrong mistake, me, p int) (said string) {
	port, a := &silent[string]{rank: me, size: p}, f.rightArguments(p)
	c := comm.New[string](port)
	wrong.make(&a)
	before := slices.Clone(a.Out)
	err := f.run(c, a.Args, a.blocks)
	require.ErrorIs(t, err, comm.ErrArgument, "%q", wrong.says)
	assert.ErrorContains(t, err, wrong.says)
	// "ring: allgatherbidirectional: " for ring/allgather-bidir
	name := strings.NewReplacer("/", ": ", "-bidir", "bidirectional", "-", "").Replace(f.ID) + ": "
	assert.True(t, strings.HasPrefix(strings.ToLower(err.Error()), name), "%v, want %s", err, name)
	assert.Equal(t, before, a.Out, "%v", err)
	assert.Zero(t, port.calls, "%v, but it sent", err)
	assert.NoError(t, c.Err())
	return err.Error()
}

// If only the root needs an argument, only the root refuses a wrong value.
func TestRootRefuses(t *testing.T) {
	const p = 4
	for _, f := range procedures() {
		if f.Op != catalog.Reduce && f.Op != catalog.Scatter && f.Op != catalog.Gather {
			continue
		}
		for me := range p {
			a := f.rightArguments(p)
			if f.Op == catalog.Scatter {
				a.In = nil
			} else {
				a.Out = nil
			}
			if err := f.run(comm.New[string](&silent[string]{rank: me, size: p}), a.Args,
				a.blocks); me == a.Root {
				assert.ErrorContains(t, err, "has 0 words, want", f.ID)
			} else {
				assert.NoError(t, err, "%s, node %d", f.ID, me)
			}
		}
	}
}

// Procedures also reject wrong values of arguments that are not in the catalog, such as functions.
func TestRefusesFunctionsAndNoNetwork(t *testing.T) {
	c := comm.New[string](&silent[string]{size: 4})
	gather, place := func([]string, int) {}, func(int, []string) {}
	for says, err := range map[string]error{
		"ring: AlltoallGrouped: -1 words for each node, want 0 or more": ring.AlltoallGrouped(c, -1,
			gather, place),
		"ring: AlltoallGrouped: a function is nil; pass both gather and place": ring.AlltoallGrouped(c, 2, nil,
			place),
		"ring: AlltoallGrouped: a function is nil; pass both gather and place ": ring.AlltoallGrouped(c, 2,
			gather, nil),
		"network: Bcast: the network is nil; pass a network of 4 nodes": network.Bcast(c, nil, 0, nil),
		"ring: Gather: 2 arguments for counts, want at most 1": ring.Gather(c, 0, nil, nil,
			comm.EqualBlocks(4, 0), comm.EqualBlocks(4, 0)),
	} {
		assert.EqualError(t, err, strings.TrimSpace(says))
		assert.ErrorIs(t, err, comm.ErrArgument)
	}
}

// The tests cover every exported procedure of ring, mesh, hcube, circulant, tree, butterfly and network, as a
// row of the catalog or as a form.
func TestEveryProcedureIsTested(t *testing.T) {
	read := func(pattern string) (text string) {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			text += string(source)
		}
		return text
	}
	tested := read("../../catalog/*.go") + read("*_test.go")
	for _, folder := range []string{"ring", "mesh", "hcube", "circulant", "tree", "butterfly", "network"} {
		found := regexp.MustCompile(`(?m)^func ([A-Z]\w*)\[T any\]\(c \*comm\.Comm`).FindAllStringSubmatch(
			read("../../"+folder+"/*.go"), -1)
		assert.NotEmpty(t, found, folder)
		for _, match := range found {
			assert.True(t, regexp.MustCompile(`\b`+folder+`\.`+match[1]+`\b`).MatchString(tested),
				"%s.%s has no row in catalog", folder, match[1])
		}
	}
}
