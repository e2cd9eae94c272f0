// Program texts records how Go reads and writes texts where JavaScript does otherwise: amounts in the messages of contracts,
// texts that are not UTF-8 in transactions, and the ids of JSON-RPC requests. It starts a wasmd node in process.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/CosmWasm/wasmd/app"
	"github.com/cosmos/cosmos-sdk/testutil/network"
)

const program = "reference/texts: wasmd v0.61.14, cosmos-sdk v0.53.6, cometbft v0.38.21, cosmossdk.io/math v1.5.3"

type logger struct{}

func (logger) Log(args ...any)                 { fmt.Fprintln(os.Stderr, args...) }
func (logger) Logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func main() {
	out := os.Args[1]
	write(filepath.Join(out, "amounts.json"), map[string]any{"program": program, "messages": encodeAll(), "read": decodeAll()})
	write(filepath.Join(out, "strings.json"), functions())
	cfg := network.DefaultConfig(app.NewTestNetworkFixture)
	cfg.NumValidators = 1
	cfg.TimeoutCommit = 300 * time.Millisecond
	cfg.MinGasPrices = "0stake"
	dir, err := os.MkdirTemp("", "texts")
	check(err)
	n, err := network.New(logger{}, dir, cfg)
	check(err)
	defer n.Cleanup()
	_, err = n.WaitForHeight(2)
	check(err)
	rpc := strings.Replace(n.Validators[0].RPCAddress, "tcp", "http", 1)
	_, params := get(n.Validators[0].APIAddress + "/cosmwasm/wasm/v1/codes/params")
	write(filepath.Join(out, "accounts.json"), accounts(cfg.Codec, cfg.TxConfig, params))
	write(filepath.Join(out, "rpc.json"), map[string]any{"program": program, "exchanges": exchanges(rpc)})
	write(filepath.Join(out, "heights.json"), map[string]any{"program": program, "heights": heights(n)})
	write(filepath.Join(out, "utf8.json"), map[string]any{"program": program, "transactions": transactions(n), "decoder": verdicts(n)})
}

func write(path string, value any) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	check(encoder.Encode(value))
	check(os.MkdirAll(filepath.Dir(path), 0o755))
	check(os.WriteFile(path, buffer.Bytes(), 0o644))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
