package plan

import (
	"bufio"
	"fmt"
	"io"
)

// WriteGOAL writes the job in GOAL, the text format that LogGOPSim reads (Hoefler, Schneider, Lumsdaine
// 2010). A message of w words has 8w bytes, but at least 1. Its tag is its number. Local steps take no time.
// The dependencies come from Waits.
func (j Job) WriteGOAL(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "num_ranks %d\n", len(j))
	for rank := range j {
		fmt.Fprintf(out, "\nrank %d {\n", rank)
		for i, s := range j[rank].Steps {
			switch bytes := max(1, 8*s.Words()); s.Kind {
			case Send:
				fmt.Fprintf(out, "l%d: send %db to %d tag %d\n", i+1, bytes, s.Peer, s.Number)
			case Recv:
				fmt.Fprintf(out, "l%d: recv %db from %d tag %d\n", i+1, bytes, s.Peer, s.Number)
			default:
				fmt.Fprintf(out, "l%d: calc 0\n", i+1)
			}
		}
		for i, waits := range j[rank].Waits() {
			for _, earlier := range waits {
				fmt.Fprintf(out, "l%d requires l%d\n", i+1, earlier+1)
			}
		}
		fmt.Fprintln(out, "}")
	}
	return out.Flush()
}
