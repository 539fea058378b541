package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Rest is what WriteRow wants to have of the entries behind the named ones.
func Rest[T any](items []T) []any {
	rest := make([]any, len(items))
	for i, item := range items {
		rest[i] = item
	}
	return rest
}

// WriteRow writes a list: the verb if there is one, the items, the rest. Behind the first `least` items
// those at the end that are absent are left out.
func WriteRow(verb string, least int, rest []any, items ...any) ([]byte, error) {
	last := len(items)
	for len(rest) == 0 && last > least && reflect.ValueOf(items[last-1]).IsZero() {
		last--
	}
	row := make([]any, 0, 1+last+len(rest))
	if verb != "" {
		row = append(row, verb)
	}
	row = append(row, items[:last]...)
	return json.Marshal(append(row, rest...))
}

// ReadRest is what ReadRow wants to have for the entries behind the named ones.
func ReadRest[T any](rest *[]T) func([]json.RawMessage) error {
	return func(entries []json.RawMessage) error {
		*rest = make([]T, len(entries))
		for i, entry := range entries {
			if err := json.Unmarshal(entry, &(*rest)[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

// ReadRow reads a list that WriteRow wrote. Entries that nobody has a place for are skipped.
func ReadRow(data []byte, verb string, least int, rest func([]json.RawMessage) error, items ...any) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil {
		return err
	}
	if verb != "" {
		if found, err := firstText(entries); err != nil || found != verb {
			return fmt.Errorf("expected a list that opens with %q, got %s", verb, data)
		}
		entries = entries[1:]
	}
	if len(entries) < least {
		return fmt.Errorf("%s: expected %d entries at least, got %s", verb, least, data)
	}
	for i, item := range items {
		if i < len(entries) {
			if err := json.Unmarshal(entries[i], item); err != nil {
				return err
			}
		}
	}
	if rest == nil || len(entries) <= len(items) {
		return nil
	}
	return rest(entries[len(items):])
}

// ReadVerb is the word that a written action opens with.
func ReadVerb(data json.RawMessage) (string, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil {
		return "", err
	}
	return firstText(entries)
}

// ReadKind is the kind of an event.
func ReadKind(data json.RawMessage) (string, error) {
	var event struct {
		Kind string `json:"e"`
	}
	err := json.Unmarshal(data, &event)
	return event.Kind, err
}

// Same tells whether two JSON texts are equal but for white space.
func Same(a, b json.RawMessage) bool {
	return bytes.Equal(a, b) || compact(a) == compact(b)
}

func compact(data json.RawMessage) string {
	var text bytes.Buffer
	if json.Compact(&text, data) != nil {
		return string(data)
	}
	return text.String()
}

func firstText(entries []json.RawMessage) (string, error) {
	if len(entries) == 0 {
		return "", fmt.Errorf("expected a list that opens with a word, got an empty one")
	}
	var text string
	err := json.Unmarshal(entries[0], &text)
	return text, err
}
