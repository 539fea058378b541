package transports

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"infoset.example/clients/go"
)

const maxWaiting = 256 // frames waiting to be looked at; then the server has to wait

// webLink moves frames as WebSocket messages: text for JSON, binary for msgpack.
type webLink struct {
	conn   *websocket.Conn
	kind   websocket.MessageType
	write  time.Duration
	frames chan []byte
	ended  chan struct{} // closed behind the last frame
	reason error
	stop   context.CancelFunc
	once   sync.Once
}

func openWebSocket(address infoset.Address, timing infoset.Timing, roots *x509.CertPool) (infoset.Link, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timing.Open)
	defer cancel()
	options := &websocket.DialOptions{Subprotocols: []string{"infoset.1." + address.Encoding}}
	if roots != nil {
		transport := &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{RootCAs: roots}}
		options.HTTPClient = &http.Client{Transport: transport}
	}
	conn, _, err := websocket.Dial(ctx, address.String(), options)
	if err != nil {
		return nil, &infoset.ConnectError{Reason: fmt.Sprintf("%s: cannot connect: %v", address, err)}
	}
	conn.SetReadLimit(infoset.MaxFrameBytes)
	link := &webLink{
		conn:   conn,
		kind:   websocket.MessageText,
		write:  timing.Write,
		frames: make(chan []byte, maxWaiting),
		ended:  make(chan struct{}),
	}
	if address.Encoding == "msgpack" {
		link.kind = websocket.MessageBinary
	}
	reading, stop := context.WithCancel(context.Background())
	link.stop = stop
	go link.read(reading)
	return link, nil
}

func (l *webLink) read(ctx context.Context) {
	defer close(l.ended)
	for {
		_, payload, err := l.conn.Read(ctx)
		if err != nil {
			l.reason = closed(err)
			return
		}
		select {
		case l.frames <- payload:
		case <-ctx.Done():
			l.reason = closed(ctx.Err())
			return
		}
	}
}

func (l *webLink) Send(payload []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), l.write)
	defer cancel()
	if err := l.conn.Write(ctx, l.kind, payload); err != nil {
		return closed(err)
	}
	return nil
}

func (l *webLink) Receive(timeout time.Duration) ([]byte, error) {
	select {
	case payload := <-l.frames:
		return payload, nil
	default:
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case payload := <-l.frames:
		return payload, nil
	case <-l.ended:
	case <-timer.C:
		return nil, infoset.ErrSilence
	}
	select { // what had come before the end
	case payload := <-l.frames:
		return payload, nil
	default:
		return nil, l.reason
	}
}

func (l *webLink) Close() {
	l.once.Do(func() {
		go func() { // it waits for the other side's answer, but nobody here does
			_ = l.conn.Close(websocket.StatusNormalClosure, "")
			l.stop()
		}()
	})
}

func closed(err error) error {
	var end websocket.CloseError
	if errors.As(err, &end) {
		return &infoset.LinkClosedError{Reason: end.Reason, Code: int(end.Code)}
	}
	return &infoset.LinkClosedError{Reason: err.Error()}
}
