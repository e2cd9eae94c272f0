// Runs transactions through go-ethereum's tracers and writes what they say: go run . FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth/tracers"
	"github.com/ethereum/go-ethereum/eth/tracers/logger"
	_ "github.com/ethereum/go-ethereum/eth/tracers/native"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/tests"
	"github.com/holiman/uint256"
)

const (
	chainID   = 1337
	gasLimit  = 1 << 50
	baseFee   = 7
	gasPrice  = 9
	beginning = 1_700_000_000
)

// recorded are the forks whose files are written; the others say nothing new.
var recorded = []string{"chainstart", "homestead", "tangerineWhistle", "byzantium", "istanbul", "berlin", "shanghai", "cancun", "prague", "osaka"}

var forks = []string{"chainstart", "homestead", "tangerineWhistle", "spuriousDragon", "byzantium", "istanbul", "berlin",
	"london", "shanghai", "cancun", "prague", "osaka"}

// Keys of the accounts that sign; the first sends everything.
var keys []*ecdsa.PrivateKey
var accounts []common.Address

func init() {
	for i := range 4 {
		key, err := crypto.ToECDSA(crypto.Keccak256([]byte{byte(i)}))
		if err != nil {
			panic(err)
		}
		keys = append(keys, key)
		accounts = append(accounts, crypto.PubkeyToAddress(key.PublicKey))
	}
}

// How each tracer is asked; the second list is for one fork only, or the files were too large.
var (
	asked = []string{
		`{"tracer":"callTracer","tracerConfig":{"withLog":true}}`,
		`{"tracer":"flatCallTracer","tracerConfig":{"convertParityErrors":true}}`,
		`{"tracer":"prestateTracer","tracerConfig":{"diffMode":true}}`,
		`{"tracer":"muxTracer","tracerConfig":{"prestateTracer":{"includeEmpty":true},"4byteTracer":null,"keccak256PreimageTracer":{}}}`,
		`{}`,
	}
	askedMore = []string{
		`{"tracer":"callTracer"}`,
		`{"tracer":"callTracer","tracerConfig":{"onlyTopCall":true}}`,
		`{"tracer":"callTracer","tracerConfig":{"onlyTopCall":true,"withLog":true}}`,
		`{"tracer":"flatCallTracer"}`,
		`{"tracer":"flatCallTracer","tracerConfig":{"includePrecompiles":true}}`,
		`{"tracer":"prestateTracer"}`,
		`{"tracer":"prestateTracer","tracerConfig":{"disableCode":true}}`,
		`{"tracer":"prestateTracer","tracerConfig":{"disableStorage":true}}`,
		`{"tracer":"prestateTracer","tracerConfig":{"diffMode":true,"disableCode":true}}`,
		`{"tracer":"prestateTracer","tracerConfig":{"diffMode":true,"disableStorage":true}}`,
		`{"tracer":"4byteTracer"}`,
		`{"tracer":"noopTracer"}`,
		`{"tracer":"erc7562Tracer"}`,
		`{"tracer":"erc7562Tracer","tracerConfig":{"withLog":true,"ignoredOpcodes":["0x0","0x60"]}}`,
		`{"tracer":"muxTracer","tracerConfig":{"muxTracer":{"callTracer":{"withLog":true}},"noopTracer":{}}}`,
		`{"enableMemory":true,"enableReturnData":true}`,
		`{"disableStack":true,"disableStorage":true}`,
		`{"limit":700}`,
		`standard`,
	}
)

var everyOpcode = []string{`{}`, `{"enableMemory":true,"enableReturnData":true}`, `{"disableStack":true,"disableStorage":true}`, `standard`}

type block struct {
	Story  string           `json:"story"`
	Number uint64           `json:"number"`
	Time   uint64           `json:"time"`
	Txs    []hexutil.Bytes  `json:"txs"`
	Traces map[string][]any `json:"traces"`
}

func rulesOf(fork string) *params.ChainConfig {
	index := slices.Index(forks, fork)
	config := &params.ChainConfig{ChainID: big.NewInt(chainID)}
	zero, start := new(big.Int), uint64(0)
	set := map[string]func(){
		"homestead":        func() { config.HomesteadBlock = zero },
		"tangerineWhistle": func() { config.EIP150Block = zero },
		"spuriousDragon":   func() { config.EIP155Block, config.EIP158Block = zero, zero },
		"byzantium":        func() { config.ByzantiumBlock = zero },
		"istanbul": func() {
			config.ConstantinopleBlock, config.PetersburgBlock, config.IstanbulBlock, config.MuirGlacierBlock = zero, zero, zero, zero
		},
		"berlin": func() { config.BerlinBlock = zero },
		"london": func() { config.LondonBlock = zero },
		"shanghai": func() {
			config.TerminalTotalDifficulty, config.MergeNetsplitBlock, config.ShanghaiTime = zero, zero, &start
		},
		"cancun": func() { config.CancunTime = &start },
		"prague": func() { config.PragueTime = &start },
		"osaka":  func() { config.OsakaTime = &start },
	}
	for _, name := range forks[1 : index+1] {
		set[name]()
	}
	config.BlobScheduleConfig = params.DefaultBlobSchedule
	return config
}

func has(story story, fork string) bool {
	index := slices.Index(forks, fork)
	return index >= max(0, slices.Index(forks, story.from)) && (story.until == "" || index <= slices.Index(forks, story.until))
}

func sign(t tx, nonce uint64, config *params.ChainConfig, signer types.Signer) *types.Transaction {
	var data types.TxData = &types.LegacyTx{Nonce: nonce, To: t.to, Value: big.NewInt(t.value), Gas: t.gas, GasPrice: big.NewInt(gasPrice), Data: t.data}
	price, chain := uint256.NewInt(gasPrice), uint256.NewInt(chainID)
	switch {
	case t.access != nil:
		data = &types.AccessListTx{ChainID: big.NewInt(chainID), Nonce: nonce, To: t.to, Value: big.NewInt(t.value), Gas: t.gas, GasPrice: big.NewInt(gasPrice), Data: t.data, AccessList: t.access}
	case t.auths != nil:
		data = &types.SetCodeTx{ChainID: chain, Nonce: nonce, To: *t.to, Value: uint256.NewInt(uint64(t.value)), Gas: t.gas, GasFeeCap: price, GasTipCap: uint256.NewInt(2), Data: t.data, AuthList: t.auths}
	case t.blob:
		carried := sidecar()
		data = &types.BlobTx{ChainID: chain, Nonce: nonce, To: *t.to, Gas: t.gas, GasFeeCap: price, GasTipCap: uint256.NewInt(2), BlobFeeCap: uint256.NewInt(5), BlobHashes: carried.BlobHashes(), Sidecar: carried}
	}
	signed, err := types.SignNewTx(keys[0], signer, data)
	if err != nil {
		panic(err)
	}
	return signed
}

// trace runs the transactions of a block with the tracer that is asked for, as go-ethereum's API does.
func trace(asked string, statedb *state.StateDB, config *params.ChainConfig, blockContext vm.BlockContext, txs []*types.Transaction, signer types.Signer) []any {
	var results []any
	for index, tx := range txs {
		message, err := core.TransactionToMessage(tx, signer, blockContext.BaseFee)
		if err != nil {
			panic(err)
		}
		tracer, result := tracerFor(asked, config, &tracers.Context{BlockNumber: blockContext.BlockNumber, TxIndex: index, TxHash: tx.Hash()})
		var visible vm.StateDB = statedb
		if tracer != nil {
			visible = state.NewHookedState(statedb, tracer)
		}
		evm := vm.NewEVM(blockContext, visible, config, vm.Config{Tracer: tracer})
		statedb.SetTxContext(tx.Hash(), index, uint32(index+1))
		if _, _, err := core.ApplyTransactionWithEVM(context.Background(), message, core.NewGasPool(message.GasLimit), statedb, blockContext.BlockNumber, common.Hash{}, blockContext.Time, tx, evm); err != nil {
			panic(fmt.Sprintf("%d of %d: %v", index, len(txs), err))
		}
		results = append(results, result())
	}
	return results
}

func tracerFor(asked string, config *params.ChainConfig, at *tracers.Context) (*tracing.Hooks, func() any) {
	if asked == "" {
		return nil, func() any { return nil }
	}
	if asked == "standard" {
		var lines bytes.Buffer
		return logger.NewJSONLogger(&logger.Config{}, &lines), func() any {
			return strings.Split(strings.TrimSpace(lines.String()), "\n")
		}
	}
	var options struct {
		logger.Config
		Tracer       string
		TracerConfig json.RawMessage
	}
	if err := json.Unmarshal([]byte(asked), &options); err != nil {
		panic(err)
	}
	if options.Tracer == "" {
		logs := logger.NewStructLogger(&options.Config)
		return logs.Hooks(), func() any { return must(logs.GetResult()) }
	}
	tracer := must(tracers.DefaultDirectory.New(options.Tracer, at, options.TracerConfig, config))
	return tracer.Hooks, func() any { return must(tracer.GetResult()) }
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func record(fork string) any {
	config := rulesOf(fork)
	merged := config.TerminalTotalDifficulty != nil
	genesis := types.GenesisAlloc{}
	for address, account := range alloc {
		genesis[address] = types.Account{Code: account.code, Balance: account.balance, Storage: account.storage}
	}
	for i, address := range accounts[:3] {
		genesis[address] = types.Account{Balance: new(big.Int).Lsh(big.NewInt(1), uint(100-i))}
	}
	made := tests.MakePreState(rawdb.NewMemoryDatabase(), genesis, false, rawdb.HashScheme)
	defer made.Close()
	statedb := made.StateDB

	var blocks []block
	nonce := uint64(0)
	for _, story := range stories() {
		if !has(story, fork) {
			continue
		}
		number := uint64(len(blocks) + 1)
		blockContext := vm.BlockContext{
			CanTransfer: core.CanTransfer, Transfer: core.Transfer, Coinbase: coinbase, BlockNumber: new(big.Int).SetUint64(number),
			Time: beginning + 12*number, Difficulty: new(big.Int), GasLimit: gasLimit, BaseFee: new(big.Int), BlobBaseFee: big.NewInt(1),
			GetHash: func(uint64) common.Hash { return common.Hash{} },
		}
		if config.IsLondon(blockContext.BlockNumber) {
			blockContext.BaseFee = big.NewInt(baseFee)
		}
		if merged {
			blockContext.Random = &common.Hash{}
		}
		signer := types.MakeSigner(config, blockContext.BlockNumber, blockContext.Time)
		var txs []*types.Transaction
		var raw []hexutil.Bytes
		for _, t := range story.txs {
			tx := sign(t, nonce, config, signer)
			nonce++
			raw = append(raw, must(tx.MarshalBinary()))
			txs = append(txs, tx.WithoutBlobTxSidecar())
		}
		wanted := asked
		if fork == "cancun" {
			wanted = append(slices.Clone(asked), askedMore...)
		}
		traces := map[string][]any{}
		for _, one := range wanted {
			if story.quiet && slices.Contains(everyOpcode, one) {
				continue
			}
			traces[one] = trace(one, statedb.Copy(), config, blockContext, txs, signer)
		}
		trace("", statedb, config, blockContext, txs, signer)
		// A block begins with a state of its own, as for go-ethereum's API: logs are counted from zero.
		root := must(statedb.Commit(config.Rules(blockContext.BlockNumber, merged, blockContext.Time), number))
		statedb = must(state.New(root, statedb.Database()))
		blocks = append(blocks, block{story.name, number, blockContext.Time, raw, traces})
	}
	return map[string]any{
		"program": "reference/tracers", "go-ethereum": version(), "fork": fork, "chainId": chainID, "gasLimit": gasLimit, "baseFee": baseFee,
		"time": beginning, "coinbase": coinbase, "alloc": genesis, "blocks": blocks,
	}
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "github.com/ethereum/go-ethereum" {
			return module.Version
		}
	}
	return "unknown"
}

func main() {
	folder := os.Args[1]
	if err := os.MkdirAll(folder, 0o755); err != nil {
		panic(err)
	}
	for _, fork := range recorded {
		var packed bytes.Buffer
		writer := must(gzip.NewWriterLevel(&packed, gzip.BestCompression))
		text := must(json.Marshal(record(fork)))
		must(writer.Write(text))
		writer.Close()
		path := filepath.Join(folder, fork+".json.gz")
		if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
			panic(err)
		}
		fmt.Println(path, len(text), packed.Len())
	}
}
