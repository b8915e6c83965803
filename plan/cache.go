package plan

import (
	"cmp"

	"topocoll/comm"
)

// A Program is a plan in the form that a port can execute.
type Program[T any] interface {
	// Run executes the plan once. `in` and `out` must have the lengths of the plan. If the plan is in place,
	// `in` is not used.
	Run(op comm.Op[T], in, out []T) error
	// Start begins a non-blocking run with these arguments. The request that it returns frees itself at
	// completion. Init returns a request for runs that the caller starts and frees.
	Start(op comm.Op[T], in, out []T) (Request, error)
	Init(op comm.Op[T], in, out []T) (Request, error)
	// Scaled returns the program of the plan that Plan.Scaled returns for n. The two programs share their
	// memory, so Bytes and Free apply to both of them.
	Scaled(n int) (Program[T], error)
	Bytes() int // memory use in bytes
	// Free releases the memory once no request uses it. After Free, do not use the program, except through
	// existing requests.
	Free()
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
	Limit    int // in bytes
	bytes    int // sum of the sizes of the entries
	useCount int // a clock that Add and Use advance
	entries  map[*Entry[T]]bool
}

// An Entry is a program in a cache.
type Entry[T any] struct {
	program Program[T]
	bytes   int    // program.Bytes() at the last call of updateBytes
	lastUse int    // value of Cache.useCount at the last use of the program
	onFree  func() // called when the cache frees the program
}

const defaultLimit = 32 << 20

// Add puts a program into the cache and frees other programs to make room. The cache calls the function
// `freed` when it frees this program.
func (c *Cache[T]) Add(program Program[T], freed func()) *Entry[T] {
	e := &Entry[T]{program: program, onFree: freed}
	if c.entries == nil {
		c.entries = map[*Entry[T]]bool{}
	}
	c.entries[e] = true
	c.useCount++
	e.lastUse = c.useCount
	c.updateBytes(e)
	return e
}

// updateBytes updates the recorded size of e, the most recently used entry, and frees other entries to make
// room. It is called again after a request is created or the program is scaled, because these calls may
// allocate more memory for the program.
func (c *Cache[T]) updateBytes(e *Entry[T]) {
	n := e.program.Bytes()
	c.bytes, e.bytes = c.bytes+n-e.bytes, n
	for limit := cmp.Or(c.Limit, defaultLimit); c.bytes > limit && len(c.entries) > 1; {
		c.free(c.oldest())
	}
}

// Use marks e as the most recently used entry.
func (c *Cache[T]) Use(e *Entry[T]) {
	if e.lastUse != c.useCount {
		c.useCount++
		e.lastUse = c.useCount
	}
}

func (c *Cache[T]) oldest() (oldest *Entry[T]) {
	for e := range c.entries {
		if oldest == nil || e.lastUse < oldest.lastUse {
			oldest = e
		}
	}
	return oldest
}

func (c *Cache[T]) free(e *Entry[T]) {
	delete(c.entries, e)
	c.bytes -= e.bytes
	e.program.Free()
	e.onFree()
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
