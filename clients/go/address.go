package infoset

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// DefaultURL is where a server usually is.
const DefaultURL = "infoset://127.0.0.1:7421"

const webPath = "/v1"

// Address is where a server is and how to talk to it.
type Address struct {
	Scheme   string // infoset, infosets, ws, wss
	Host     string
	Port     int
	Path     string // of WebSocket
	TLS      bool
	Encoding string // json, msgpack
}

var schemes = map[string]Address{
	"infoset":  {Port: 7421},
	"infosets": {Port: 7421, TLS: true},
	"ws":       {Port: 80, Path: webPath},
	"wss":      {Port: 443, Path: webPath, TLS: true},
}

// ReadAddress reads an address: infoset:// and infosets:// (TLS) for TCP, ws:// and wss:// for WebSocket,
// with +msgpack behind the scheme for that encoding. An encoding that is not empty overrides the one in
// the scheme. The error is an *AddressError.
func ReadAddress(text, encoding string) (Address, error) {
	full := strings.TrimSpace(text)
	if !strings.Contains(full, "://") {
		full = "infoset://" + full
	}
	parts, err := url.Parse(full)
	if err != nil {
		return Address{}, &AddressError{err.Error()}
	}
	scheme, suffix, _ := strings.Cut(parts.Scheme, "+")
	address, isKnown := schemes[scheme]
	if !isKnown {
		return Address{}, &AddressError{text + ": expected infoset://, infosets://, ws:// or wss://"}
	}
	if parts.Hostname() == "" || parts.User != nil || parts.RawQuery != "" || parts.Fragment != "" {
		return Address{}, &AddressError{text + ": expected only a host, a port and a path"}
	}
	address.Scheme, address.Host, address.Encoding = scheme, parts.Hostname(), "json"
	if parts.Port() != "" {
		if address.Port, err = strconv.Atoi(parts.Port()); err != nil || address.Port > 65535 {
			return Address{}, &AddressError{text + ": the port must be a number from 1 to 65535"}
		}
	}
	if address.Path != "" && strings.Trim(parts.Path, "/") != "" {
		address.Path = parts.Path
	}
	for _, chosen := range []string{suffix, encoding} {
		if chosen != "" {
			address.Encoding = chosen
		}
	}
	if address.Encoding != "json" && address.Encoding != "msgpack" {
		return Address{}, &AddressError{fmt.Sprintf("%s: unknown encoding %s", text, address.Encoding)}
	}
	return address, nil
}

// HostPort is what a dialer wants to have.
func (a Address) HostPort() string { return net.JoinHostPort(a.Host, strconv.Itoa(a.Port)) }

// dialled is what was dialled, as a key signs it, whatever it goes over.
func (a Address) dialled() string {
	scheme := "infoset"
	if a.TLS {
		scheme = "infosets"
	}
	return scheme + "://" + strings.ToLower(a.HostPort())
}

// String is the address in writing, without the encoding.
func (a Address) String() string { return a.Scheme + "://" + a.HostPort() + a.Path }

// CanCarryToken tells whether a secret may go this way: under TLS, or without leaving this machine.
func (a Address) CanCarryToken() bool {
	ip := net.ParseIP(a.Host)
	return a.TLS || a.Host == "localhost" || (ip != nil && ip.IsLoopback())
}
