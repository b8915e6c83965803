package openmpi

// The writers of Files, one by one.
var (
	Classic  = classicRules
	OpenJSON = openJSONRules
	HAN      = hanRules
)
