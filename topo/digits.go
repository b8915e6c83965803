package topo

// Digits are the digits of a number in base two: Digits[k], which is -1, 0 or 1, is the digit of 2^k.
type Digits [65]int

// Binary returns the digits 0 and 1 of q >= 0.
func Binary(q int) Digits {
	var digits Digits
	for k := 0; q > 0; k++ {
		digits[k] = q & 1
		q >>= 1
	}
	return digits
}

// Signed returns the non-adjacent form of q >= 0: no two digits next to each other are nonzero, and no form has
// fewer nonzero digits.
func Signed(q int) Digits {
	var digits Digits
	for k := 0; q > 0; k++ {
		if q&1 == 1 {
			digits[k] = 2 - q&3 // 1 before a 0, -1 before a 1
			q -= digits[k]
		}
		q >>= 1
	}
	return digits
}
