package packing

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// For packs all trees and routes that an algorithm requests from n, for every root if the operation has one.
// It records the algorithm's calls, with messages of 0 words. It calls the function next before each root.
func For(info catalog.Info, n *pack.Network, next func(root, roots int)) error {
	row, _ := catalog.Find[byte](info.ID)
	roots := 1
	if info.Op.Rooted() {
		roots = n.Nodes()
	}
	for root := range roots {
		next(root, roots)
		args := catalog.Args[byte]{Root: root, Network: n, Op: comm.Op[byte]{Commutative: true}}
		if _, err := catalog.Plan(row, 0, n.Nodes(), 0, args); err != nil {
			return err
		}
	}
	return nil
}

// All packs all trees and routes that the given algorithms request from n. Before each root it calls the
// function next with a description.
func All(rows []catalog.Info, n *pack.Network, next func(doing string)) error {
	for i, row := range rows {
		err := For(row, n, func(root, roots int) {
			next(fmt.Sprintf("%s (%d of %d), root %d of %d", row.ID, i+1, len(rows), root+1, roots))
		})
		if err != nil {
			return fmt.Errorf("%s: %w", row.ID, err)
		}
	}
	return nil
}
