// Package guard calls what other people have written, and survives it.
package guard

import (
	"fmt"
	"runtime/debug"
)

// Call calls a function and turns a panic into an error with its stack.
func Call(function func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
		}
	}()
	return function()
}
