package stats_test

import (
	"fmt"
	"math"

	"topocoll/bench/stats"
)

// The example times two calls alternately, 200 times. The first call takes about 10 % longer, and a
// disturbance of a pair affects both calls.
func Example() {
	var ours, native []float64
	for i := range 200 {
		disturbed := 1 + 0.2*math.Abs(math.Sin(float64(i*i)))
		ours = append(ours, 11*disturbed*(1+0.01*math.Sin(float64(7*i))))
		native = append(native, 10*disturbed)
	}
	ratio := stats.Ratio(ours, native, 0.95)
	fmt.Printf("%.2f\n", ratio.Value)

	logs := stats.NewSeries(stats.LogRatios(ours, native))
	fmt.Println("they differ by more than 5 %:", stats.Beyond(logs, -math.Log(1.05), math.Log(1.05)) < 0.01)
	fmt.Println("they differ by less:", stats.Within(logs, -math.Log(1.05), math.Log(1.05)) < 0.01)
	// Output:
	// 1.10
	// they differ by more than 5 %: true
	// they differ by less: false
}
