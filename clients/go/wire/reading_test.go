package wire_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"infoset.example/clients/go"
	_ "infoset.example/clients/go/transports"
	"infoset.example/clients/go/wire"
)

const folder = "../../../protocol/vectors/v1"

type vector struct {
	Name     string          `json:"name"`
	Dir      string          `json:"dir"`
	JSON     json.RawMessage `json:"json"`
	Msgpack  []string        `json:"msgpack"`
	Value    json.RawMessage `json:"value"`
	Encoding string          `json:"encoding"`
	Text     *string         `json:"text"`
	Hex      string          `json:"hex"`
	MaxFrame int             `json:"max_frame"`
	Chunks   []string        `json:"chunks"`
	Payloads []string        `json:"payloads"`
	Error    string          `json:"error"`
}

// forms are all ways in which a vector is written, as JSON.
func (v vector) forms(t *testing.T) [][]byte {
	var texts []string
	if json.Unmarshal(v.JSON, &texts) != nil {
		var text string
		if json.Unmarshal(v.JSON, &text) == nil {
			texts = []string{text}
		}
	}
	var forms [][]byte
	for _, text := range texts {
		forms = append(forms, []byte(text))
	}
	for _, digits := range v.Msgpack {
		text, err := infoset.FindCodec("msgpack").Decode(unhex(t, digits))
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		forms = append(forms, text)
	}
	return forms
}

func vectors(t *testing.T, name string) []vector {
	t.Helper()
	file, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var found []vector
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var one vector
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		found = append(found, one)
	}
	if len(found) < 10 {
		t.Fatalf("%s: only %d vectors", name, len(found))
	}
	return found
}

func unhex(t *testing.T, digits string) []byte {
	t.Helper()
	data, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// same compares JSON texts by what they mean.
func same(t *testing.T, a, b []byte) bool {
	t.Helper()
	first, err := wire.ParseJSON(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := wire.ParseJSON(b)
	if err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(first, second)
}

func TestMessagesOfAServerAreReadAsWhatTheyMean(t *testing.T) {
	for _, v := range vectors(t, "messages.ndjson") {
		if v.Dir != "s2c" {
			continue
		}
		for _, form := range v.forms(t) {
			message, envelope, err := wire.Read(form)
			if err != nil {
				t.Errorf("%s: %v", v.Name, err)
				continue
			}
			written, _ := json.Marshal(message)
			var fields map[string]json.RawMessage
			_ = json.Unmarshal(written, &fields)
			fields["type"], _ = json.Marshal(envelope.Type)
			written, _ = json.Marshal(fields)
			if !same(t, written, v.Value) {
				t.Errorf("%s: read as %s, expected %s", v.Name, written, v.Value)
			}
		}
	}
}

func TestMessagesOfAClientAreWrittenSoThatTheyMeanTheSame(t *testing.T) {
	for _, v := range vectors(t, "messages.ndjson") {
		if v.Dir != "c2s" {
			continue
		}
		var head struct {
			Type string `json:"type"`
		}
		_ = json.Unmarshal(v.Value, &head)
		request := wire.NewRequest(head.Type)
		if request == nil {
			t.Fatalf("%s: no such request", v.Name)
		}
		if err := json.Unmarshal(v.Value, request); err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		written, err := wire.Write(request, 0)
		if err != nil || !same(t, written, v.Value) {
			t.Errorf("%s: written as %s, expected %s (%v)", v.Name, written, v.Value, err)
		}
		for _, encoding := range []string{"json", "msgpack"} {
			codec := infoset.FindCodec(encoding)
			payload, err := codec.Encode(written)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := codec.Decode(payload); err != nil || !same(t, back, v.Value) {
				t.Errorf("%s in %s: came back as %s (%v)", v.Name, encoding, back, err)
			}
		}
	}
}

func TestUnusualButValidMessagesAreTolerated(t *testing.T) {
	for _, v := range vectors(t, "tolerate.ndjson") {
		if v.Dir != "s2c" {
			continue
		}
		for _, form := range v.forms(t) {
			if _, _, err := wire.Read(form); err != nil {
				t.Errorf("%s: %v", v.Name, err)
			}
		}
	}
}

func TestWhatIsNoMessageOfAServerIsRefused(t *testing.T) {
	for _, v := range vectors(t, "reject.ndjson") {
		if v.Dir != "s2c" {
			continue
		}
		payload := unhex(t, v.Hex)
		if v.Text != nil {
			payload = []byte(*v.Text)
		}
		text, err := infoset.FindCodec(v.Encoding).Decode(payload)
		if err == nil {
			_, _, err = wire.Read(text)
		}
		if err == nil {
			t.Errorf("%s: read", v.Name)
		}
	}
}

func TestStreamsAreCutIntoFramesHoweverTheyComeIn(t *testing.T) {
	for _, v := range vectors(t, "frames.ndjson") {
		if v.Chunks == nil {
			continue // the table of first bytes is a server's
		}
		framer := infoset.NewFramer(v.Encoding, v.MaxFrame)
		frames, failed := []string{}, false
		for _, chunk := range v.Chunks {
			received, err := framer.Receive(unhex(t, chunk))
			for _, frame := range received {
				if frame != nil {
					frames = append(frames, hex.EncodeToString(frame))
				}
			}
			if failed = err != nil; failed {
				break
			}
		}
		if failed != (v.Error != "") || !reflect.DeepEqual(frames, v.Payloads) {
			t.Errorf("%s: %v, failed: %v", v.Name, frames, failed)
		}
	}
}
