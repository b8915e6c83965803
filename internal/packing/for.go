package packing

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo/pack"
)

// For packs what an algorithm asks n for, with every node as the root if it has one: its calls are recorded, without words. It
// calls next before each root.
func For(info catalog.Info, n *pack.Network, next func(root, roots int)) error {
	row, _ := catalog.Find[byte](info.ID)
	roots := 1
	if info.Op.Rooted() {
		roots = n.Nodes()
	}
	for root := range roots {
		next(root, roots)
		if _, err := plan.Record(plan.Call{P: n.Nodes(), Commutative: true}, body(row, n, root)); err != nil {
			return err
		}
	}
	return nil
}

func body(row catalog.Row[byte], n *pack.Network, root int) plan.Body {
	return func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return row.Run(c, catalog.Args[byte]{Root: root, Op: op, In: in, Out: out, Network: n})
	}
}
