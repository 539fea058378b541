package assistant

import (
	"bufio"
	"encoding/json"
	"os"
	"time"

	"infoset.example/clients/go"
)

// Run plays the part of an assistant until the supervisor goes. What is printed to os.Stdout goes to the
// owner's log.
func Run(hooks Hooks) {
	out := os.Stdout
	os.Stdout = os.Stderr // which the supervisor passes on to the owner
	send := func(message any) {
		if text, err := json.Marshal(message); err == nil {
			_, _ = out.Write(append(text, '\n'))
		}
	}
	assistant := New(hooks, send, time.Now)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, infoset.MaxFrameBytes)
	for lines.Scan() {
		assistant.Take(lines.Bytes())
	}
}
