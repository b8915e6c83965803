package rules

// The writers of Files, one by one.
var (
	Classic   = classicRules
	OpenJSON  = openJSONRules
	HAN       = hanRules
	Variables = variables
	Selection = selection
)
