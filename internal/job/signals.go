package job

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals belong to the whole process, and so do these two.
var (
	ending chan chan struct{} // to the function of EndBy, until Notify takes the signals over
	held   chan os.Signal     // of Hold
)

// Ending returns the signals that end a program. SIGHUP is not among them if it is ignored, as under nohup.
func Ending() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// EndBy has end called with the first signal of Ending; end exits. A program that calls it first of all says from its first
// moment why it ends. Notify takes the signals over for a part of the program that can end in a better way. Afterwards they
// have no effect.
func EndBy(end func(os.Signal)) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, Ending()...)
	over := make(chan chan struct{})
	ending = over
	go func() {
		select {
		case s := <-signals:
			end(s)
		case taken := <-over: // no Stop: a signal must not kill this program between two that listen
			if len(signals) > 0 { // both were ready
				end(<-signals)
			}
			close(taken)
		}
	}()
}

// Notify has the signals of Ending sent to a channel, and from now on not to the function of EndBy. If that has got one
// already, Notify does not return.
func Notify(signals chan<- os.Signal) {
	signal.Notify(signals, Ending()...)
	takeOver()
}

// SignalContext returns a context that a signal of Ending ends, and not the function of EndBy.
func SignalContext() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), Ending()...)
	takeOver()
	return ctx, stop
}

func takeOver() {
	if ending == nil {
		return
	}
	taken := make(chan struct{})
	ending <- taken
	<-taken
	ending = nil
}

// Hold keeps the signals of Ending from ending this program, from the first Run until release is called, so that it can
// finish its work after the ranks have ended. The first signal can be read from first, also during Run; one that comes
// between two Runs keeps the second from starting anything.
func Hold() (first <-chan os.Signal, release func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, Ending()...)
	held = signals
	return signals, func() {
		held = nil
		signal.Stop(signals)
	}
}
