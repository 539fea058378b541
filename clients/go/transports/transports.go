// Package transports teaches infoset WebSocket and msgpack. Import it for that effect:
//
//	import _ "infoset/transports"
package transports

import "infoset"

func init() {
	infoset.RegisterTransport(openWebSocket, "ws", "wss")
	infoset.RegisterCodec("msgpack", msgpackCodec{})
}
