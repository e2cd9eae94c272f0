package main

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"net/http/httptest"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/catalyst"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/eth/tracers"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	_ "github.com/ethereum/go-ethereum/eth/tracers/native"
)

const (
	chainID = 1337
	gwei    = 1_000_000_000
)

var (
	key, _ = crypto.ToECDSA(crypto.Keccak256([]byte("sender")))
	sender = crypto.PubkeyToAddress(key.PublicKey)
)

// A node in this process, whose blocks are made by hand.
type geth struct {
	stack  *node.Node
	beacon *catalyst.SimulatedBeacon
	client *rpc.Client
	http   *rpc.Client
	nonce  uint64
	apis   []rpc.API
}

// All forks up to Prague from the genesis on; Osaka begins in 2033, where only an override of the time gets.
func genesis() *core.Genesis {
	zero, start, osaka := new(big.Int), uint64(0), uint64(2_000_000_000)
	config := params.ChainConfig{
		ChainID:        big.NewInt(chainID),
		HomesteadBlock: zero, EIP150Block: zero, EIP155Block: zero, EIP158Block: zero, ByzantiumBlock: zero, ConstantinopleBlock: zero,
		PetersburgBlock: zero, IstanbulBlock: zero, MuirGlacierBlock: zero, BerlinBlock: zero, LondonBlock: zero, ArrowGlacierBlock: zero,
		GrayGlacierBlock: zero, ShanghaiTime: &start, CancunTime: &start, PragueTime: &start, OsakaTime: &osaka,
		TerminalTotalDifficulty: zero,
		BlobScheduleConfig:      &params.BlobScheduleConfig{Cancun: params.DefaultCancunBlobConfig, Prague: params.DefaultPragueBlobConfig},
	}
	alloc := types.GenesisAlloc{sender: {Balance: new(big.Int).Mul(big.NewInt(1000), big.NewInt(params.Ether))}}
	for address, code := range contracts {
		alloc[address] = types.Account{Balance: new(big.Int), Code: code, Nonce: 1}
	}
	for _, address := range []common.Address{params.WithdrawalQueueAddress, params.ConsolidationQueueAddress} {
		alloc[address] = core.SystemContractAllocs()[address]
	}
	return &core.Genesis{
		Config:     &config,
		GasLimit:   30_000_000,
		BaseFee:    big.NewInt(gwei),
		Difficulty: new(big.Int),
		Timestamp:  1_700_000_000,
		Alloc:      alloc,
	}
}

func start() *geth {
	config := node.DefaultConfig
	config.DataDir = ""
	config.P2P = p2p.Config{NoDiscovery: true}
	stack := must(node.New(&config))
	ethConfig := ethconfig.Defaults
	ethConfig.Genesis = genesis()
	ethConfig.SyncMode = ethconfig.FullSync
	ethConfig.RPCGasCap = 25_000_000
	// The least tip of its own default is not ours.
	ethConfig.Miner.GasPrice = big.NewInt(1)
	ethConfig.Miner.GasCeil = 30_000_000
	ethConfig.Miner.ExtraData = []byte{}
	backend := must(eth.New(stack, &ethConfig))
	system := filters.NewFilterSystem(backend.APIBackend, filters.Config{LogQueryLimit: ethConfig.LogQueryLimit})
	more := append(tracers.APIs(backend.APIBackend), rpc.API{Namespace: "eth", Service: filters.NewFilterAPI(system)})
	stack.RegisterAPIs(more)
	check(stack.Start())
	beacon := must(catalyst.NewSimulatedBeacon(0, common.Address{}, backend))
	check(beacon.Fork(backend.BlockChain().GetCanonicalHash(0)))
	server := httptest.NewServer(must(stack.RPCHandler()))
	return &geth{stack: stack, beacon: beacon, client: stack.Attach(), http: must(rpc.Dial(server.URL)), apis: append(backend.APIs(), more...)}
}

// A signed transaction of the sender with its next nonce.
func (g *geth) signed(to *common.Address, value int64, data []byte) *types.Transaction {
	tx := must(types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(chainID)), &types.DynamicFeeTx{
		ChainID:   big.NewInt(chainID),
		Nonce:     g.nonce,
		GasTipCap: big.NewInt(gwei),
		GasFeeCap: big.NewInt(10 * gwei),
		Gas:       100_000,
		To:        to,
		Value:     big.NewInt(value),
		Data:      data,
	}))
	g.nonce++
	return tx
}

// An answer of the node: a result or an error.
type answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func ask(client *rpc.Client, method string, args []json.RawMessage) answer {
	arguments := make([]any, len(args))
	for i, arg := range args {
		arguments[i] = arg
	}
	var result json.RawMessage
	if err := client.CallContext(context.Background(), &result, method, arguments...); err != nil {
		return answer{Error: failureOf(err)}
	}
	return answer{Result: result}
}

func failureOf(err error) *failure {
	failed := &failure{Message: err.Error()}
	var coded rpc.Error
	if errors.As(err, &coded) {
		failed.Code = coded.ErrorCode()
	}
	var carrier rpc.DataError
	if errors.As(err, &carrier) {
		failed.Data = carrier.ErrorData()
	}
	return failed
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
