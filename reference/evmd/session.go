package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmttypes "github.com/cometbft/cometbft/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"
)

// Session is what a node was asked, in order, with its answers and its blocks.
type Session struct {
	*Node
	// names of what was answered, for parameters "@name".
	names map[string]any
	// sent are transactions of an account that no block has yet.
	sent map[*Account]uint64
	// kept are transactions for later, by name.
	kept   map[string]*ethtypes.Transaction
	id     int
	socket *websocket.Conn
	heard  chan json.RawMessage
}

// Ask is a request; its result can be named.
type Ask struct {
	method string
	params []any
	as     string
}

type args = []any

// Answer is a result or an error.
type Answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

type Asked struct {
	Id     int    `json:"id"`
	Method string `json:"method"`
	Params any    `json:"params,omitempty"`
	// Name is that of what was sent, or of the result.
	Name   string `json:"name,omitempty"`
	Answer Answer `json:"answer"`
}

// Made is a block.
type Made struct {
	Height   int64           `json:"height"`
	Time     string          `json:"time"`
	Proposer string          `json:"proposer"`
	Hash     string          `json:"hash"`
	AppHash  string          `json:"appHash"`
	Size     int             `json:"size"`
	Header   json.RawMessage `json:"header"`
	Txs      []Tx            `json:"txs,omitempty"`
	Events   []Event         `json:"events"`
}

// recorded runs a session to its end.
func recorded(tell func(*Session)) *Chain {
	ctx, stop := context.WithCancel(context.Background())
	g, ctx := errgroup.WithContext(ctx)
	s := &Session{Node: startNode(ctx, g, alice, bob), names: map[string]any{}, sent: map[*Account]uint64{}, kept: map[string]*ethtypes.Transaction{}}
	tell(s)
	stop()
	// The engine still waits for a turn, and ends with the process.
	s.end = func() { check(os.RemoveAll(s.home)) }
	return s.Chain
}

func (s *Session) note(kind string, value any) {
	s.lines = append(s.lines, map[string]any{kind: value})
}

// put replaces names in parameters by what they stand for.
func (s *Session) put(value any) any {
	switch one := value.(type) {
	case string:
		if name, ok := strings.CutPrefix(one, "@"); ok {
			found, ok := s.names[name]
			if !ok {
				panic("no " + one)
			}
			return found
		}
	case args:
		all := make(args, len(one))
		for i, each := range one {
			all[i] = s.put(each)
		}
		return all
	case fields:
		all := fields{}
		for key, each := range one {
			all[key] = s.put(each)
		}
		return all
	}
	return value
}

type fields = map[string]any

// post sends a body and gives the status and the body of the answer.
func post(url string, body []byte) (int, []byte) {
	response := must(http.Post(url, "application/json", bytes.NewReader(body)))
	defer response.Body.Close()
	return response.StatusCode, []byte(plain(string(must(io.ReadAll(response.Body)))))
}

func jsonOf(value any) []byte {
	buffer := &bytes.Buffer{}
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	return bytes.TrimSpace(buffer.Bytes())
}

// ask sends a request and writes down its answer.
func (s *Session) ask(method string, params any, name string) Answer {
	s.id++
	request := fields{"jsonrpc": "2.0", "id": s.id, "method": method}
	if params != nil {
		params = s.put(params)
		request["params"] = params
	}
	_, body := post(s.url, jsonOf(request))
	answer := Answer{}
	check(json.Unmarshal(body, &answer))
	s.note("asked", Asked{Id: s.id, Method: method, Params: params, Name: name, Answer: answer})
	if name != "" && answer.Result != nil {
		var value any
		check(json.Unmarshal(answer.Result, &value))
		s.names[name] = value
	}
	return answer
}

func (s *Session) all(asks []Ask) {
	for _, one := range asks {
		var params any
		if one.params != nil {
			params = one.params
		}
		s.ask(one.method, params, one.as)
	}
}

// each asks one method with several lists of parameters.
func (s *Session) each(method string, lists ...args) {
	for _, one := range lists {
		s.ask(method, one, "")
	}
}

// body sends text that may be no request, and writes down the whole answer.
func (s *Session) body(text string) {
	status, body := post(s.url, []byte(text))
	s.note("body", fields{"sent": text, "status": status, "answer": string(body)})
}

// cometAsk is a request to the RPC of CometBFT.
func (s *Session) cometAsk(method string, params fields) {
	params = s.put(params).(fields)
	_, body := post(s.rpc, jsonOf(fields{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
	answer := Answer{}
	check(json.Unmarshal(body, &answer))
	s.note("comet", fields{"method": method, "params": params, "answer": answer})
}

// nonceOf is that of the next transaction of an account.
func (s *Session) nonceOf(a *Account) uint64 { return s.next(a) + s.sent[a] }

// sign is an Ethereum transaction of any type.
func sign(a *Account, data ethtypes.TxData) *ethtypes.Transaction {
	return must(ethtypes.SignNewTx(must(a.key.ToECDSA()), signer, data))
}

func raw(tx *ethtypes.Transaction) hexutil.Bytes { return must(tx.MarshalBinary()) }

// send gives the node a transaction and names its hash.
func (s *Session) send(name string, a *Account, data ethtypes.TxData) Answer {
	answer := s.ask("eth_sendRawTransaction", args{raw(sign(a, data))}, name)
	if answer.Error != nil {
		panic(name + ": " + string(answer.Error))
	}
	s.sent[a]++
	return answer
}

func (s *Session) later(name string, tx *ethtypes.Transaction) { s.kept[name] = tx }

func sorted[T any](by map[string]T) []string { return slices.Sorted(maps.Keys(by)) }

// type2 is a transaction with the next nonce.
func (s *Session) type2(a *Account, to *common.Address, value int64, gas uint64, input []byte) *ethtypes.DynamicFeeTx {
	return &ethtypes.DynamicFeeTx{
		ChainID: wei(evmChainID), Nonce: s.nonceOf(a), GasTipCap: gwei(1), GasFeeCap: gwei(10), Gas: gas, To: to, Value: wei(value), Data: input,
	}
}

// cosmosly gives the node a transaction with Cosmos messages.
func (s *Session) cosmosly(name string, a *Account, msgs ...sdk.Msg) {
	tx := s.cosmos(a, s.sent[a], 200_000, msgs...)
	result := must(s.comet.BroadcastTxSync(context.Background(), tx))
	s.names[name] = strings.ToUpper(fmt.Sprintf("%x", cmttypes.Tx(tx).Hash()))
	s.note("cosmos", fields{"name": name, "tx": base(tx), "code": result.Code, "codespace": result.Codespace, "log": plain(result.Log)})
	if result.Code == 0 {
		s.sent[a]++
	}
}

// mine makes a block of what the pool has, and waits until all parts of the node know it.
func (s *Session) mine() {
	ctx := context.Background()
	s.turns <- struct{}{}
	made := (<-s.blocks).Data.(cmttypes.EventDataNewBlock).Block
	s.height, s.time = made.Height, made.Time
	found := must(s.comet.Block(ctx, &made.Height))
	results := must(s.comet.BlockResults(ctx, &made.Height))
	block := Made{
		Height: made.Height, Time: made.Time.Format(time.RFC3339Nano), Proposer: base(made.ProposerAddress), Hash: base(made.Hash()),
		AppHash: base(s.LastCommitID().Hash), Size: made.Size(), Header: must(cmtjson.Marshal(found.Block.Header)), Events: eventsOf(results.FinalizeBlockEvents),
	}
	for i, result := range results.TxsResults {
		tx := Tx{
			Tx: base(made.Txs[i]), Code: result.Code, Codespace: result.Codespace, Wanted: result.GasWanted, Used: result.GasUsed,
			Data: base(result.Data), Events: eventsOf(result.Events),
		}
		if result.Code != 0 {
			tx.Log = plain(result.Log)
		}
		block.Txs = append(block.Txs, tx)
	}
	s.note("block", block)
	s.names[fmt.Sprint("block ", made.Height)] = common.BytesToHash(made.Hash())
	s.sent = map[*Account]uint64{}
	for _, tx := range made.Txs {
		for _, err := s.comet.Tx(ctx, tx.Hash(), false); err != nil; _, err = s.comet.Tx(ctx, tx.Hash(), false) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	s.pool.Select(must(s.CreateQueryContext(made.Height, false)).WithBlockHeight(made.Height+1), nil)
	time.Sleep(100 * time.Millisecond)
}

// open connects to the server of subscriptions.
func (s *Session) open() {
	for range 50 {
		if connection, _, err := websocket.DefaultDialer.Dial(s.ws, nil); err == nil {
			s.socket, s.heard = connection, make(chan json.RawMessage, 1000)
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	go func() {
		for {
			_, message, err := s.socket.ReadMessage()
			if err != nil {
				close(s.heard)
				return
			}
			s.heard <- message
		}
	}()
}

// say sends a message over the socket and writes down what comes next; the result can be named.
func (s *Session) say(method string, params any, name string) {
	s.id++
	request := fields{"jsonrpc": "2.0", "id": s.id, "method": method}
	if params != nil {
		request["params"] = s.put(params)
	}
	s.whisper(string(jsonOf(request)), name)
}

func (s *Session) whisper(text string, name string) {
	check(s.socket.WriteMessage(websocket.TextMessage, []byte(text)))
	var heard json.RawMessage
	select {
	case heard = <-s.heard:
	case <-time.After(2 * time.Second):
	}
	s.note("said", fields{"sent": text, "name": name, "answer": json.RawMessage(plain(string(heard)))})
	if name != "" {
		answer := struct{ Result any }{}
		check(json.Unmarshal(heard, &answer))
		s.names[name] = answer.Result
	}
}

// listen writes down what subscriptions told since.
func (s *Session) listen() {
	heard := []json.RawMessage{}
	for {
		select {
		case one := <-s.heard:
			heard = append(heard, one)
			continue
		case <-time.After(300 * time.Millisecond):
		}
		break
	}
	s.note("heard", heard)
}
