module infoset.example/clients/go

go 1.24

require (
	github.com/coder/websocket v1.8.15
	github.com/vmihailenco/msgpack/v5 v5.4.1
)

require github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
