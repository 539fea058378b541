package infoset

import (
	"os"
	"sync"
)

const maxLogBytes = 5 << 20 // of one file; the one before it is kept beside it as FILE.1

// LogFile is a log on this machine that does not grow without bound. A disk that is full stops no match.
type LogFile struct {
	name  string
	mutex sync.Mutex
	file  *os.File
	bytes int
}

// NewLogFile appends to a file. The error says why it cannot be opened.
func NewLogFile(name string) (*LogFile, error) {
	log := &LogFile{name: name}
	return log, log.open()
}

func (l *LogFile) open() error {
	file, err := os.OpenFile(l.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	l.file, l.bytes = file, 0
	if info, err := file.Stat(); err == nil {
		l.bytes = int(info.Size())
	}
	return nil
}

// Write appends. It never fails: what cannot be logged is shown on stderr all the same.
func (l *LogFile) Write(text []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.bytes+len(text) > maxLogBytes {
		l.file.Close()
		if os.Rename(l.name, l.name+".1") != nil || l.open() != nil {
			l.bytes = 0
		}
	}
	n, _ := l.file.Write(text)
	l.bytes += n
	return len(text), nil
}
