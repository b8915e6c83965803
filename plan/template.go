package plan

import (
	"maps"

	"topocoll/topo"
)

// A template holds this process's plan of a procedure for short lengths. Plans for longer lengths in the same
// proportions are scaled from this plan.
type template[T any, A comparable] struct {
	individualPlans int  // number of plans recorded so far for calls, at most callsBeforeScaling
	searched        bool // findFactor has run
	factor          int  // the plan is for the shortest lengths times factor; 0 if there is no such plan
	longest         int  // length in words of the plan's longest step

	program     Program[T] // nil if not loaded
	entry       *Entry[T]
	scaledPlans []*loadedCall[T, A]
}

const (
	// callsBeforeScaling is the number of calls for which a template's procedure is recorded individually.
	// After these calls, plans are scaled from the template. Most programs use at most two lengths, so they
	// need no scaled plans.
	callsBeforeScaling = 2
	maxScaledPrograms  = 64      // per template; the next program replaces all of them
	maxTemplates       = 1 << 10 // maximum number; at the limit, those without a loaded program are discarded
	maxSearchSteps     = 1 << 11 // maximum number of steps that findFactor records
	maxSearchWords     = 1 << 22 // maximum length in words of the plans that findFactor records
)

// scaledPlan returns a plan that is scaled from a template. It returns nil if the caller must record a plan.
func (p *Compiled[T, A]) scaledPlan(s *planKey[A]) *loadedCall[T, A] {
	if p.Scales == nil || !p.Scales(s.args) {
		return nil
	}
	n := topo.GCD(topo.GCD(s.in, s.out), topo.GCD(s.inAt, s.outAt))
	if n == 0 {
		return nil
	}
	shortest := s.scaled(1, n)
	t := p.templates[shortest]
	if t == nil {
		t = new(template[T, A])
		if len(p.templates) >= maxTemplates {
			maps.DeleteFunc(p.templates,
				func(_ planKey[A], t *template[T, A]) bool { return t.program == nil })
		}
		p.templates[shortest] = t
	}
	if t.individualPlans < callsBeforeScaling {
		t.individualPlans++
		return nil
	}
	if t.program == nil && !p.loadTemplate(t, &shortest) || n%t.factor != 0 {
		return nil
	}
	n /= t.factor
	if limit := p.segmentSize(s); limit > 0 && t.longest*n > limit {
		return nil
	}
	program, err := t.program.Scaled(n)
	if err != nil {
		return nil // the caller then records a plan for this call
	}
	p.cache.Use(t.entry)
	p.cache.updateBytes(t.entry)
	if len(t.scaledPlans) == maxScaledPrograms {
		p.discardScaled(t)
	}
	scaled := p.newLoadedCall(s, program)
	scaled.entry = t.entry
	t.scaledPlans = append(t.scaledPlans, scaled)
	return scaled
}

// loadTemplate finds and loads the plan of t. It returns false if there is no suitable plan.
func (p *Compiled[T, A]) loadTemplate(t *template[T, A], shortest *planKey[A]) bool {
	if !t.searched {
		t.searched, t.factor = true, p.findFactor(shortest)
	}
	if t.factor == 0 {
		return false
	}
	key := shortest.scaled(t.factor, 1)
	node, err := p.prepare(p.loader, &key, 0)
	if err != nil {
		return false
	}
	program, err := p.loader.Load(node)
	if err != nil {
		return false
	}
	t.program, t.longest = program, node.LongestStep()
	t.entry = p.cache.Add(program, func() {
		p.discardScaled(t)
		t.program = nil
	})
	return true
}

func (p *Compiled[T, A]) discardScaled(t *template[T, A]) {
	for _, scaled := range t.scaledPlans {
		p.removeFreed(scaled)
	}
	t.scaledPlans = nil
}

// findFactor returns a factor by which to multiply the shortest lengths. If the plan for the multiplied
// lengths is scaled, it equals the plan that is recorded for longer lengths. findFactor returns 0 if a short
// search finds no such factor. The factors that it tries are the numbers of parts into which procedures
// divide their words: 1, one part for each process, and one part for each of several trees. The local
// variable `scale` is larger than all of them, so the two plans are equal only if the procedure divides both
// lengths evenly.
func (p *Compiled[T, A]) findFactor(shortest *planKey[A]) int {
	size, steps := shortest.shape.Size(), 0
	scale := 16*size + 1
	for _, factor := range [...]int{1, 2, size, size - 1, 2 * size, 4, 4 * size, 3, 5, 6, 7, 8} {
		few, many := shortest.scaled(factor, 1), shortest.scaled(factor*scale, 1)
		if factor == 0 || steps > maxSearchSteps || many.in+many.out > maxSearchWords {
			continue
		}
		one, err := p.prepare(p.loader, &few, 0)
		if err != nil {
			continue
		}
		longer, err := p.prepare(p.loader, &many, 0)
		if err == nil && one.Scaled(scale).Equal(longer) {
			return factor
		}
		steps += len(one.Steps)
	}
	return 0
}

// scaled returns a copy of s in which all lengths and positions are multiplied by `n/by`.
func (s *planKey[A]) scaled(n, by int) planKey[A] {
	other := *s
	for _, x := range [...]*int{&other.in, &other.out, &other.inAt, &other.outAt} {
		*x = *x * n / by
	}
	return other
}
