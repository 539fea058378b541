// Testee shows what this SDK makes of messages and frames, for the golden vectors.
//
//	go build -o testee ./samples/testee
//	infoset conformance --level 1-2 --testee ./testee
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"infoset.example/clients/go"
	_ "infoset.example/clients/go/transports"
	"infoset.example/clients/go/wire"
)

type question struct {
	Do       string          `json:"do"`
	Dir      string          `json:"dir"`
	Encoding string          `json:"encoding"`
	Data     string          `json:"data"`
	Value    json.RawMessage `json:"value"`
	MaxFrame int             `json:"max_frame"`
	Chunks   []string        `json:"chunks"`
}

type answer struct {
	OK       bool     `json:"ok"`
	Why      string   `json:"why,omitempty"`
	Value    any      `json:"value,omitempty"`
	Data     string   `json:"data,omitempty"`
	Payloads []string `json:"payloads,omitempty"`
}

func reply(q question) (any, error) {
	codec := infoset.FindCodec(q.Encoding)
	switch q.Do {
	case "decode":
		return decode(codec, q)
	case "encode":
		return encode(codec, q)
	case "frames":
		return cut(q)
	default:
		return map[string]bool{"skip": true}, nil
	}
}

// decode reads what servers send into its type, and writes it again; of what clients send it has no reader
// but that of the samples.
func decode(codec infoset.Codec, q question) (any, error) {
	payload, err := hex.DecodeString(q.Data)
	if err != nil {
		return nil, err
	}
	text, err := codec.Decode(payload)
	if err != nil {
		return nil, err
	}
	if q.Dir == "c2s" {
		value, err := wire.ParseJSON(text)
		return answer{OK: true, Value: value}, err
	}
	message, envelope, err := wire.Read(text)
	if err != nil {
		return nil, err
	}
	if unknown, isUnknown := message.(*wire.Unknown); isUnknown {
		return answer{OK: true, Value: unknown.Raw}, nil
	}
	return answer{OK: true, Value: typed{message, envelope.Type}}, nil
}

// typed is a message with its type in front of its fields.
type typed struct {
	message wire.ServerMessage
	kind    string
}

func (t typed) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(t.message)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf(`{"type":%q`, t.kind)
	if len(body) > 2 {
		head += ","
	}
	return append([]byte(head), body[1:]...), nil
}

func encode(codec infoset.Codec, q question) (any, error) {
	text, err := request(q.Value)
	if err != nil {
		return nil, err
	}
	payload, err := codec.Encode(text)
	return answer{OK: err == nil, Data: hex.EncodeToString(payload)}, err
}

// request writes a message of a client that was read into its type; one of a server stays as it is.
func request(value json.RawMessage) ([]byte, error) {
	var head struct {
		Type string `json:"type"`
		ID   int    `json:"id"`
	}
	if err := json.Unmarshal(value, &head); err != nil {
		return nil, err
	}
	message := wire.NewRequest(head.Type)
	if message == nil {
		return value, nil
	}
	if err := json.Unmarshal(value, message); err != nil {
		return nil, err
	}
	return wire.Write(message, 0)
}

func cut(q question) (any, error) {
	framer := infoset.NewFramer(q.Encoding, q.MaxFrame)
	said := answer{OK: true}
	for _, chunk := range q.Chunks {
		data, err := hex.DecodeString(chunk)
		if err != nil {
			return nil, err
		}
		frames, err := framer.Receive(data)
		for _, frame := range frames {
			if frame != nil {
				said.Payloads = append(said.Payloads, hex.EncodeToString(frame))
			}
		}
		if err != nil {
			said.OK, said.Why = false, err.Error()
			break
		}
	}
	return said, nil
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 8*infoset.MaxFrameBytes)
	for lines.Scan() {
		var q question
		err := json.Unmarshal(lines.Bytes(), &q)
		var said any
		if err == nil {
			said, err = reply(q)
		}
		if err != nil {
			said = answer{Why: err.Error()}
		}
		text, err := json.Marshal(said)
		if err != nil {
			text = []byte(`{"ok":false}`)
		}
		fmt.Println(string(text))
	}
}
