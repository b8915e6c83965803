package coll_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/tuned"
)

// number returns an input word of a rank. Sums of a few such words in different orders are unlikely to be
// equal after rounding.
func number(label, j int) float64 {
	return math.Sin(float64(1+label)*1.7+float64(j)) * math.Pow(10, float64((7*label+j)%9))
}

// tree adds the numbers of n labels, starting at label `first`, in the order that Deterministic promises.
func tree(first, n, j int) float64 {
	if n == 1 {
		return number(first, j)
	}
	left := 1
	for 2*left < n {
		left *= 2
	}
	return tree(first, left, j) + tree(first+left, n-left, j)
}

// tables returns tuning tables for p ranks on one host. Together the tables select every reduction algorithm
// for all sizes.
func tables(p int) (list []*tuned.Table) {
	next := map[catalog.Collective]int{}
	for _, row := range catalog.ByteRows() {
		if !row.Op.Reduces() || !row.Takes(p) {
			continue
		}
		i := next[row.Op]
		next[row.Op]++
		if i == len(list) {
			list = append(list, &tuned.Table{Schema: tuned.Schema})
		}
		list[i].Choices =
			append(list[i].Choices,
				tuned.Choice{Op: row.Op, Job: tuned.Job{Ranks: p, Hosts: 1, Slots: p}, Algo: row.ID,
					Segment: 16})
	}
	return list
}

// The sums have the same bits for every table, machine, size, root and order of the labels.
func TestDeterministic(t *testing.T) {
	for _, p := range []int{1, 2, 3, 5, 6, 7, 8, 11, 12} {
		t.Run(fmt.Sprintf("p=%d", p), func(t *testing.T) {
			t.Parallel()
			with := map[string][]coll.Option{
				"one host":     nil,
				"hosts of two": {coll.On(coll.Machine{Slots: 2})},
				"slow":         {coll.On(coll.Machine{Within: coll.Times{Ts: 100}})},
			}
			for i, table := range tables(p) {
				with[fmt.Sprintf("table %d", i)] = []coll.Option{coll.Tuned(table)}
			}
			for name, options := range with {
				seen, blocks := sums(t, name, p, append(options, coll.Deterministic()))
				require.Len(t, seen, 3, name)
				for op, words := range seen {
					for rank, got := range words {
						for j, y := range got {
							n := map[catalog.Collective]int{catalog.Allreduce: p, catalog.Scan: rank + 1,
								catalog.Exscan: rank}[op]
							if n > 0 {
								assert.Equal(t, math.Float64bits(tree(0, n, j)), math.Float64bits(y),
									"%s: %s, rank %d", name, op, rank)
							}
						}
					}
				}
				assert.Len(t, blocks, 1, "%s: the blocks of a reduce-scatter are summed alike", name)
			}
		})
	}
}

// sums returns the results of the reductions on all ranks. It also returns the distinct blocks of a
// reduce-scatter of equal words. The labels of the ranks are reversed. Reduce must agree with Allreduce, and
// long vectors with short ones.
func sums(t *testing.T, name string, p int, options []coll.Option) (seen map[catalog.Collective][][]float64,
	blocks map[float64]bool) {
	labels := make([]int, p)
	for i := range labels {
		labels[i] = p - 1 - i
	}
	const short, long = 3, 40
	ops := []catalog.Collective{catalog.Allreduce, catalog.Scan, catalog.Exscan}
	seen, blocks = map[catalog.Collective][][]float64{}, map[float64]bool{}
	for _, op := range ops {
		seen[op] = make([][]float64, p)
	}
	mine := make([]float64, p)
	assert.NoError(t, local.Run(p, func(port comm.AsyncPort[float64]) error {
		c, err := comm.Map(comm.New[float64](port), labels)
		if err != nil {
			return err
		}
		w, err := coll.Of(c, options...)
		if err != nil {
			return err
		}
		sum, me := comm.Sum[float64](), w.Label()
		for _, m := range []int{short, long} {
			x, result := make([]float64, m), make([]float64, m)
			for j := range x {
				x[j] = number(me, j)
			}
			for _, op := range ops {
				if err := called(w, op, catalog.Args[float64]{Op: sum, In: x, Out: result}); err != nil {
					return err
				}
				if m == short {
					seen[op][me] = append([]float64(nil), result...)
				} else if op != catalog.Exscan || me > 0 {
					assert.Equal(t, seen[op][me], result[:short], "%s: %s", name, op)
				}
			}
			for root := range p {
				if err := coll.Reduce(w, root, sum, x, result); err != nil {
					return err
				}
				if me == root {
					assert.Equal(t, seen[catalog.Allreduce][me], result[:short], "%s: reduce", name)
				}
			}
		}
		all := make([]float64, p)
		for j := range all {
			all[j] = number(me, 0)
		}
		return coll.ReduceScatter(w, sum, all, mine[me:me+1])
	}))
	for _, y := range mine {
		blocks[y] = true
	}
	return seen, blocks
}

// Without Deterministic, the bits change with the table. This shows that TestDeterministic can fail.
func TestWithoutItBitsChange(t *testing.T) {
	const p = 8
	bits := map[float64]bool{}
	for _, table := range tables(p) {
		require.NoError(t, local.Run(p, func(port comm.AsyncPort[float64]) error {
			w, err := coll.New[float64](port, coll.Tuned(table))
			if err != nil {
				return err
			}
			x, sum := []float64{number(w.Label(), 3)}, make([]float64, 1)
			err = coll.Allreduce(w, comm.Sum[float64](), x, sum)
			if w.Label() == 0 {
				bits[sum[0]] = true
			}
			return err
		}))
	}
	assert.Greater(t, len(bits), 1)
}
