package tuned_test

import (
	"fmt"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// The table has two ranges of sizes for an all-reduce on 16 hosts.
func ExampleTable_Choose() {
	table, err := tuned.Read(strings.NewReader(`{"schema": 3, "made": "2026-11-27T12:00:00Z",
		"library": "Open MPI v4.1.4", "network": "torus:4x4@50mbit", "choices": [
		{"operation": "allreduce", "ranks": 16, "hosts": 16, "slots": 1, "from": 0, "to": 4095,
		"algorithm": "native", "gain": 1, "low": 1, "high": 1, "sizes": [8]},
		{"operation": "allreduce", "ranks": 16, "hosts": 16, "slots": 1, "from": 4096,
		"algorithm": "mesh/allreduce", "gain": 0.5, "low": 0.4, "high": 0.6, "sizes": [8192, 65536]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	job := tuned.Job{Ranks: 16, Hosts: 16, Slots: 1}
	for _, bytes := range []int{8, 32768} {
		choice, found := table.Choose(catalog.Allreduce, job, bytes)
		fmt.Println(bytes, choice.Algo, found)
	}
	// Output:
	// 8 native true
	// 32768 mesh/allreduce true
}
