package infoset

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"infoset.example/clients/go/wire"
)

const (
	guestName   = "guest"
	oldKeyLogin = "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token"
)

// LoginKey logs in without sending a secret.
type LoginKey interface {
	// Public is the public half, base64url.
	Public() string
	// Sign is the signature over a text in UTF-8, base64url.
	Sign(text string) string
}

// identity is who logs in, with what program, and what it wants.
type identity struct {
	name, secret, token string
	key                 LoginKey
	program             wire.ClientInfo
	features            []string
}

func (i identity) credentials() wire.Credentials {
	switch {
	case i.key != nil:
		return wire.Credentials{Kind: wire.CredentialsKindKey, Pub: wire.Ptr(i.key.Public())}
	case i.token != "":
		return wire.Credentials{Kind: wire.CredentialsKindToken, Token: &i.token}
	default:
		return wire.Credentials{Kind: wire.CredentialsKindGuest, Name: &i.name, Token: &i.secret}
	}
}

// tryAgain wraps the failure of an attempt that may pass; wait is the server's wish.
type tryAgain struct {
	reason error
	wait   time.Duration
}

func (e *tryAgain) Error() string { return e.reason.Error() }

// dialer opens logged-in links to one server for one identity, again and again while that may help.
type dialer struct {
	address  Address
	roots    *x509.CertPool
	identity identity
	timing   Timing
	backoff  Backoff
	codec    Codec
}

// dial connects and logs in, trying for so long. The error is a *ConnectError or a *LoginError.
func (d *dialer) dial(ctx context.Context, patience time.Duration, resume *wire.Resume) (Link, *wire.Welcome, error) {
	if d.codec = codecs[d.address.Encoding]; d.codec == nil {
		return nil, nil, &ConnectError{d.address.Encoding + ": import infoset/transports to use it"}
	}
	giveUp := time.Now().Add(patience)
	for {
		link, welcome, err := d.tryOnce(resume)
		var again *tryAgain
		if !errors.As(err, &again) {
			if err == nil {
				d.backoff.Reset()
			}
			return link, welcome, err
		}
		wait := d.backoff.Next(again.wait)
		if time.Now().Add(wait).After(giveUp) || !sleep(ctx, wait) {
			return nil, nil, again.reason
		}
	}
}

func (d *dialer) tryOnce(resume *wire.Resume) (Link, *wire.Welcome, error) {
	link, err := openLink(d.address, d.timing, d.roots)
	if err != nil {
		return nil, nil, &tryAgain{reason: err}
	}
	welcome, err := d.logIn(link, resume)
	if err == nil {
		return link, welcome, nil
	}
	link.Close()
	var closed *LinkClosedError
	if !errors.As(err, &closed) {
		return nil, nil, err
	}
	failed := &ConnectError{fmt.Sprintf("%s: closed during the login: %s", d.address, closed.Reason)}
	if wire.Closing(closed.Code).Reconnect {
		return nil, nil, &tryAgain{reason: failed}
	}
	return nil, nil, failed
}

func (d *dialer) logIn(link Link, resume *wire.Resume) (*wire.Welcome, error) {
	hello := &wire.Hello{
		Proto:    []int{wire.Major},
		Minor:    wire.Ptr(wire.Minor),
		Auth:     d.identity.credentials(),
		Client:   &d.identity.program,
		Features: d.identity.features,
		MaxFrame: wire.Ptr(MaxFrameBytes),
		Resume:   resume,
	}
	if err := d.say(link, hello); err != nil {
		return nil, err
	}
	giveUp := time.Now().Add(d.timing.Welcome)
	answer, err := d.answer(link, giveUp)
	if challenge, isChallenge := answer.(*wire.Challenge); isChallenge && err == nil {
		proof, err := d.proof(challenge)
		if err != nil {
			return nil, err
		}
		if err := d.say(link, proof); err != nil {
			return nil, err
		}
		answer, err = d.answer(link, giveUp)
	}
	if err != nil {
		return nil, err
	}
	return readWelcome(answer)
}

// proof signs where we are, so that nobody can use it elsewhere. A server that does not want that might.
func (d *dialer) proof(challenge *wire.Challenge) (*wire.AuthAnswer, error) {
	if d.identity.key == nil {
		return nil, &LoginError{"unsupported", "it asks for a key, and there is none"}
	}
	if challenge.Address == nil || !*challenge.Address {
		return nil, &LoginError{"unsupported", oldKeyLogin}
	}
	address := d.address.dialled()
	text := fmt.Sprintf("infoset key login\n%s\n%s\n%d\n%s\n", challenge.Nonce, challenge.Server, wire.Major, address)
	return &wire.AuthAnswer{Sig: d.identity.key.Sign(text), Address: &address}, nil
}

func (d *dialer) say(link Link, message wire.ClientMessage) error {
	payload, err := encode(d.codec, message, 0)
	if err != nil {
		return err
	}
	return link.Send(payload)
}

func (d *dialer) answer(link Link, giveUp time.Time) (wire.ServerMessage, error) {
	for {
		payload, err := link.Receive(max(time.Millisecond, time.Until(giveUp)))
		if errors.Is(err, ErrSilence) {
			return nil, &tryAgain{reason: &ConnectError{fmt.Sprintf("%s: no welcome in time", d.address)}}
		}
		if err != nil {
			return nil, err
		}
		if payload == nil {
			continue
		}
		message, _, err := decode(d.codec, payload)
		if err != nil {
			reason := "%s: what answers there does not speak the protocol (%v)"
			return nil, &ConnectError{fmt.Sprintf(reason, d.address, err)}
		}
		return message, nil
	}
}

// readWelcome is the welcome, or what an answer to `hello` other than that means.
func readWelcome(answer wire.ServerMessage) (*wire.Welcome, error) {
	switch message := answer.(type) {
	case *wire.Welcome:
		return message, nil
	case *wire.Farewell:
		failed := &LoginError{fmt.Sprint(message.Code), message.Reason}
		if wire.Closing(message.Code).Reconnect {
			return nil, &tryAgain{failed, milliseconds(message.RetryMs)}
		}
		return nil, failed
	case *wire.Error:
		failed := &LoginError{message.Code, message.Msg}
		switch message.Code {
		case wire.CodeRateLimited, wire.CodeBusy, wire.CodeShuttingDown:
			return nil, &tryAgain{failed, milliseconds(message.RetryMs)}
		}
		return nil, failed
	default:
		return nil, &LoginError{"unsupported", "it answered " + answer.MessageType() + ", not welcome"}
	}
}

func encode(codec Codec, message wire.ClientMessage, id int) ([]byte, error) {
	text, err := wire.Write(message, id)
	if err != nil {
		return nil, err
	}
	return codec.Encode(text)
}

func decode(codec Codec, payload []byte) (wire.ServerMessage, Incoming, error) {
	text, err := codec.Decode(payload)
	if err != nil {
		return nil, Incoming{}, err
	}
	message, envelope, err := wire.Read(text)
	return message, Incoming{Message: message, Envelope: envelope, Raw: text}, err
}

// milliseconds is a wait that may be absent.
func milliseconds(number *int) time.Duration {
	if number == nil {
		return 0
	}
	return time.Duration(*number) * time.Millisecond
}

// sleep waits; it returns false at once when the context ends.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
