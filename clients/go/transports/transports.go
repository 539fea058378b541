// Package transports teaches infoset WebSocket and msgpack. Import it for that effect:
//
//	import _ "infoset.example/clients/go/transports"
package transports

import "infoset.example/clients/go"

func init() {
	infoset.RegisterTransport(openWebSocket, "ws", "wss")
	infoset.RegisterCodec("msgpack", msgpackCodec{})
}
