//go:build cgo

package measure

import (
	"cmp"
	"errors"
	"os"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/mpi"
)

// Run starts MPI on this rank and calls the function `measure`. A signal ends the process. The process also
// ends if MPI takes longer than startTimeout to start or to finish. After `measure` has returned, rank 0
// completes the run if there is no parent process.
func (s *Session) Run(measure func(w *mpi.World) error) error {
	stop := s.endOnSignal()
	s.armStartTimeout()
	return ranks.WithMPI(func(w *mpi.World) error {
		defer stop()
		err := measure(w)
		if f := (exit.Error{}); s.complete == nil || err != nil && !errors.As(err, &f) {
			return err
		}
		return ranks.OnRank0(w, func() error { return s.finish(err) })
	})
}

// finish completes the run on rank 0, as a parent process would do if the ranks had ended with `err`. The
// other ranks wait until finish returns, because mpirun ends rank 0 as soon as another rank exits.
func (s *Session) finish(err error) error {
	s.Writing.Lock()
	s.Done = true
	s.Writing.Unlock()
	if err != nil {
		code := exit.Report(os.Stderr, err)
		err = exit.Error{Code: code, Quiet: true, Err: job.End{Code: code, Said: true, Err: err}}
	}
	return s.complete(err)
}

// RunOn is like Run, but only the ranks of w in the list `part` take part in the measurement. The first rank
// in the list is rank 0 of the measurement. All other ranks of w sleep and get no result.
func (j Job) RunOn(w *mpi.World, part []int, s *Session, l bench.Listener,
	prepare func(hosts []string, cfg *bench.Config) error) (r *results.Result, err error) {
	if len(part) == w.Size {
		return j.Run(w, s, l, prepare)
	}
	all, err := group.New(w)
	if err != nil {
		return nil, err
	}
	sub, err := w.Sub(part)
	if err != nil {
		return nil, err
	}
	s.Watched() // all ranks have started; sleeping ranks have no watchdog
	if sub != nil {
		r, err = j.Run(sub, s, l, prepare)
		if f := (exit.Error{}); err != nil && !errors.As(err, &f) {
			return r, err // err has no exit code, so this rank cannot continue
		}
		err = cmp.Or(err, sub.Free())
	}
	wake := func() error { return nil }
	if bad := group.NewGuard(all).Prepare("the ranks that measure", wake); bad != nil {
		return r, bad
	}
	s.Watched()
	s.armFinishTimeout()
	return r, ranks.OnRank0(w, func() error { return err })
}

// Run measures on all ranks of w. It calls the function `prepare`, which completes the configuration, after
// it has checked the hosts of the ranks. An error for a wrong result or for bad input has an exit code. The
// argument `s` is the session of the listener `l`.
func (j Job) Run(w *mpi.World, s *Session, l bench.Listener,
	prepare func(hosts []string, cfg *bench.Config) error) (*results.Result, error) {
	hosts, err := group.Hosts(w)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(j.checkHosts(hosts), j.CheckRoom(w.Size)); err != nil {
		return nil, err
	}
	cfg := j.ConfigOn(hosts)
	if err := prepare(hosts, &cfg); err != nil {
		return nil, err
	}
	r, err := bench.Run(w, cfg, l)
	s.armFinishTimeout() // the time limit applies until the next Run, or until the process ends
	switch {
	case errors.Is(err, contender.ErrWrong):
		return r, exit.Error{Code: exit.WrongResult, Err: err}
	case errors.Is(err, contender.ErrNative) || errors.Is(err, bench.ErrMemory) ||
		errors.Is(err, bench.ErrSamples) || errors.Is(err, bench.ErrPacked):
		return r, exit.Usage(err)
	}
	return r, err
}
