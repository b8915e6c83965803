package cost

// HcubeAllreduce: the butterfly, (ts + tw·m) log p. Row 34; F2 prints it for one word.
func HcubeAllreduce(a Params) float64 { return HcubeBcast(a) }

// HcubeReduceBcast: reduction, then broadcast, 2(ts + tw·m) log p. Row 33.
func HcubeReduceBcast(a Params) float64 { return 2 * HcubeBcast(a) }

// HcubeScan: prefix sums, (ts + tw·m) log p. Row 35.
func HcubeScan(a Params) float64 { return HcubeBcast(a) }

// RingScan: prefix sums from node to node, (ts + tw·m)(p-1). Row 36, which the sources leave open.
func RingScan(a Params) float64 { return a.step() * a.others() }
