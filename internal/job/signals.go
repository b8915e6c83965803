package job

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// These variables are global, because signals belong to the whole process.
var (
	endByStop   chan chan struct{} // ends the goroutine of EndBy; nil after Notify has taken over the signals
	heldSignals chan os.Signal     // receives the signals between Hold and its release
)

// Ending returns the signals that end a program: SIGINT, SIGTERM and, unless it is ignored as under nohup,
// SIGHUP.
func Ending() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// EndBy calls the function `end` when this process receives one of the signals listed by Ending. The function
// must exit the program. A program that calls EndBy at its start always reports why it ends. A part of the
// program that needs separate cleanup calls Notify, which takes over these signals. After this part, the
// program ignores them.
func EndBy(end func(os.Signal)) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, Ending()...)
	over := make(chan chan struct{})
	endByStop = over
	go func() {
		select {
		case s := <-signals:
			end(s)
		case taken := <-over: // without signal.Stop, no signal can kill this program during the handover
			if len(signals) > 0 { // a signal has arrived at the same time
				end(<-signals)
			}
			close(taken)
		}
	}()
}

// Notify sends the signals listed by Ending to a channel. From then on, EndBy no longer calls its function.
// If EndBy has already called it, Notify does not return.
func Notify(signals chan<- os.Signal) {
	signal.Notify(signals, Ending()...)
	stopEndBy()
}

// SignalContext returns a context that is cancelled by any signal listed by Ending. From then on, EndBy no
// longer calls its function. The cause of the cancellation names the signal. signal.NotifyContext sets such a
// cause only since Go 1.26.
func SignalContext() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	Notify(signals)
	go func() {
		select {
		case caught := <-signals:
			cancel(errors.New(caught.String()))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// stopEndBy ends the goroutine of EndBy, so that EndBy no longer receives signals.
func stopEndBy() {
	if endByStop == nil {
		return
	}
	taken := make(chan struct{})
	endByStop <- taken
	<-taken
	endByStop = nil
}

// Hold catches the signals listed by Ending until `release` is called, so that the program can finish its
// work after the ranks have ended. The channel `first` receives the first signal, even during Run. A signal
// between two calls of Run prevents the second call from starting mpirun.
func Hold() (first <-chan os.Signal, release func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, Ending()...)
	heldSignals = signals
	return signals, func() {
		heldSignals = nil
		signal.Stop(signals)
	}
}
