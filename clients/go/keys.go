package infoset

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"strings"
)

type fileKey struct{ key ed25519.PrivateKey }

func (k fileKey) Public() string {
	return base64.RawURLEncoding.EncodeToString(k.key.Public().(ed25519.PublicKey))
}

func (k fileKey) Sign(text string) string {
	return base64.RawURLEncoding.EncodeToString(ed25519.Sign(k.key, []byte(text)))
}

// LoadKey reads the key in a PEM file, as `infoset token key` writes it. The error is a *CommandError.
func LoadKey(file string) (LoginKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, &CommandError{fmt.Sprintf("key file %s: %v", file, err)}
	}
	if block, _ := pem.Decode(text); block != nil {
		if parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			if key, isEd25519 := parsed.(ed25519.PrivateKey); isEd25519 {
				return fileKey{key}, nil
			}
		}
	}
	return nil, &CommandError{fmt.Sprintf("key file %s: expected an ed25519 key in PEM form, without a password", file)}
}

// LoadRoots are the system's authorities, and the certificates in a PEM file. The error is a *CommandError.
func LoadRoots(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, &CommandError{fmt.Sprintf("certificate file %s: %v", file, err)}
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool() // a system without any
	}
	if !roots.AppendCertsFromPEM(text) {
		return nil, &CommandError{fmt.Sprintf("certificate file %s: expected certificates in PEM form", file)}
	}
	return roots, nil
}

// LoadToken reads the secret in a file that holds nothing else. The error is a *CommandError.
func LoadToken(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", &CommandError{fmt.Sprintf("token file %s: %v", file, err)}
	}
	token := strings.TrimSpace(string(text))
	if token == "" || len(strings.Fields(token)) != 1 {
		return "", &CommandError{fmt.Sprintf("token file %s: expected one token and nothing else", file)}
	}
	return token, nil
}
