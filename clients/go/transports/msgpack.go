package transports

import (
	"bytes"
	"encoding/json"

	"github.com/vmihailenco/msgpack/v5"

	"infoset.example/clients/go/wire"
)

// msgpackCodec carries the same values as JSON in fewer bytes.
type msgpackCodec struct{}

func (msgpackCodec) Encode(message []byte) ([]byte, error) {
	value, err := wire.ParseJSON(message)
	if err != nil {
		return nil, err
	}
	var payload bytes.Buffer
	encoder := msgpack.NewEncoder(&payload)
	encoder.UseCompactInts(true)
	err = encoder.Encode(value)
	return payload.Bytes(), err
}

func (msgpackCodec) Decode(payload []byte) ([]byte, error) {
	decoder := msgpack.NewDecoder(bytes.NewReader(payload))
	decoder.UseLooseInterfaceDecoding(true)
	value, err := decoder.DecodeInterface()
	if err != nil {
		return nil, &wire.FrameError{Reason: "not msgpack: " + err.Error()}
	}
	if _, err := decoder.PeekCode(); err == nil {
		return nil, &wire.FrameError{Reason: "something behind the message"}
	}
	plain, err := wire.Normal(value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(plain)
}
