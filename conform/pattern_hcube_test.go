package conform

var hcubePatterns = map[string]pattern{
	"hcube/bcast":     {cubes, in(log), whole(binomial), cubeLink, nil},           // rows 7, 8
	"hcube/reduce":    {cubes, in(log), reversed(whole(binomial)), cubeLink, nil}, // rows 20, 21
	"hcube/allgather": {cubes, in(log), everyone(log, less1), cubeLink, nil},      // row 27
	"hcube/barrier":   {anyP, in(logUp), everyone(logUp, none), ringPower, nil},   // row 34's remark, for any p
}
