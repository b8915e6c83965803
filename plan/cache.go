package plan

import (
	"cmp"

	"topocoll/comm"
)

// A Program is a plan in the form that a port executes.
type Program[T any] interface {
	// Run executes the plan once. in and out must have the lengths of the plan; if the plan is in place, in is
	// not used.
	Run(op comm.Op[T], in, out []T) error
	Bytes() int // bytes of memory that the program uses
	// Free releases the memory as soon as no request uses it. After Free, only existing requests may be used.
	Free()
}

// A Starter is a program with non-blocking runs.
type Starter[T any] interface {
	Program[T]
	// Start begins a run with these arguments. The request that it returns frees itself at completion.
	Start(op comm.Op[T], in, out []T) (Request, error)
	Init(op comm.Op[T], in, out []T) (Request, error)
}

// A Scaler is a program from which programs for longer blocks can be made.
type Scaler[T any] interface {
	Program[T]
	// Scaled returns the program of the scaled plan: see Plan.Scaled. Both programs share their memory, and
	// Bytes and Free apply to both.
	Scaled(n int) (Program[T], error)
}

// A Loader is a port that converts plans to programs, and caches them.
type Loader[T any] interface {
	comm.Port[T]
	// Load returns the program of a valid plan of this process.
	Load(p *Plan) (Program[T], error)
	// Programs returns the cache of the port.
	Programs() *Cache[T]
}

// A Cache holds the programs of a port. If they use more than Limit bytes in total, the cache frees the least
// recently used programs, but never the most recently used one. The zero value has a limit of 32 MiB.
type Cache[T any] struct {
	Limit   int // bytes
	bytes   int
	uses    int
	entries map[*Entry[T]]bool
}

// An Entry is a program in a cache.
type Entry[T any] struct {
	program Program[T]
	bytes   int // the size of the program in bytes when count last recorded it
	used    int // the value of Cache.uses at the last use of the program
	freed   func()
}

const usualLimit = 32 << 20

// Add puts a program into the cache and frees other programs to make room. freed is called when this program
// is freed.
func (c *Cache[T]) Add(program Program[T], freed func()) *Entry[T] {
	e := &Entry[T]{program: program, freed: freed}
	if c.entries == nil {
		c.entries = map[*Entry[T]]bool{}
	}
	c.entries[e] = true
	c.uses++
	e.used = c.uses
	c.count(e)
	return e
}

// count records the current size of e, and frees other entries to make room. e must be the most recently used
// entry. The first request of a program may increase the program's size, so count is called again after it.
func (c *Cache[T]) count(e *Entry[T]) {
	n := e.program.Bytes()
	c.bytes, e.bytes = c.bytes+n-e.bytes, n
	for limit := cmp.Or(c.Limit, usualLimit); c.bytes > limit && len(c.entries) > 1; {
		c.free(c.oldest())
	}
}

// Use records the use of an entry.
func (c *Cache[T]) Use(e *Entry[T]) {
	if e.used != c.uses {
		c.uses++
		e.used = c.uses
	}
}

func (c *Cache[T]) oldest() (oldest *Entry[T]) {
	for e := range c.entries {
		if oldest == nil || e.used < oldest.used {
			oldest = e
		}
	}
	return oldest
}

func (c *Cache[T]) free(e *Entry[T]) {
	delete(c.entries, e)
	c.bytes -= e.bytes
	e.program.Free()
	e.freed()
}

// Clear frees all programs.
func (c *Cache[T]) Clear() {
	for e := range c.entries {
		c.free(e)
	}
}

// Len returns the number of programs.
func (c *Cache[T]) Len() int { return len(c.entries) }

// Bytes returns the number of bytes that the programs use.
func (c *Cache[T]) Bytes() int { return c.bytes }
