//go:build cgo

package cli

func (*benchCommand) Run() error { return nil }
