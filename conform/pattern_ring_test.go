package conform

// Row numbers are those of the census of the sources; docs/textbook.md has them.
var ringPatterns = map[string]pattern{
	"ring/bcast":           {anyP, in(halfUp), whole(arms), ringLink, nil},              // row 2: ceil(p/2) steps
	"ring/bcast-doubling":  {cubes, in(log), whole(binomial), ringPower, nil},           // row 3: log p, step i over p/2^i
	"ring/reduce":          {anyP, in(halfUp), reversed(whole(arms)), ringLink, nil},    // row 18
	"ring/reduce-doubling": {cubes, in(log), reversed(whole(binomial)), ringPower, nil}, // row 18
	"ring/allgather":       {anyP, in(less1), everyone(less1, less1), ringLink, nil},    // row 25: (ts + tw m)(p-1)
}
