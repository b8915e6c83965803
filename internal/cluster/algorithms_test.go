package cluster_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The traffic on the link shows that the forced algorithm runs. A broadcast of Open MPI's component han
// crosses the link to the other host once. The linear broadcast of tuned crosses it once for each rank on
// that host. This also holds on Open MPI 5, which by default prefers han to tuned.
func TestSystemForcedOnSeveralHosts(t *testing.T) {
	startsPrograms(t)
	name := up(t, "star:2@100mbit,slots=2")
	t.Setenv("OMPI_MCA_coll_han_priority", "100")
	const size = 64 << 10
	_, r := benchOn(t, name, nil, fmt.Sprint("-i 4 --op bcast --algo native:basic_linear,native:han --size ",
		size))
	crossed := map[string]int{}
	for _, c := range r.Cells {
		for _, l := range c.Links {
			if l.To == "h1" {
				crossed[c.Algo] += l.Bytes
			}
		}
	}
	want := map[string]int{"native": size, "native:basic_linear": 2 * size, "native:han": size}
	assert.Len(t, crossed, len(want))
	for algo, bytes := range want {
		assert.InEpsilon(t, bytes, crossed[algo], 0.1, algo)
	}
}
