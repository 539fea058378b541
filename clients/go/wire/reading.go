package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf8"
)

const maxDepth = 16         // levels below the top object
const mostExact = 1<<53 - 1 // integers beyond it are no numbers of the protocol
const patchField = "patch"  // in it, and only there, null does not mean absent: it removes a field

// CloseInfo says what may be done after a connection was closed.
type CloseInfo struct {
	Reconnect bool
	Resume    bool
	Meaning   string
}

// FrameError tells that bytes, or a message, are not what the protocol allows.
type FrameError struct{ Reason string }

func (e *FrameError) Error() string { return e.Reason }

// Unknown is a message of a later version, to be passed over.
type Unknown struct {
	Type string
	Raw  json.RawMessage
}

// MessageType is what stands in the field `type`.
func (u *Unknown) MessageType() string { return u.Type }

// Envelope is what the numbers around a message say, whatever its type.
type Envelope struct {
	Type    string `json:"type"`
	Re      *int   `json:"re"`
	Seq     *int   `json:"seq"`
	MatchID string `json:"match_id"`
}

type message interface {
	ServerMessage
	required() []string
	objects() []string
}

// Ptr points to a value: for fields that may be absent.
func Ptr[T any](value T) *T { return &value }

// Value is what a pointer points to, or zero where there is nothing.
func Value[T any](pointer *T) T {
	var zero T
	if pointer == nil {
		return zero
	}
	return *pointer
}

// Raw is a value as JSON, for fields that may hold anything. It panics for what JSON cannot write.
func Raw(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}

// Write is the JSON text of a request. With an id above 0 it asks for an answer.
func Write(request ClientMessage, id int) ([]byte, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf(`{"type":%q`, request.MessageType())
	if id > 0 {
		head += fmt.Sprintf(`,"id":%d`, id)
	}
	if len(body) > 2 {
		head += ","
	}
	return append([]byte(head), body[1:]...), nil
}

// Read reads what a server sent. Unknown fields and words are skipped; a message of an unknown type comes
// as *Unknown. The error is a *FrameError.
func Read(data []byte) (ServerMessage, Envelope, error) {
	read, envelope, err := readStrictly(data)
	if err == nil {
		return read, envelope, nil
	}
	// Numbers may be written as 3.0, and null for what is absent: once more, with what the text means.
	value, problem := ParseJSON(data)
	if problem != nil {
		return nil, Envelope{}, problem
	}
	plain, problem := json.Marshal(value)
	if problem != nil {
		return nil, Envelope{}, &FrameError{problem.Error()}
	}
	return readStrictly(plain)
}

func readStrictly(data []byte) (ServerMessage, Envelope, error) {
	var envelope Envelope
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, envelope, &FrameError{"no message: " + err.Error()}
	}
	if err := json.Unmarshal(data, &envelope); err != nil {
		return nil, envelope, &FrameError{err.Error()}
	}
	if fields["type"] == nil {
		return nil, envelope, &FrameError{"type: expected a text"}
	}
	read := newServerMessage(envelope.Type)
	if read == nil {
		return &Unknown{envelope.Type, data}, envelope, nil
	}
	for _, name := range read.required() {
		if value := fields[name]; value == nil || string(value) == "null" {
			return nil, envelope, &FrameError{name + ": expected a value"}
		}
	}
	for _, name := range read.objects() {
		if value := fields[name]; value != nil && !bytes.HasPrefix(value, []byte("{")) {
			return nil, envelope, &FrameError{name + ": expected an object"}
		}
	}
	if err := json.Unmarshal(data, read); err != nil {
		return nil, envelope, &FrameError{envelope.Type + ": " + err.Error()}
	}
	return read, envelope, nil
}

// ParseJSON is the value of a JSON text by the rules of the protocol: an object of at most 16 levels, whole
// numbers exact, text without half characters. The error is a *FrameError.
func ParseJSON(data []byte) (map[string]any, error) {
	if !utf8.Valid(data) {
		return nil, &FrameError{"not UTF-8"}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, &FrameError{"not JSON: " + err.Error()}
	}
	if rest := bytes.TrimSpace(data[decoder.InputOffset():]); len(rest) > 0 {
		return nil, &FrameError{"something behind the object"}
	}
	return Normal(value)
}

// Normal is a value as the protocol has it: numbers as int or float64, nothing where null was but in a
// patch. The error is a *FrameError.
func Normal(value any) (map[string]any, error) {
	made, err := normal(value, 0, false)
	if err != nil {
		return nil, err
	}
	if object, ok := made.(map[string]any); ok {
		return object, nil
	}
	return nil, &FrameError{"expected an object"}
}

func normal(value any, depth int, keepsNull bool) (any, error) {
	switch value := value.(type) {
	case nil, bool:
		return value, nil
	case string:
		if !utf8.ValidString(value) {
			return nil, &FrameError{"a text that is no UTF-8"}
		}
		return value, nil
	case json.Number:
		number, err := value.Float64()
		if err != nil {
			return nil, &FrameError{"a number that is none: " + err.Error()}
		}
		if whole, err := value.Int64(); err == nil {
			return normalInt(whole)
		}
		return normalFloat(number)
	case float64:
		return normalFloat(value)
	case int64:
		return normalInt(value)
	case uint64:
		return normalFloat(float64(value))
	case []any:
		return normalList(value, depth, keepsNull)
	case map[string]any:
		return normalObject(value, depth, keepsNull)
	default:
		return nil, &FrameError{fmt.Sprintf("a value that JSON does not have: %T", value)}
	}
}

func normalInt(number int64) (any, error) {
	if number > mostExact || number < -mostExact {
		return nil, &FrameError{"a number outside of what is exact"}
	}
	return int(number), nil
}

func normalFloat(number float64) (any, error) {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return nil, &FrameError{"a number that is none"}
	}
	if number != math.Trunc(number) {
		return number, nil
	}
	if math.Abs(number) > mostExact {
		return nil, &FrameError{"a number outside of what is exact"}
	}
	return int(number), nil
}

func normalList(list []any, depth int, keepsNull bool) (any, error) {
	if depth > maxDepth {
		return nil, &FrameError{"too many levels inside each other"}
	}
	made := make([]any, len(list))
	for i, item := range list {
		value, err := normal(item, depth+1, keepsNull)
		if err != nil {
			return nil, err
		}
		made[i] = value
	}
	return made, nil
}

func normalObject(object map[string]any, depth int, keepsNull bool) (any, error) {
	if depth > maxDepth {
		return nil, &FrameError{"too many levels inside each other"}
	}
	made := make(map[string]any, len(object))
	for name, item := range object {
		value, err := normal(item, depth+1, keepsNull || name == patchField)
		if err != nil {
			return nil, err
		}
		if value != nil || keepsNull {
			made[name] = value
		}
	}
	return made, nil
}
