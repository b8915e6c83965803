package plan

import "maps"

// A template serves all calls whose lengths and positions have the same proportions. It holds this process's
// plan for a few words. The plans for longer lengths are scaled from this plan.
type template[T any, A comparable] struct {
	calls   int // number of calls so far that had their own plans
	sought  bool
	units   int // the plan is for the shortest lengths times this number; 0: no such number was found
	longest int // words of the longest step of the plan

	program Scaler[T] // nil if it is not loaded
	entry   *Entry[T]
	serves  []*compiled[T, A]
}

const (
	// ownPlans is the number of initial calls of a template that get plans of their own. Most programs use at
	// most two lengths, so they need no scaled plans.
	ownPlans      = 2
	mostServed    = 64      // maximum number of scaled programs of a template; the next one replaces them all
	mostTemplates = 1 << 10 // at this number, all templates without a loaded program are discarded
	mostSought    = 1 << 11 // maximum number of steps that a search for a template records
	mostRecorded  = 1 << 22 // maximum number of words of a plan in this search
)

// scaledPlan returns a scaled plan, or nil if the call needs a plan of its own.
func (p *Compiled[T, A]) scaledPlan(s *situation[A]) *compiled[T, A] {
	if p.Scales == nil || !p.Scales(s.args) {
		return nil
	}
	n := gcd(gcd(s.in, s.out), gcd(s.inAt, s.outAt))
	if n == 0 {
		return nil
	}
	shortest := s.scaled(1, n)
	t := p.templates[shortest]
	if t == nil {
		t = new(template[T, A])
		if len(p.templates) >= mostTemplates {
			maps.DeleteFunc(p.templates,
				func(_ situation[A], t *template[T, A]) bool { return t.program == nil })
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
		return nil // load then records a plan for this call
	}
	p.cache.Use(t.entry)
	p.cache.count(t.entry)
	if len(t.serves) == mostServed {
		p.release(t)
	}
	served := p.newCompiled(s, program)
	served.entry = t.entry
	t.serves = append(t.serves, served)
	return served
}

// loadTemplate finds and loads the plan of t. It returns false if there is none.
func (p *Compiled[T, A]) loadTemplate(t *template[T, A], shortest *situation[A]) bool {
	if !t.sought {
		t.sought, t.units = true, p.unitsOf(shortest)
	}
	if t.units == 0 {
		return false
	}
	units := shortest.scaled(t.units, 1)
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

// release discards the scaled plans of a template.
func (p *Compiled[T, A]) release(t *template[T, A]) {
	for _, served := range t.serves {
		p.forget(served)
	}
	t.serves = nil
}

// unitsOf returns a factor by which to multiply the shortest lengths. The plan for the multiplied lengths,
// when scaled, equals the plan that is recorded for longer lengths. unitsOf returns 0 if a short search finds
// no such factor. It tries the numbers of parts into which procedures divide their words: 1, one part for
// each process, and one part for each of several trees. The scale factor `run` is larger than all these
// numbers. Therefore the two plans are equal only if the procedure divides both lengths evenly.
func (p *Compiled[T, A]) unitsOf(shortest *situation[A]) int {
	size, steps := shortest.shape.Size(), 0
	run := 16*size + 1
	for _, units := range [...]int{1, 2, size, size - 1, 2 * size, 4, 4 * size, 3, 5, 6, 7, 8} {
		few, many := shortest.scaled(units, 1), shortest.scaled(units*run, 1)
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

// scaled returns the situation with all lengths and positions multiplied by the ratio `n/by`.
func (s *situation[A]) scaled(n, by int) situation[A] {
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
