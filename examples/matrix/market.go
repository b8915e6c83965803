package matrix

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ReadMarket reads a matrix in the Matrix Market format, with at most the given number of elements. The
// format may be coordinate or array, real or integer, general or symmetric. Errors contain the line number.
func ReadMarket(r io.Reader, most int) (*Matrix, error) {
	lines := &scanner{Scanner: bufio.NewScanner(r)}
	lines.Buffer(nil, 1<<20)
	coordinate, symmetric, err := lines.header()
	if err != nil {
		return nil, err
	}
	m, entries, err := lines.size(coordinate, most)
	if err != nil {
		return nil, err
	}
	if symmetric && m.Rows != m.Cols {
		return nil, lines.errorf("the matrix is %d x %d, but a symmetric matrix must be square", m.Rows, m.Cols)
	}
	if coordinate {
		err = lines.coordinates(m, entries, symmetric)
	} else {
		err = lines.array(m, symmetric)
	}
	if err != nil {
		return nil, err
	}
	if words, more := lines.next(); more {
		return nil, lines.errorf("%.60q after the last entry, want the end of the file", strings.Join(words, " "))
	}
	return m, lines.Err()
}

// A scanner splits lines into fields. It skips empty lines and comments, but counts all lines.
type scanner struct {
	*bufio.Scanner
	line int
}

func (s *scanner) next() (words []string, more bool) {
	for s.Scan() {
		s.line++
		if words := strings.Fields(s.Text()); len(words) > 0 && words[0][0] != '%' {
			return words, true
		}
	}
	return nil, false
}

func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{s.line}, args...)...)
}

// unexpectedEnd returns the read error if there is one, and otherwise an error with the given message.
func (s *scanner) unexpectedEnd(format string, args ...any) error {
	s.line++
	if err := s.Err(); err != nil {
		return s.errorf("%w", err)
	}
	return s.errorf(format, args...)
}

func (s *scanner) header() (coordinate, symmetric bool, err error) {
	if !s.Scan() {
		return false, false, s.unexpectedEnd("the file is empty; it must begin with a Matrix Market header")
	}
	s.line++
	words := strings.Fields(strings.ToLower(s.Text()))
	if len(words) != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix" ||
		words[2] != "coordinate" && words[2] != "array" || words[3] != "real" && words[3] != "integer" ||
		words[4] != "general" && words[4] != "symmetric" {
		return false, false,
			s.errorf("header %.60q, want %%%%MatrixMarket matrix coordinate|array real|integer general|symmetric",
				s.Text())
	}
	return words[2] == "coordinate", words[4] == "symmetric", nil
}

func (s *scanner) size(coordinate bool, most int) (m *Matrix, entries int, err error) {
	words, more := s.next()
	if !more {
		return nil, 0, s.unexpectedEnd("the file ends before the line with the size of the matrix")
	}
	want := 2
	if coordinate {
		want = 3
	}
	n, err := s.integers(words, want)
	if err != nil {
		return nil, 0, err
	}
	if n[0] < 1 || n[1] < 1 || n[0] > most/n[1] {
		return nil, 0,
			s.errorf("a matrix of %d x %d, want extents of at least 1 and at most %d elements, so that "+
				"the data fit in half of the free memory", n[0], n[1], most)
	}
	if coordinate {
		entries = n[2]
	}
	return New(n[0], n[1]), entries, nil
}

// coordinates reads `entries` lines, each with a row, a column and a value. The first row and column have
// number 1.
func (s *scanner) coordinates(m *Matrix, entries int, symmetric bool) error {
	for k := range entries {
		words, more := s.next()
		if !more {
			return s.unexpectedEnd("the file ends after %d of %d entries", k, entries)
		}
		if len(words) != 3 {
			return s.errorf("%d fields, want row, column and value", len(words))
		}
		at, err := s.integers(words[:2], 2)
		if err != nil {
			return err
		}
		i, j := at[0]-1, at[1]-1
		if i < 0 || i >= m.Rows || j < 0 || j >= m.Cols {
			return s.errorf("element (%d, %d) is outside the %d x %d matrix", at[0], at[1], m.Rows, m.Cols)
		}
		v, err := s.value(words[2])
		if err != nil {
			return err
		}
		m.Set(i, j, v)
		if symmetric {
			m.Set(j, i, v)
		}
	}
	return nil
}

// array reads one value per line, column by column. For a symmetric matrix, it reads only the lower triangle.
func (s *scanner) array(m *Matrix, symmetric bool) error {
	for j := range m.Cols {
		first := 0
		if symmetric {
			first = j
		}
		for i := first; i < m.Rows; i++ {
			words, more := s.next()
			if !more {
				return s.unexpectedEnd("the file ends before element (%d, %d)", i+1, j+1)
			}
			v, err := s.value(strings.Join(words, " "))
			if err != nil {
				return err
			}
			m.Set(i, j, v)
			if symmetric {
				m.Set(j, i, v)
			}
		}
	}
	return nil
}

func (s *scanner) integers(words []string, want int) ([]int, error) {
	if len(words) != want {
		return nil, s.errorf("%d numbers, want %d", len(words), want)
	}
	n := make([]int, want)
	for i, word := range words {
		var err error
		if n[i], err = strconv.Atoi(word); err != nil || n[i] < 0 {
			return nil, s.errorf("%.60q, want a whole number", word)
		}
	}
	return n, nil
}

func (s *scanner) value(word string) (float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, s.errorf("%.60q, want a number", word)
	}
	return v, nil
}
