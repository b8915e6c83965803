package conform

var meshPatterns = map[string]pattern{
	"mesh/bcast":           {squares, in(meshReach), whole(rowThenColumns(arms)), meshLink, anyM},           // row 4
	"mesh/bcast-doubling":  {both, in(log), whole(rowThenColumns(binomial)), meshPower, anyM},               // row 6
	"mesh/reduce":          {squares, in(meshReach), reversed(whole(rowThenColumns(arms))), meshLink, anyM}, // row 19
	"mesh/reduce-doubling": {both, in(log), reversed(whole(rowThenColumns(binomial))), meshPower, anyM},     // row 19
	"mesh/allgather":       {squares, in(meshSide), everyone(meshSide, less1), meshLink, anyM},              // row 26
}
