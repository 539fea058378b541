package infoset

import (
	"encoding/json"
	"fmt"
)

// AddressError tells that the server's address cannot be read.
type AddressError struct{ Reason string }

func (e *AddressError) Error() string { return e.Reason }

// ConnectError tells that the server cannot be reached, or does not speak the protocol.
type ConnectError struct{ Reason string }

func (e *ConnectError) Error() string { return e.Reason }

// LoginError tells that the server was reached and said no. Code is its error code.
type LoginError struct{ Code, Msg string }

func (e *LoginError) Error() string {
	return fmt.Sprintf("the server refused the login: %s (%s)", e.Msg, e.Code)
}

// ConnectionLostError tells that the connection is gone for good. Code is the close code, 0 without one.
type ConnectionLostError struct {
	Reason string
	Code   int
}

func (e *ConnectionLostError) Error() string { return e.Reason }

// RequestError tells that the server refused a request: a stable Code, a text, details, and how long to
// wait where waiting helps (0: it does not say).
type RequestError struct {
	Code    string
	Msg     string
	Data    json.RawMessage
	RetryMs int
}

func (e *RequestError) Error() string {
	var data struct {
		Why string `json:"why"`
	}
	if json.Unmarshal(e.Data, &data) == nil && data.Why != "" {
		return fmt.Sprintf("%s: %s (%s)", e.Msg, data.Why, e.Code)
	}
	return fmt.Sprintf("%s (%s)", e.Msg, e.Code)
}

// ReplyTimeoutError tells that the server did not answer in time, though the connection lives.
type ReplyTimeoutError struct{ Reason string }

func (e *ReplyTimeoutError) Error() string { return e.Reason }

// WrongChoiceError tells that what a bot returned is no answer to its turn, and what was expected.
type WrongChoiceError struct{ Reason string }

func (e *WrongChoiceError) Error() string { return e.Reason }

// CommandError tells that a program cannot go on with the options it was given.
type CommandError struct{ Reason string }

func (e *CommandError) Error() string { return e.Reason }
