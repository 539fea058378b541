package infoset

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// Link is one open connection that moves frames.
type Link interface {
	// Send sends one frame. Another goroutine may receive meanwhile, but not send.
	Send(payload []byte) error
	// Receive is the next frame, nil for a mere sign of life. After a timeout the error is ErrSilence and
	// nothing is lost; when the other side is gone it is a *LinkClosedError.
	Receive(timeout time.Duration) ([]byte, error)
	// Close ends the connection. It may be called at any time, more than once.
	Close()
}

// ErrSilence tells that nothing has arrived for a while.
var ErrSilence = errors.New("nothing has arrived")

// LinkClosedError tells that the other side is gone. Code is the WebSocket close code, 0 without one.
type LinkClosedError struct {
	Reason string
	Code   int
}

func (e *LinkClosedError) Error() string { return e.Reason }

// Codec turns messages in JSON into payloads, and back.
type Codec interface {
	Encode(message []byte) ([]byte, error)
	Decode(payload []byte) ([]byte, error)
}

// OpenFunc opens a link. Under TLS it trusts the roots, or those of the system where they are nil. The error
// is a *ConnectError.
type OpenFunc func(address Address, timing Timing, roots *x509.CertPool) (Link, error)

var (
	openers = map[string]OpenFunc{"infoset": openTCP, "infosets": openTCP}
	codecs  = map[string]Codec{"json": plainJSON{}}
)

// RegisterTransport makes addresses with these schemes work. Call it before any client connects.
func RegisterTransport(open OpenFunc, schemes ...string) {
	for _, scheme := range schemes {
		openers[scheme] = open
	}
}

// RegisterCodec makes an encoding work. Call it before any client connects.
func RegisterCodec(encoding string, codec Codec) { codecs[encoding] = codec }

// FindCodec is the codec of an encoding, nil where there is none.
func FindCodec(encoding string) Codec { return codecs[encoding] }

func openLink(address Address, timing Timing, roots *x509.CertPool) (Link, error) {
	open := openers[address.Scheme]
	if open == nil {
		return nil, &ConnectError{fmt.Sprintf("%s: import infoset/transports to use it", address)}
	}
	return open(address, timing, roots)
}

type plainJSON struct{}

func (plainJSON) Encode(message []byte) ([]byte, error) { return message, nil }

func (plainJSON) Decode(payload []byte) ([]byte, error) { return payload, nil }

// tcpLink moves frames over a byte stream.
type tcpLink struct {
	conn   net.Conn
	framer Framer
	frames [][]byte
	chunk  []byte
	write  time.Duration
}

func openTCP(address Address, timing Timing, roots *x509.CertPool) (Link, error) {
	dialer := net.Dialer{Timeout: timing.Open}
	var conn net.Conn
	var err error
	if address.TLS {
		config := &tls.Config{ServerName: address.Host, RootCAs: roots}
		conn, err = tls.DialWithDialer(&dialer, "tcp", address.HostPort(), config)
	} else {
		conn, err = dialer.Dial("tcp", address.HostPort())
	}
	if err != nil {
		return nil, &ConnectError{fmt.Sprintf("%s: cannot connect: %v", address, err)}
	}
	return &tcpLink{conn: conn, framer: NewFramer(address.Encoding, MaxFrameBytes), chunk: make([]byte, 65536), write: timing.Write}, nil
}

func (l *tcpLink) Send(payload []byte) error {
	_ = l.conn.SetWriteDeadline(time.Now().Add(l.write))
	if _, err := l.conn.Write(l.framer.Frame(payload)); err != nil {
		l.conn.Close()
		return &LinkClosedError{Reason: err.Error()}
	}
	return nil
}

func (l *tcpLink) Receive(timeout time.Duration) ([]byte, error) {
	for len(l.frames) == 0 {
		_ = l.conn.SetReadDeadline(time.Now().Add(timeout))
		n, err := l.conn.Read(l.chunk)
		frames, problem := l.framer.Receive(l.chunk[:n])
		l.frames = frames
		switch {
		case problem != nil:
			return nil, &LinkClosedError{Reason: "the server sent a bad frame: " + problem.Error()}
		case len(frames) > 0 || err == nil:
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, ErrSilence
		default:
			return nil, &LinkClosedError{Reason: "the server closed the connection: " + err.Error()}
		}
	}
	frame := l.frames[0]
	l.frames = l.frames[1:]
	return frame, nil
}

func (l *tcpLink) Close() { l.conn.Close() }
