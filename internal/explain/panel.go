package explain

import (
	"fmt"

	"topocoll/catalog"
)

// A panel is one picture of the network.
type panel struct {
	caption string
	first   int       // step of arrows[0], counted from 1
	arrows  [][]Arrow // by step
	held    []string  // data of the nodes before the step, or nil
	silent  bool      // there are no texts at the arrows
}

func (f *Figure) panels() []panel {
	if f.Result.Messages < f.P && (f.Info.Op == catalog.Bcast || f.Info.Op == catalog.Reduce) {
		return []panel{{first: 1, arrows: f.Steps}}
	}
	var panels []panel
	var held [][]string
	const legible = 32 // largest number of nodes whose data are shown
	if f.distributes() && f.P <= legible {
		held = f.Held()
	}
	for i, arrows := range f.Steps {
		p := panel{caption: fmt.Sprintf("step %d", i+1), first: i + 1, arrows: [][]Arrow{arrows}}
		if held != nil {
			p.held = held[i]
		}
		panels = append(panels, p)
	}
	if held != nil {
		panels = append(panels, panel{caption: "afterwards", held: held[len(held)-1]})
	}
	if panels == nil {
		panels = []panel{{caption: "no messages"}}
	}
	return panels
}
