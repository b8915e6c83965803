package check

import "fmt"

// ActiveCalls returns the error for a rank that ends while n of its non-blocking calls are active, or nil if
// n is 0.
func ActiveCalls(call string, n, rank int) error {
	if n == 0 {
		return nil
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	return fmt.Errorf("%s: %s of rank %d %s active; call Wait first", call,
		Count(n, "non-blocking call"), rank, are)
}
