package main

import (
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// bodies are JSON-RPC messages with ids of all kinds, and those that are none.
var bodies = append(withIDs(
	`1`, `0`, `-0`, `1.0`, `1.9`, `-1.9`, `0.5`, `1e3`, `1E3`, `1e-3`, `9007199254740991`, `9007199254740993`, `-9007199254740993`,
	`999999999999999999`, `9223372036854774784`, `9223372036854775807`, `9223372036854775808`, `18446744073709551615`, `1e21`, `1e300`, `-1e300`, `1e308`, `1e309`, `-1e999`,
	`""`, `"a"`, `"1"`, `"\u0041\/\n\t\u0001\""`, `"<&>\u2028\u007f"`, `"\ud83d\ude00"`, `"\ud800"`, "\"\u00e9\u2028\U0001f600\"", "\"\xff\xe2\x82\"",
	`null`, `true`, `{}`, `{"a":[1,"x"]}`, `[]`, `[1]`, `01`, `1.`, `+1`, `.5`,
),
	``, ` `, `5`, `"x"`, `null`, `true`, `{`, `[`, `[]`, `[[]]`, `[5]`, `[null]`, `{}`, `{"id":1}`, `{"id":1,"method":5}`, `{"id":1,"method":null}`, `{"method":"health"}`,
	`{"jsonrpc":"1.0","id":1,"method":"health"}`, `{"jsonrpc":5,"id":1,"method":"health"}`, `{"ID":1,"Method":"health"}`, `{"id":1,"id":2,"method":"health"}`,
	`{"id":1,"method":"health","x":1}`, `{"id":1,"method":"health"}x`, `{"id":1,"method":"health"}{"id":2,"method":"health"}`, `{"id":1,"method":"health","params":null}`,
	`{"id":1,"method":"health","params":[]}`, `{"id":1,"method":"health","params":5}`, `{"id":"<","method":"none"}`, `{"id":1e300,"method":"none"}`,
	`[{"id":1,"method":"health"},{"id":"a","method":"health"},{"method":"health"}]`, `[{"id":1,"method":"health"}]`, `[{"id":true,"method":"health"},{"id":2,"method":"health"}]`,
	`[{"id":1,"method":"none"},{"id":1.5,"method":"health"}]`, "\ufeff"+`{"id":1,"method":"health"}`,
)

func withIDs(ids ...string) (all []string) {
	for _, id := range ids {
		all = append(all, `{"jsonrpc":"2.0","id":`+id+`,"method":"health"}`)
	}
	return all
}

type exchange struct {
	Port   string `json:"port"`
	Body   []byte `json:"body"`
	Status int    `json:"status,omitempty"`
	Answer string `json:"answer"`
	Closed bool   `json:"closed,omitempty"`
}

// exchanges are what the node's RPC answers to them, over HTTP and over a WebSocket.
func exchanges(rpc string) (all []exchange) {
	for _, body := range bodies {
		status, text := fetch(rpc, body)
		if strings.HasPrefix(text, "<html>") {
			text = "<html>"
		}
		all = append(all, exchange{Port: "http", Body: []byte(body), Status: status, Answer: text})
	}
	for _, body := range bodies {
		socket, _, err := websocket.DefaultDialer.Dial(strings.Replace(rpc, "http", "ws", 1)+"/websocket", nil)
		check(err)
		check(socket.WriteMessage(websocket.TextMessage, []byte(body)))
		check(socket.SetReadDeadline(time.Now().Add(700 * time.Millisecond)))
		one := exchange{Port: "ws", Body: []byte(body)}
		_, bz, err := socket.ReadMessage()
		one.Answer = string(bz)
		if err != nil {
			_, one.Closed = err.(*websocket.CloseError)
		}
		all = append(all, one)
		socket.Close()
	}
	return all
}

func fetch(url, body string) (int, string) {
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	check(err)
	return read(response)
}

func get(url string) (int, string) {
	response, err := http.Get(url)
	check(err)
	return read(response)
}

func read(response *http.Response) (int, string) {
	defer response.Body.Close()
	bz, err := io.ReadAll(response.Body)
	check(err)
	return response.StatusCode, strings.TrimSuffix(string(bz), "\n")
}
