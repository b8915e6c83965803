package cost

// HcubeReduceBcast: reduction, then broadcast, 2(ts + tw·m) log p. Row 33.
func HcubeReduceBcast(a Params) float64 { return 2 * HcubeBcast(a) }
