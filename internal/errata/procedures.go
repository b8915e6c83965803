package errata

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
)

// A Procedure implements a listing of the textbook. If a function returns a Procedure, its arguments are the
// parts of the listing that may contain the mistake.
type Procedure = func(c *comm.Comm[string], a catalog.Args[string]) error

// broadcast returns an implementation of Program 3.1. `sends` reports whether a node sends in a step, and
// `power` returns 2^i.
func broadcast(sends func(id, bit int) bool, power func(i int) int) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, d := c.Label(), topo.CubeDim(c.Size())
		mask := 1<<d - 1
		for i := d - 1; i >= 0; i-- {
			bit := power(i)
			mask ^= bit
			if me&mask != 0 {
				continue
			}
			if sends(me, bit) {
				c.Send(me^bit, a.Out)
			} else {
				c.Recv(me^bit, a.Out)
			}
		}
		return c.Err()
	}
}

func and(id, bit int) bool { return id&bit == 0 }

func power(i int) int { return 1 << i }

// accumulate returns an implementation of Program 3.3, which sets sum to X and then adds every message.
// `into` returns the slice in which a message is received.
func accumulate(into func(x, sum, temp []string) []string) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.In)
		sum, temp := append([]string(nil), a.In...), make([]string, m)
		mask := 0
		for i := range topo.CubeDim(c.Size()) {
			bit := 1 << i
			if me&mask == 0 {
				if me&bit != 0 {
					c.Send(me^bit, sum)
				} else {
					msg := into(a.In, sum, temp)
					c.Recv(me^bit, msg)
					if &msg[0] == &sum[0] {
						a.Op.Apply(sum, sum, a.In) // F1 (docs/reference/sources.md): sum[j] += X[j]
					} else {
						a.Op.Apply(sum, sum, msg)
					}
				}
			}
			mask ^= bit
		}
		copy(a.Out, sum)
		return c.Err()
	}
}

func intoTemp(_, _, temp []string) []string { return temp }

// ringAllgather returns an implementation of Algorithm 4.4. `step` sends one block and receives another.
// `mod` is topo.Mod, or Go's % in the form with the mistake.
func ringAllgather(step func(c *comm.Comm[string], to int, out []string, from int, in []string),
	mod func(a, p int) int) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		p, me := c.Size(), c.Label()
		blocks := comm.EqualBlocks(p, len(a.In))
		copy(comm.Block(blocks, a.Out, me), a.In)
		left, right := mod(me-1, p), mod(me+1, p)
		for i := 1; i < p; i++ {
			step(c, right, comm.Block(blocks, a.Out, topo.Mod(me-i+1, p)), left,
				comm.Block(blocks, a.Out, topo.Mod(me-i, p)))
		}
		return c.Err()
	}
}

func atOnce(c *comm.Comm[string], to int, out []string, from int, in []string) {
	c.SendRecv(to, out, from, in)
}

func sendFirst(c *comm.Comm[string], to int, out []string, from int, in []string) {
	c.Send(to, out)
	c.Recv(from, in)
}

// meshAllgather returns an implementation of Algorithm 4.6 on a 3 x 3 mesh. `sign` is the sign in the labels
// of the row neighbours. The textbook prints the second phase correctly.
func meshAllgather(sign int) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		n, me := 3, c.Label()
		row := me - me%n
		left, right := row+sign*topo.Mod(me-1, n), row+sign*topo.Mod(me+1, n)
		blocks := comm.EqualBlocks(n, len(a.In))
		all := make([]string, blocks.Total())
		copy(comm.Block(blocks, all, me%n), a.In)
		for i := 1; i < n; i++ {
			c.SendRecv(right, comm.Block(blocks, all, topo.Mod(me-i+1, n)), left,
				comm.Block(blocks, all, topo.Mod(me-i, n)))
		}
		a.In = all
		return ringAllgather(atOnce, topo.Mod)(c.Line(me%n, n, n), a)
	}
}

// cubeAllgather returns an implementation of Algorithm 4.7. `iterations` returns the number of iterations for
// a d-cube.
func cubeAllgather(iterations func(d int) int) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.In)
		copy(a.Out[me*m:], a.In)
		for i := range iterations(topo.CubeDim(c.Size())) {
			partner := me ^ 1<<i
			block := func(
				v int) []string {
				return a.Out[min(v>>i<<i*m, len(a.Out)):min((v>>i+1)<<i*m, len(a.Out))]
			}
			c.SendRecv(partner, block(me), partner, block(partner))
		}
		return c.Err()
	}
}

// cubeReduction returns an implementation of Algorithm 4.8 for a power of two. `dimensions` returns the
// values of i for a d-cube. In the textbook, the inner loop and line 6 use two different variables named j.
func cubeReduction(dimensions func(d int) []int) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.Out)
		msg, temp := append([]string(nil), a.In...), make([]string, len(a.In))
		recloc := 0
		for _, i := range dimensions(topo.CubeDim(c.Size())) {
			j, k := me&(1<<i), (me^1<<i)&(1<<i)
			senloc, half := recloc+k, m<<i
			recloc += j
			c.SendRecv(me^1<<i, msg[senloc*m:][:half], me^1<<i, temp[:half])
			kept := msg[recloc*m:][:half]
			a.Op.Apply(kept, kept, temp[:half])
		}
		copy(a.Out, msg[me*m:])
		return c.Err()
	}
}

func downto0(d int) (list []int) {
	for i := d - 1; i >= 0; i-- {
		list = append(list, i)
	}
	return list
}

func to0(d int) (list []int) {
	for i := d - 1; i <= 0; i++ {
		list = append(list, i)
	}
	return list
}

// prefixSums returns an implementation of Algorithm 4.9. If inOrder is true, a message from a lower label is
// the left operand.
func prefixSums(inOrder bool) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me := c.Label()
		msg, number, result := append([]string(nil), a.In...), make([]string, len(a.In)),
			append([]string(nil), a.In...)
		for i := range topo.CubeDim(c.Size()) {
			partner := me ^ 1<<i
			c.SendRecv(partner, msg, partner, number)
			switch {
			case inOrder && partner < me:
				a.Op.Apply(msg, number, msg)
				a.Op.Apply(result, number, result)
			case partner < me:
				a.Op.Apply(msg, msg, number)
				a.Op.Apply(result, result, number)
			default:
				a.Op.Apply(msg, msg, number)
			}
		}
		copy(a.Out, result)
		return c.Err()
	}
}

// meshShift returns a shift on a 4 x 4 mesh. First all rows shift by q mod 4 - 4, which is backwards. Then
// the columns whose messages have wrapped around shift by `compensation`. Finally, all columns shift by
// floor(q/4) + `more`.
func meshShift(compensation, more int) Procedure {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		const n = 4
		x := append([]string(nil), a.In...)
		around := func(line *comm.Comm[string], by int) {
			if topo.Mod(by, n) != 0 {
				line.SendRecv(topo.Mod(line.Label()+by, n), append([]string(nil), x...),
					topo.Mod(line.Label()-by, n), x)
			}
		}
		row, column := c.Line(c.Label()/n*n, 1, n), c.Line(c.Label()%n, n, n)
		by := a.Shift%n - n
		around(row, by)
		if row.Label() >= n+by { // the messages on these columns have wrapped around
			around(column, compensation)
		}
		around(column, a.Shift/n+more)
		copy(a.Out, x)
		return c.Err()
	}
}
