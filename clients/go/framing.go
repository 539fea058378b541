package infoset

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Framer cuts a byte stream into frames and marks where frames end.
type Framer interface {
	// Receive is the frames that are complete now, nil for a keep-alive. With an error no more will come.
	Receive(data []byte) ([][]byte, error)
	// Frame is the payload as it goes over the stream.
	Frame(payload []byte) []byte
}

// NewFramer is the framer for an encoding; frames have so many bytes at most.
func NewFramer(encoding string, most int) Framer {
	if encoding == "json" {
		return &lineFramer{most: most}
	}
	return &lengthFramer{most: most}
}

// lineFramer has lines ended by LF; a CR before it is no part of them.
type lineFramer struct {
	begun []byte
	most  int
}

func (f *lineFramer) Receive(data []byte) ([][]byte, error) {
	var frames [][]byte
	for {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			break
		}
		f.begun = append(f.begun, data[:end]...)
		data = data[end+1:]
		line := bytes.TrimSuffix(f.begun, []byte("\r"))
		if len(line) > f.most {
			return frames, fmt.Errorf("a line of more than %d bytes", f.most)
		}
		if len(line) == 0 {
			line = nil
		}
		frames = append(frames, line)
		f.begun = nil
	}
	f.begun = append(f.begun, data...)
	if len(bytes.TrimSuffix(f.begun, []byte("\r"))) > f.most {
		return frames, fmt.Errorf("a line of more than %d bytes", f.most)
	}
	return frames, nil
}

func (f *lineFramer) Frame(payload []byte) []byte {
	return append(payload[:len(payload):len(payload)], '\n')
}

// lengthFramer has a length of four bytes in front of each frame.
type lengthFramer struct {
	begun []byte
	most  int
}

func (f *lengthFramer) Receive(data []byte) ([][]byte, error) {
	var frames [][]byte
	f.begun = append(f.begun, data...)
	for len(f.begun) >= 4 {
		length := int(binary.BigEndian.Uint32(f.begun))
		if length > f.most {
			return frames, fmt.Errorf("a frame of %d bytes, more than %d", length, f.most)
		}
		if len(f.begun) < 4+length {
			break
		}
		if length == 0 {
			frames = append(frames, nil)
		} else {
			frames = append(frames, bytes.Clone(f.begun[4:4+length]))
		}
		f.begun = f.begun[4+length:]
	}
	return frames, nil
}

func (f *lengthFramer) Frame(payload []byte) []byte {
	framed := make([]byte, 4, 4+len(payload))
	binary.BigEndian.PutUint32(framed, uint32(len(payload)))
	return append(framed, payload...)
}
