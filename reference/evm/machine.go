package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/big"
	"sort"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// A fork with the state that every case begins with.
type machine struct {
	fork   int
	config *params.ChainConfig
	rules  params.Rules
	db     state.Database
	root   common.Hash
}

func newMachine(fork int) *machine {
	m := &machine{fork: fork, config: configOf(fork), db: state.NewDatabaseForTesting()}
	m.rules = m.config.Rules(big.NewInt(blockNumber), fork >= paris, blockTime)
	start := must(state.New(types.EmptyRootHash, m.db))
	for address, account := range world() {
		fill(start, address, account)
	}
	m.root = must(start.Commit(m.rules, 0))
	return m
}

func fill(db *state.StateDB, address common.Address, account account) {
	if !db.Exist(address) {
		db.CreateAccount(address)
	}
	db.SetNonce(address, account.Nonce, tracing.NonceChangeUnspecified)
	db.SetBalance(address, uint256.NewInt(account.Balance), tracing.BalanceChangeUnspecified)
	if len(account.Code) > 0 {
		db.SetCode(address, account.Code, tracing.CodeChangeUnspecified)
	}
	for slot, value := range account.Storage {
		db.SetState(address, common.HexToHash("0x"+pad(slot)), common.HexToHash("0x"+pad(value)))
	}
}

func pad(digits string) string { return strings.Repeat("0", 64-len(digits)) + digits }

// What geth makes of a case. Members that say nothing are left out.
type result struct {
	// The message is not let in, for this reason.
	Refused string `json:"refused,omitempty"`
	// What stopped the code.
	Error string `json:"error,omitempty"`
	Used  uint64 `json:"used,omitempty"`
	// Gas before the refund, where there is one.
	Peak uint64 `json:"peak,omitempty"`
	// What is to be refunded, before the cap.
	Refund uint64 `json:"refund,omitempty"`
	// Hex, or length and start of the hash where it is long.
	Out  string  `json:"out,omitempty"`
	Logs []entry `json:"logs,omitempty"`
	// Accounts that are other than before, beside the sender's nonce and the fee. Null: it is gone.
	State map[string]*change `json:"state,omitempty"`
	// Start of the hash of what a tracer is told.
	Trace string `json:"trace,omitempty"`
}

type entry struct {
	Address string   `json:"address"`
	Topics  []string `json:"topics,omitempty"`
	Data    string   `json:"data,omitempty"`
}

type change struct {
	Created bool              `json:"created,omitempty"`
	Nonce   *uint64           `json:"nonce,omitempty,string"`
	Balance string            `json:"balance,omitempty"`
	Code    *string           `json:"code,omitempty"`
	Storage map[string]string `json:"storage,omitempty"`
}

// Remembers what was touched.
type recorder struct {
	vm.StateDB
	addresses map[common.Address]bool
	slots     map[common.Address]map[common.Hash]bool
	logs      []*types.Log
	refund    uint64
}

func (r *recorder) CreateAccount(a common.Address) {
	r.addresses[a] = true
	r.StateDB.CreateAccount(a)
}

func (r *recorder) CreateContract(a common.Address) {
	r.addresses[a] = true
	r.StateDB.CreateContract(a)
}

func (r *recorder) SubBalance(a common.Address, n *uint256.Int, why tracing.BalanceChangeReason) uint256.Int {
	r.addresses[a] = true
	return r.StateDB.SubBalance(a, n, why)
}

func (r *recorder) AddBalance(a common.Address, n *uint256.Int, why tracing.BalanceChangeReason) uint256.Int {
	r.addresses[a] = true
	return r.StateDB.AddBalance(a, n, why)
}

func (r *recorder) SetNonce(a common.Address, n uint64, why tracing.NonceChangeReason) {
	r.addresses[a] = true
	r.StateDB.SetNonce(a, n, why)
}

func (r *recorder) SetCode(a common.Address, code []byte, why tracing.CodeChangeReason) []byte {
	r.addresses[a] = true
	return r.StateDB.SetCode(a, code, why)
}

func (r *recorder) SelfDestruct(a common.Address) {
	r.addresses[a] = true
	r.StateDB.SelfDestruct(a)
}

func (r *recorder) SetState(a common.Address, slot, value common.Hash) common.Hash {
	r.addresses[a] = true
	if r.slots[a] == nil {
		r.slots[a] = map[common.Hash]bool{}
	}
	r.slots[a][slot] = true
	return r.StateDB.SetState(a, slot, value)
}

func (r *recorder) GetRefund() uint64 {
	r.refund = r.StateDB.GetRefund()
	return r.refund
}

// Runs the case with this limit of gas, in both of geth's loops.
func (m *machine) run(c *testCase, gas uint64) (quick result, needed uint64) {
	quick, needed = m.runWith(c, gas, nil)
	trace := newTrace()
	traced, _ := m.runWith(c, gas, trace)
	defer func() { quick.Trace = trace.sum() }()
	if !bytes.Equal(encode(quick), encode(traced)) {
		panic(fmt.Sprintf("geth's loops differ: %s %s %s\n%s\n%s", forkNames[m.fork], c.group, c.name, encode(quick), encode(traced)))
	}
	return quick, needed
}

// The second result is the gas before refunds.
func (m *machine) runWith(c *testCase, gas uint64, trace *trace) (result, uint64) {
	db := must(state.New(m.root, m.db))
	for address, account := range c.accounts() {
		fill(db, address, account)
	}
	// Hashes storage as well: what came before the message is over.
	db.IntermediateRoot(m.rules)
	before := db.Copy()
	r := &recorder{StateDB: db, addresses: map[common.Address]bool{}, slots: map[common.Address]map[common.Hash]bool{}}

	context := vm.BlockContext{
		CanTransfer: core.CanTransfer,
		Transfer:    core.Transfer,
		GetHash:     blockHash,
		Coinbase:    coinbase,
		BlockNumber: big.NewInt(blockNumber),
		Time:        blockTime,
		Difficulty:  difficulty,
		GasLimit:    blockGas,
		BaseFee:     big.NewInt(baseFee),
		BlobBaseFee: big.NewInt(blobBaseFee),
	}
	if m.fork >= paris {
		context.Difficulty = new(big.Int)
		context.Random = &random
	}
	message := &core.Message{
		From: sender, Nonce: 7, Value: uint256.NewInt(c.value), GasLimit: gas, Data: c.input(),
		GasPrice: uint256.NewInt(gasPrice), GasFeeCap: uint256.NewInt(gasPrice), GasTipCap: uint256.NewInt(gasPrice),
		AccessList: c.accessList, BlobHashes: c.blobs, SetCodeAuthorizations: c.auths,
	}
	if m.fork >= london {
		message.GasTipCap = uint256.NewInt(gasPrice - baseFee)
	}
	if c.blobs != nil {
		message.BlobGasFeeCap = uint256.NewInt(blobBaseFee)
	}
	if !c.create {
		to := c.recipient()
		message.To = &to
	}
	config := vm.Config{}
	if trace != nil {
		config.Tracer = trace.hooks(r)
	}
	evm := vm.NewEVM(context, r, m.config, config)
	done, err := core.ApplyMessage(evm, message, nil)
	if err != nil {
		return result{Refused: err.Error()}, 0
	}
	logs := db.Logs()
	db.Finalise(m.rules)

	out := result{Used: done.UsedGas, Refund: r.refund, Out: c.output(done.Return())}
	if done.Err != nil {
		out.Out = c.output(done.Revert())
		out.Error = done.Err.Error()
	}
	if done.MaxUsedGas != done.UsedGas {
		out.Peak = done.MaxUsedGas
	}
	for _, log := range logs {
		e := entry{Address: name(log.Address), Data: hex.EncodeToString(log.Data)}
		for _, topic := range log.Topics {
			e.Topics = append(e.Topics, short(topic))
		}
		out.Logs = append(out.Logs, e)
	}
	out.State = r.changes(before, db, m.feeOf(c, done.UsedGas))
	return out, done.MaxUsedGas
}

// What the sender pays and what of it the coinbase gets.
type fee struct{ paid, earned *uint256.Int }

func (m *machine) feeOf(c *testCase, used uint64) fee {
	tip := uint64(gasPrice)
	if m.fork >= london {
		tip -= baseFee
	}
	blobs := uint64(len(c.blobs)) * params.BlobTxBlobGasPerBlob * blobBaseFee
	return fee{uint256.NewInt(used*gasPrice + blobs), uint256.NewInt(used * tip)}
}

func (r *recorder) changes(before, after *state.StateDB, fee fee) map[string]*change {
	changes := map[string]*change{}
	for address := range r.addresses {
		was, is := before.Exist(address), after.Exist(address)
		if !is {
			if was {
				changes[name(address)] = nil
			}
			continue
		}
		c := &change{Created: !was}
		nonce, balance := before.GetNonce(address), before.GetBalance(address).Clone()
		if address == sender {
			nonce++
			balance.Sub(balance, fee.paid)
		} else if address == coinbase {
			balance.Add(balance, fee.earned)
		}
		if n := after.GetNonce(address); n != nonce {
			c.Nonce = &n
		}
		if b := after.GetBalance(address); b.Cmp(balance) != 0 {
			c.Balance = b.Dec()
		}
		if code := after.GetCode(address); !bytes.Equal(code, before.GetCode(address)) {
			text := brief(code)
			c.Code = &text
		}
		for slot := range r.slots[address] {
			if value := after.GetState(address, slot); value != before.GetState(address, slot) {
				if c.Storage == nil {
					c.Storage = map[string]string{}
				}
				c.Storage[short(slot)] = short(value)
			}
		}
		if c.Created || c.Nonce != nil || c.Balance != "" || c.Code != nil || c.Storage != nil {
			changes[name(address)] = c
		}
	}
	return changes
}

func name(address common.Address) string { return hex.EncodeToString(address[:]) }

func short(word common.Hash) string {
	return new(big.Int).SetBytes(word[:]).Text(16)
}

// Longer ones are told by their length and the start of their hash.
const longest = 1024

func brief(content []byte) string {
	if len(content) <= longest {
		return hex.EncodeToString(content)
	}
	return fmt.Sprintf("#%d:%x", len(content), crypto.Keccak256(content)[:8])
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
