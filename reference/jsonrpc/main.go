// Program jsonrpc records which ids go-ethereum's JSON-RPC server echoes, over HTTP and WebSockets.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"net/http"

	"github.com/ethereum/go-ethereum/rpc"
	"github.com/gorilla/websocket"
)

type service struct{}

func (service) ChainId() string { return "0x1" }

type exchange struct {
	Port   string `json:"port"`
	Body   []byte `json:"body"`
	Answer []byte `json:"answer"`
}

func main() {
	bodies := []string{}
	for _, id := range []string{
		`1`, `0`, `-0`, `1.0`, `1.50`, `1e3`, `1E+3`, `9007199254740993`, `-9007199254740993`, `18446744073709551616`, `123456789012345678901234567890`, `1e999`,
		`""`, `"a"`, `"\u0041\/\n"`, `"<&>\u2028"`, "\"<&>\u2028\u00e9\"", `"\ud800"`, "\"\xff\"", `" a  b "`, `null`, `true`, `false`, `{}`, `{"a":1}`, `[]`, `[1]`,
	} {
		bodies = append(bodies, `{"jsonrpc":"2.0","id":`+id+`,"method":"eth_chainId","params":[]}`)
	}
	bodies = append(bodies,
		`{"jsonrpc":"2.0","id":1.0,"method":"eth_none"}`, `{"jsonrpc":"2.0","id":9007199254740993,"method":5}`, `{"jsonrpc":"2.0","id":9007199254740993}`, `{"jsonrpc":"1.0","id":1.0,"method":"eth_chainId"}`,
		`{"jsonrpc":"2.0","id": 1.0 ,"method":"eth_chainId"}`, `{"params":[],"method":"eth_chainId","jsonrpc":"2.0","id":1.0}`, `{"jsonrpc":"2.0","id":1,"id":2.0,"method":"eth_chainId"}`,
		`{"jsonrpc":"2.0","ID":1.0,"METHOD":"eth_chainId"}`, `{"jsonrpc":"2.0","\u0069d":1.0,"method":"eth_chainId"}`, `{"jsonrpc":"2.0","method":"eth_chainId","params":[],"x":{"id":7.0},"id":8.0}`,
		`[{"jsonrpc":"2.0","id":1.0,"method":"eth_chainId"},{"jsonrpc":"2.0","id":9007199254740993,"method":"eth_chainId"},{"jsonrpc":"2.0","id":"\u0041","method":"eth_none"},{"id":3.0},5,{"jsonrpc":"2.0","id":null,"method":"eth_chainId"}]`,
	)
	server := rpc.NewServer()
	check(server.RegisterName("eth", service{}))
	http1 := httptest.NewServer(server)
	ws := httptest.NewServer(server.WebsocketHandler([]string{"*"}))
	all := []exchange{}
	for _, body := range bodies {
		response, err := http.Post(http1.URL, "application/json", strings.NewReader(body))
		check(err)
		bz, err := io.ReadAll(response.Body)
		check(err)
		all = append(all, exchange{"http", []byte(body), bytes.TrimSuffix(bz, []byte("\n"))})
		socket, _, err := websocket.DefaultDialer.Dial(strings.Replace(ws.URL, "http", "ws", 1), nil)
		check(err)
		check(socket.WriteMessage(websocket.TextMessage, []byte(body)))
		check(socket.SetReadDeadline(time.Now().Add(time.Second)))
		_, bz, _ = socket.ReadMessage()
		all = append(all, exchange{"ws", []byte(body), bytes.TrimSuffix(bz, []byte("\n"))})
		socket.Close()
	}
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetIndent("", " ")
	check(encoder.Encode(map[string]any{"program": "reference/jsonrpc: go-ethereum " + os.Args[2], "exchanges": all}))
	check(os.WriteFile(os.Args[1], buffer.Bytes(), 0o644))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
