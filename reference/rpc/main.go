// Asks a go-ethereum node and writes down what it answers: go run . FILE
package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// What was done with the node, in order: a transaction was sent, a block was made, a request was answered, or a subscription had an event.
type step struct {
	Send   string            `json:"send,omitempty"`
	Mine   bool              `json:"mine,omitempty"`
	Method string            `json:"method,omitempty"`
	Params []json.RawMessage `json:"params,omitempty"`
	// Over plain HTTP, where there are no subscriptions.
	HTTP   bool    `json:"http,omitempty"`
	Answer *answer `json:"answer,omitempty"`
	// Events of a subscription since the last step of the kind.
	Subscription string            `json:"subscription,omitempty"`
	Events       []json.RawMessage `json:"events,omitempty"`
}

type recording struct {
	Program string            `json:"program"`
	Command string            `json:"command"`
	Genesis any               `json:"genesis"`
	Stories map[string][]step `json:"stories"`
	// The Go types of the arguments of each method.
	Arguments map[string][]string `json:"arguments"`
	TypedData []typedCase         `json:"typedData"`
}

func main() {
	stories := map[string][]step{}
	var types map[string][]string
	for name, tell := range map[string]func(*story){"calls": calls, "pending": pending, "subscriptions": subscriptions, "arguments": arguments} {
		s := &story{geth: start()}
		tell(s)
		stories[name] = s.steps
		types = signatures(s.apis)
		check(s.stack.Close())
	}
	file := must(os.Create(os.Args[1]))
	packed := must(gzip.NewWriterLevel(file, gzip.BestCompression))
	encoder := json.NewEncoder(packed)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(recording{
		Program:   "go-ethereum " + version() + ", reference/rpc",
		Command:   "go run . ../../fixtures/evm/rpc.json.gz",
		Genesis:   genesis(),
		Stories:   stories,
		Arguments: types,
		TypedData: typedCases(),
	}))
	check(packed.Close())
	check(file.Close())
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "github.com/ethereum/go-ethereum" {
			return module.Version
		}
	}
	panic("no version of go-ethereum")
}

type story struct {
	*geth
	steps []step
}

// Asks for each line: the name of a method and its arguments as a JSON list.
func (s *story) ask(lines string) {
	for line := range strings.Lines(lines) {
		name, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" {
			continue
		}
		var params []json.RawMessage
		if err := json.Unmarshal([]byte("["+args+"]"), &params); err != nil {
			panic(fmt.Sprint(line, err))
		}
		given := ask(s.client, name, params)
		s.steps = append(s.steps, step{Method: name, Params: params, Answer: &given})
	}
}
