package plan

import "maps"

// A template serves the calls that differ only in how long their words are together: of which all lengths and places have the same
// proportions. It is the plan, at this process, for few words that is that of all multiples, scaled.
type template[T any, A comparable] struct {
	calls   int // that had plans of their own so far
	sought  bool
	units   int // times the shortest lengths; 0: none is found
	longest int // units of a step

	program Scaler[T] // nil: it is not loaded
	entry   *Entry[T]
	serves  []*compiled[T, A]
}

const (
	ownPlans      = 2       // as many lengths have plans of their own: most programs have no more
	mostServed    = 64      // lengths at once; then they are looked for anew
	mostTemplates = 1 << 10 // that are not loaded
	mostSought    = 1 << 11 // steps of the plans among which a template is sought
	mostRecorded  = 1 << 22 // words of one of them
)

// byTemplate returns a plan scaled, or nil if the call needs one of its own.
func (p *Compiled[T, A]) byTemplate(s *situation[A]) *compiled[T, A] {
	if p.Scales == nil || !p.Scales(s.args) {
		return nil
	}
	n := gcd(gcd(s.in, s.out), gcd(s.inAt, s.outAt))
	if n == 0 {
		return nil
	}
	shortest := s.times(1, n)
	t := p.templates[shortest]
	if t == nil {
		t = new(template[T, A])
		if len(p.templates) >= mostTemplates {
			maps.DeleteFunc(p.templates, func(_ situation[A], t *template[T, A]) bool { return t.program == nil })
		}
		p.templates[shortest] = t
	}
	if t.calls < ownPlans {
		t.calls++
		return nil
	}
	if t.program == nil && !p.loadTemplate(t, &shortest) || n%t.units != 0 {
		return nil
	}
	n /= t.units
	if cut := p.cut(s); cut > 0 && t.longest*n > cut {
		return nil
	}
	program, err := t.program.Scaled(n)
	if err != nil {
		return nil // the plan of its own says why
	}
	p.cache.Use(t.entry)
	p.cache.count(t.entry)
	if len(t.serves) == mostServed {
		p.release(t)
	}
	served := &compiled[T, A]{situation: *s, program: program, entry: t.entry}
	t.serves = append(t.serves, served)
	return served
}

// loadTemplate seeks and loads a template. It reports whether there is one.
func (p *Compiled[T, A]) loadTemplate(t *template[T, A], shortest *situation[A]) bool {
	if !t.sought {
		t.sought, t.units = true, p.unitsOf(shortest)
	}
	if t.units == 0 {
		return false
	}
	units := shortest.times(t.units, 1)
	node, err := p.prepare(p.loader, &units, 0)
	if err != nil {
		return false
	}
	program, err := p.loader.Load(node)
	if err != nil {
		return false
	}
	scaler, can := program.(Scaler[T])
	if !can {
		program.Free()
		t.units = 0
		return false
	}
	t.program, t.longest = scaler, node.LongestStep()
	t.entry = p.cache.Add(program, func() {
		p.release(t)
		t.program = nil
	})
	return true
}

// release forgets the plans that a template serves.
func (p *Compiled[T, A]) release(t *template[T, A]) {
	for _, served := range t.serves {
		p.forget(served)
	}
	t.serves = nil
}

// unitsOf returns multiples of the shortest lengths whose plan, scaled, is that of longer ones, or 0 if it finds none soon: of what procedures divide
// their words into, which is nothing, a part for each process, or one for each of some trees. Lengths that a procedure divides into fewer parts than there are words
// in a run come out even with runs only if they do with units.
func (p *Compiled[T, A]) unitsOf(shortest *situation[A]) int {
	size, steps := p.loader.Size(), 0
	run := 16*size + 1
	for _, units := range [...]int{1, 2, size, size - 1, 2 * size, 4, 4 * size, 3, 5, 6, 7, 8} {
		few, many := shortest.times(units, 1), shortest.times(units*run, 1)
		if units == 0 || steps > mostSought || many.in+many.out > mostRecorded {
			continue
		}
		one, err := p.prepare(p.loader, &few, 0)
		if err != nil {
			continue
		}
		longer, err := p.prepare(p.loader, &many, 0)
		if err == nil && one.Scaled(run).Equal(longer) {
			return units
		}
		steps += len(one.Steps)
	}
	return 0
}

// times returns the situation with lengths and places n/by times as long.
func (s *situation[A]) times(n, by int) situation[A] {
	other := *s
	for _, x := range [...]*int{&other.in, &other.out, &other.inAt, &other.outAt} {
		*x = *x * n / by
	}
	return other
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
